/** Work in the background that is repeated: at intervals, and when it is woken. */

/** Repeats its work, one run at a time. */
export type WorkLoop = ReturnType<typeof createWorkLoop>;

/** The work of a loop, and its times. */
export interface LoopOptions {
  /** Claims a piece of work and completes or postpones it; true when there may be more. */
  work: (signal: AbortSignal) => Promise<boolean>;
  /** Time between two runs, in milliseconds. */
  everyMs: number;
  /** Time from the start to the first run, in milliseconds; by default it runs at once. */
  firstAfterMs?: number;
  /** An error ends the run. The next one begins as if nothing had happened. */
  onError: (error: unknown) => void;
}

/** Creates a loop; nothing happens before `start` or `wake`. Its timers do not keep the process alive. */
export function createWorkLoop({ work, everyMs, firstAfterMs = 0, onError }: LoopOptions) {
  const ending = new AbortController();
  const { signal } = ending;
  const timers: NodeJS.Timeout[] = [];
  let running: Promise<void> | null = null;
  let isWoken = false;

  const run = async (): Promise<void> => {
    do {
      isWoken = false;
      try {
        while (!signal.aborted && (await work(signal)));
      } catch (error) {
        onError(error);
      }
    } while (isWoken && !signal.aborted);
    running = null;
  };
  const wake = (): Promise<void> => {
    if (signal.aborted) return Promise.resolve();
    isWoken = true;
    running ??= run();
    return running;
  };

  return {
    /** Begins the intervals. */
    start(): void {
      if (firstAfterMs === 0) void wake();
      else timers.push(setTimeout(wake, firstAfterMs).unref());
      timers.push(setInterval(wake, everyMs).unref());
    },
    /** Works now, or once more when the running work ends. Resolves when nothing is left to do. */
    wake,
    /** Aborts the signal of the work, and waits until it has ended. */
    async close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer);
      ending.abort(new Error('The process is ending.'));
      await running;
    },
  };
}
