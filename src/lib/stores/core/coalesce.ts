/** Turns a burst of events into few requests, and retries failed ones, so that no event is missed. */
import { runtime } from '#lib/runtime.ts';

/** Waits before each retry, in milliseconds. */
export const RETRY_DELAYS_MS: readonly number[] = [2000, 10_000, 30_000];

/**
 * A function that runs `work` at once. Calls while it runs cause one more run afterwards. `work` resolves to false when it
 * failed, and is retried later; it must not reject.
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
