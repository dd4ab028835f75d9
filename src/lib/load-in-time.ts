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
