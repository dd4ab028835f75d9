/** Addresses of workers, where browsers with Trusted Types want them to come from a policy. */

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

function createWorkerUrl(): (url: string) => string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  const policy = trustedTypes?.createPolicy('worker-url', { createScriptURL: (url) => url });
  return (url) => policy?.createScriptURL(url) ?? url;
}

/** The address as the browser accepts it. A page may create the policy once, so all files with this code share it. */
export function workerUrl(url: string): string {
  window.__workerUrl ??= createWorkerUrl();
  return window.__workerUrl(url);
}

declare global {
  interface Window {
    __workerUrl?: (url: string) => string;
  }
}
