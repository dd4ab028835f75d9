/** Code that loads on demand. */
import { runtime } from '#lib/runtime.ts';

/** How long code may take, in milliseconds. A request that was under way when the page was left may never end. */
const LIMIT_MS = 30_000;

/** Runs an import. Rejects as the import does, or after 30 s; another call imports again. */
export function loadInTime<T>(load: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = runtime.setTimer(
      () => reject(new Error('The code could not be loaded: no answer.')),
      LIMIT_MS,
    );
    load().then(resolve, reject).finally(stop);
  });
}

/** Messages of imports that failed. */
const failed = new Set<string>();

/**
 * Offers to reload the page when an import fails again: some browsers never fetch a failed
 * module again before that (Rule 16.7).
 */
export function noteFailure({ message }: Error): void {
  if (failed.has(message) && runtime.isOnline())
    runtime.showStatus({ text: 'Couldn’t load part of this page.', reload: true });
  failed.add(message);
}

// Vite reports all imports that fail.
if (runtime.isBrowser)
  window.addEventListener('vite:preloadError', (event) =>
    noteFailure((event as Event & { payload: Error }).payload),
  );
