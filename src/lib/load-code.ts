/**
 * Loads code on demand. At build time, `src/build/lazy-code.ts` wraps every `import()` of browser code in `loadCode`, so
 * components and stores simply write `import('./Part.tsx')`.
 *
 * When a module cannot be fetched, some versions of Chromium never fetch it again on that page, and all modules that import it
 * fail, too. So the files are fetched as plain data first, which can be repeated, and imported when all of them have arrived.
 */
import { runtime } from '#lib/runtime.ts';

/** How long one file may take, in milliseconds. A fetch that was under way when the page was left may never end. */
const FETCH_LIMIT_MS = 30_000;

/** Fetches by URL. Failed ones are removed, so that the next attempt fetches again. */
const fetches = new Map<string, Promise<void>>();

/** The browser refuses to import files that were fetched: only a reload of the page helps. */
export class ReloadNeededError extends Error {
  override readonly name = 'ReloadNeededError';
}

async function fetchFile(url: string): Promise<void> {
  const response = await runtime.fetch(url, {});
  if (!response.ok) throw new Error(`${url} could not be loaded: status ${response.status}.`);
  await response.arrayBuffer();
}

function fetchInTime(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`${url} could not be loaded: no answer.`));
    const stopTimer = runtime.setTimer(fail, FETCH_LIMIT_MS);
    fetchFile(url).then(resolve, reject).finally(stopTimer);
  });
}

function fetchOnce(url: string): Promise<void> {
  const known = fetches.get(url);
  if (known !== undefined) return known;
  const fetched = runtime.isPageScript(url) ? Promise.resolve() : fetchInTime(url);
  fetches.set(url, fetched);
  fetched.catch(() => fetches.delete(url));
  return fetched;
}

/** A message between ports may be lost while the page enters the back/forward cache; timers run again on return. */
const LOST_MS = 200;

/** Resolves in a task of its own, but without the delay of timers. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LOST_MS);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Requests each file in a task of its own, because a request takes a phone some milliseconds. */
async function fetchAll(files: readonly string[]): Promise<void> {
  const fetched: Promise<void>[] = [];
  for (const file of files) {
    await nextTask();
    fetched.push(fetchOnce(file));
  }
  await Promise.all(fetched);
}

/**
 * Fetches `files` (URLs of the chunk and its dependencies), then runs the import. Rejects when a file cannot be loaded;
 * another call fetches and imports again.
 *
 * @throws {ReloadNeededError} when all files were fetched but the import failed
 */
export async function loadCode<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await fetchAll(files);
  try {
    return await load();
  } catch (cause) {
    for (const file of files) fetches.delete(file);
    throw new ReloadNeededError('Code could not be imported. Reload the page.', { cause });
  }
}
