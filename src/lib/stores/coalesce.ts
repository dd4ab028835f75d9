/** Keeps a burst of events from becoming a burst of requests. */

/**
 * A function that runs `work` at once, and once more after it ended when it was called meanwhile, however often.
 * `work` must not reject.
 */
export function coalesce(work: () => Promise<void>): () => void {
  let running = false;
  let wanted = false;
  const run = async (): Promise<void> => {
    running = true;
    do {
      wanted = false;
      await work();
    } while (wanted);
    running = false;
  };
  return () => {
    if (running) wanted = true;
    else void run();
  };
}
