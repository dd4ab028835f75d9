/**
 * Registers the service worker, and offers to reload when there is a new version. `load-worker.ts` loads it, as a separate file.
 */
import { millisecondsInHour } from 'date-fns/constants';
import type { STATUS_NAME } from '#lib/status.ts';
import { workerUrl } from '#lib/worker-url.ts';

/** How long the offer stays, in milliseconds: until it is dismissed. */
const UNTIL_DISMISSED_MS = 2 ** 31 - 1;
/** How often open pages look for a new version, in milliseconds. */
const UPDATE_MS = millisecondsInHour;

function offerReload(): void {
  const name = document.querySelector<HTMLElement>('[data-status]')?.dataset.status as typeof STATUS_NAME;
  const detail = { text: 'A new version is available.', milliseconds: UNTIL_DISMISSED_MS, reload: true };
  document.dispatchEvent(new CustomEvent(name, { detail }));
}

/** Pages that stay open look for a new version. */
function keepUpdated(registration: ServiceWorkerRegistration): void {
  const update = () => {
    if (!document.hidden) registration.update().catch(() => {});
  };
  setInterval(update, UPDATE_MS);
}

/** Whether the user wants to save data. Few browsers expose this to pages, and some of them not to workers. */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Registers `/sw.js`; with `?save-data` it stores no pages in advance. Failures are ignored: the page works without it. */
function registerServiceWorker(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  workers.addEventListener('message', ({ data }) => {
    if (data.build !== document.documentElement.dataset.build) offerReload();
  });
  workers.register(workerUrl(savesData() ? '/sw.js?save-data' : '/sw.js')).then(keepUpdated, () => {});
}

registerServiceWorker();
