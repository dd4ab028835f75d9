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

/** The browser refuses to import what could be fetched: only a reload of the page helps. */
export class ReloadNeededError extends Error {
  override readonly name = 'ReloadNeededError';
}

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
 * cannot be loaded; calling it again fetches and imports again.
 *
 * @throws {ReloadNeededError} when all files were fetched and the import failed all the same
 */
export async function loadCode<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map(fetchOnce));
  try {
    return await load();
  } catch (cause) {
    for (const file of files) fetches.delete(file);
    throw new ReloadNeededError('Code could not be imported. Reload the page.', { cause });
  }
}

/** Forgets what was fetched, for tests. */
export function resetLoadedCode(): void {
  fetches.clear();
}
