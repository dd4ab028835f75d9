/**
 * Loads code on demand. Every `import()` of browser code runs through `loadCode`: `src/build/lazy-code.ts` wraps it at
 * build time, so components and stores simply write `import('./Part.tsx')`.
 *
 * When the fetch of a module fails, Chromium never fetches it again on that page, and every module that imports it fails,
 * too. So the files are first fetched as plain data, which can be repeated, and imported once all of them have arrived.
 */
import { runtime } from '#lib/runtime.ts';

/** Fetches by address; failed ones are removed, so that the next attempt fetches again. */
const fetches = new Map<string, Promise<void>>();

/** Entry files whose import failed after a successful fetch: only a reload makes the browser load them. */
const dead = new Set<string>();

async function fetchFile(url: string): Promise<void> {
  const response = await runtime.fetch(url, {});
  if (!response.ok) throw new Error(`${url} could not be loaded: status ${response.status}.`);
  await response.arrayBuffer();
}

function fetchOnce(url: string): Promise<void> {
  const known = fetches.get(url);
  if (known !== undefined) return known;
  const fetched = runtime.isPageScript(url) ? Promise.resolve() : fetchFile(url);
  fetches.set(url, fetched);
  fetched.catch(() => fetches.delete(url));
  return fetched;
}

/**
 * Fetches `files` (the chunk, then its dependencies, as addresses on this site) and runs the import. Rejects when one
 * cannot be loaded; calling it again tries again. When the user tries again and the browser refuses to import what could
 * be fetched, the page is reloaded: drafts are on the device and come back.
 */
export async function loadCode<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map(fetchOnce));
  try {
    return await load();
  } catch (error) {
    const [entry = ''] = files;
    if (dead.has(entry) && runtime.isUserActive()) runtime.reload();
    dead.add(entry);
    throw error;
  }
}

/** Forgets what was fetched and what failed, for tests. */
export function resetLoadedCode(): void {
  fetches.clear();
  dead.clear();
}
