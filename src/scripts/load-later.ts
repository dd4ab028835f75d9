/** Loads the module of the home page's live part once the page has loaded and its first frame is on the screen. */

/** The main thread is idle before the frame is on the screen. */
const FIRST_FRAME_MS = 100;
/** Longest wait for a busy main thread. */
const IDLE_LATEST_MS = 2000;

const live = document.querySelector('[data-later]') as HTMLElement;

// Without it, the parts show their invitations.
const load = (): unknown =>
  import(/* @vite-ignore */ live.dataset.later as string)
    .then(({ startHomeLive }: typeof import('./home-live.ts')) => startHomeLive())
    .catch(() => live.removeAttribute('data-later'));

// Safari has no `requestIdleCallback`.
const loadWhenIdle = (): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: IDLE_LATEST_MS });
  else load();
};

const wait = (): void => {
  setTimeout(loadWhenIdle, FIRST_FRAME_MS);
};

if (document.readyState === 'complete') wait();
else addEventListener('load', wait);
