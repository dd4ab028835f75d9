/**
 * Spaces what changes often: the first change is sent at once, further ones as the last of each interval. Each process spaces
 * its own.
 */

/** Sends the state of that moment. */
type Send = () => Promise<void>;

/** Decides what is sent now, and sends the rest later. */
export type Pace = ReturnType<typeof createPace>;

/** Creates the pace of one process. `onError` gets what a later `send` throws; it is repeated after the next interval. */
export function createPace(everyMs: number, onError: (error: unknown) => void) {
  /** Running intervals by key. They do not keep the process alive. */
  const intervals = new Map<string, NodeJS.Timeout>();
  const waiting = new Map<string, Send>();
  const running = new Set<Promise<void>>();

  const run = (key: string, send: Send, onFailure: (error: unknown) => void): void => {
    waiting.delete(key);
    const sent = send()
      .catch(onFailure)
      .finally(() => running.delete(sent));
    running.add(sent);
  };
  const begin = (key: string): void => {
    clearTimeout(intervals.get(key));
    intervals.set(key, setTimeout(end, everyMs, key).unref());
  };
  const end = (key: string): void => {
    intervals.delete(key);
    const send = waiting.get(key);
    if (send === undefined) return;
    begin(key);
    run(key, send, (error) => {
      onError(error);
      if (waiting.has(key)) return;
      waiting.set(key, send);
      begin(key);
    });
  };

  return {
    /** Whether a change of `key` is sent now. If not, `send` is called at the end of the interval, or that of a later change. */
    admits(key: string, send: Send): boolean {
      const isFirst = !intervals.has(key);
      if (isFirst) begin(key);
      else waiting.set(key, send);
      return isFirst;
    },
    /** Sends what waits, at a stop. */
    async flush(): Promise<void> {
      for (const [key, send] of waiting) run(key, send, onError);
      await Promise.all(running);
    },
  };
}
