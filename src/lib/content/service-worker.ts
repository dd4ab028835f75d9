/** Registers the service worker some time after the page has loaded, so that it does not slow down loading. */

/** Wait after the load event, in milliseconds. */
const AFTER_LOAD_MS = 30_000;

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

/** Registers `/sw.js` 30 s after the load event (Rule 2.15). Failures are ignored: the page works without it. */
export function registerServiceWorker(): void {
  const workerUrl = shareWorkerUrls();
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  const start = (): void => {
    setTimeout(() => void workers.register(workerUrl('/sw.js')).catch(() => {}), AFTER_LOAD_MS);
  };
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
