/** Registers the service worker after the page has been stable for a while, so that it does not slow down loading. */

/** Wait after loading, in milliseconds. */
const STABLE_MS = 30_000;

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

/** Browsers with Trusted Types require an address made by a policy. */
function workerUrl(path: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  return (
    trustedTypes?.createPolicy('worker-url', { createScriptURL: (url) => url }).createScriptURL(path) ?? path
  );
}

/** Registers `/sw.js` 30 s after the page has loaded (Rule 2.15). Failures are ignored: the page works without it. */
export function registerServiceWorker(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  const start = (): void => {
    setTimeout(() => void workers.register(workerUrl('/sw.js')).catch(() => {}), STABLE_MS);
  };
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
