/** Loads the module of the home page's live part once the page has loaded and its first frame is on the screen. */

/** The main thread is idle before the frame is on the screen. */
const FIRST_FRAME_MS = 100;
/** Longest wait for a busy main thread. */
const IDLE_LATEST_MS = 2000;

const load = async (): Promise<void> => {
  const url = document.querySelector<HTMLElement>('[data-later]')?.dataset.later ?? '';
  try {
    const { startHomeLive } = (await import(/* @vite-ignore */ url)) as typeof import('./home-live.ts');
    await startHomeLive();
  } catch {
    // The page is complete without it.
  }
};

const loadWhenIdle = (): void => {
  // Safari has no `requestIdleCallback`.
  if ('requestIdleCallback' in window) requestIdleCallback(() => void load(), { timeout: IDLE_LATEST_MS });
  else void load();
};

const wait = (): void => void setTimeout(loadWhenIdle, FIRST_FRAME_MS);

if (document.readyState === 'complete') wait();
else addEventListener('load', wait, { once: true });
