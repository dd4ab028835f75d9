/** Registers the service worker once the page has been stable for a while, so that it never competes with loading. */

/** How long the page has to be there first, in milliseconds. */
export const STABLE_MS = 30_000;

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

/** Trusted Types ask for an address from a policy; browsers without them take the plain one. */
function workerUrl(path: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  return (
    trustedTypes?.createPolicy('worker-url', { createScriptURL: (url) => url }).createScriptURL(path) ?? path
  );
}

/** Rule 2.15: registers `/sw.js` 30 s after the page has loaded. A refusal is no loss: the page works without it. */
export function registerServiceWorker(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  const start = (): void => {
    setTimeout(() => void workers.register(workerUrl('/sw.js')).catch(() => {}), STABLE_MS);
  };
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
