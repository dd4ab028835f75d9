/** Registers the service worker some time after the page has loaded, and offers to reload when there is a new version. */
import type { STATUS_NAME } from '#lib/status.ts';

/** Wait after the load event, in milliseconds. */
const AFTER_LOAD_MS = 30_000;
/** How long the offer stays, in milliseconds: until it is dismissed. */
const UNTIL_DISMISSED_MS = 2 ** 31 - 1;
/** Pages that stay open look for a new version when the user returns to them, at most this often, in milliseconds. */
const UPDATE_MS = 3_600_000;

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

/**
 * Browsers with Trusted Types require that addresses of workers come from a policy, which can be created once per page. The
 * frame's script is on every page, so it creates the policy for all workers.
 */
function shareWorkerUrls(): (url: string) => string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  const policy = trustedTypes?.createPolicy('worker-url', { createScriptURL: (url) => url });
  window.__workerUrl = (url) => policy?.createScriptURL(url) ?? url;
  return window.__workerUrl;
}

/** Deletes what was saved for visitors while someone is signed in: nothing of it is shown to a user (Rule 2.18). */
function forgetSaved({ cookie, saved = '' }: DOMStringMap): void {
  const isSignedIn = document.cookie.split('; ').some((pair) => pair.startsWith(`${cookie}=`));
  if (isSignedIn && 'caches' in window) void caches.delete(saved).catch(() => {});
}

function offerReload(): void {
  const name = document.querySelector<HTMLElement>('[data-status]')?.dataset.status as typeof STATUS_NAME;
  const detail = { text: 'A new version is available.', milliseconds: UNTIL_DISMISSED_MS, reload: true };
  document.dispatchEvent(new CustomEvent(name, { detail }));
}

function updateOnReturn(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < UPDATE_MS) return;
    checkedAt = Date.now();
    registration.update().catch(() => {});
  });
}

/**
 * Registers `/sw.js` 30 s after the load event (Rule 2.15). Failures are ignored: the page works without it. Pages without
 * an id of their build register nothing: they are of the dev server, or the operator turned the worker off.
 */
export function registerServiceWorker(): void {
  const workerUrl = shareWorkerUrls();
  const { dataset } = document.documentElement;
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers || !dataset.build) return;
  forgetSaved(dataset);
  workers.addEventListener('message', ({ data }) => {
    if (data.build !== dataset.build) offerReload();
  });
  const register = () => workers.register(workerUrl('/sw.js')).then(updateOnReturn, () => {});
  const start = (): void => void setTimeout(register, AFTER_LOAD_MS);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
