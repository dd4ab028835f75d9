/** Keeps a burst of events from becoming a burst of requests, and a failed request from becoming a missed event. */
import { runtime } from '#lib/runtime.ts';

/** Waits before each further attempt at work that failed, in milliseconds. */
export const RETRY_DELAYS_MS: readonly number[] = [2000, 10_000, 30_000];

/**
 * A function that runs `work` at once, and once more after it ended when it was called meanwhile, however often.
 * Work that answers false has failed and is tried again later. It must not reject.
 */
export function coalesce(work: () => Promise<boolean>): () => void {
  let running = false;
  let wanted = false;
  let failures = 0;
  let cancelRetry = (): void => {};
  const run = async (): Promise<void> => {
    cancelRetry();
    running = true;
    let done: boolean;
    do {
      wanted = false;
      done = await work();
    } while (wanted);
    running = false;
    const delay = done ? undefined : RETRY_DELAYS_MS[failures++];
    if (delay !== undefined) cancelRetry = runtime.setTimer(() => void run(), delay);
  };
  return () => {
    failures = 0;
    if (running) wanted = true;
    else void run();
  };
}
