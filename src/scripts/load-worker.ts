/** Loads the code that registers the service worker, 30 s after the load event (Rule 2.15). */

const AFTER_LOAD_MS = 30_000;

// Without the address, the page is of the dev server, or the operator turned the worker off.
const { worker } = document.documentElement.dataset;

// The page works without it.
const load = (): unknown => import(/* @vite-ignore */ worker as string).catch(() => {});

const wait = (): void => {
  if (worker) setTimeout(load, AFTER_LOAD_MS);
};

if (document.readyState === 'complete') wait();
else addEventListener('load', wait);

// A module, although it exports nothing.
export {};
