/**
 * Spaces what changes often: the first change is sent at once, further ones as the last of each interval. Each process spaces
 * its own.
 */

/** Sends the state of that moment. */
type Send = () => Promise<void>;

/** Decides what is sent now, and sends the rest later. */
export type Pace = ReturnType<typeof createPace>;

/** Creates the pace of one process. `onError` gets what a later `send` throws, which is then repeated. */
export function createPace(everyMs: number, onError: (error: unknown) => void) {
  /** Keys whose interval runs. */
  const recent = new Set<string>();
  const waiting = new Map<string, Send>();
  const running = new Set<Promise<void>>();

  /** Whether a change of `key` is sent now. If not, `send` is called at the end of the interval, or that of a later change. */
  const admits = (key: string, send: Send): boolean => {
    const isFirst = !recent.has(key);
    if (isFirst) setTimeout(end, everyMs, key).unref();
    else waiting.set(key, send);
    recent.add(key);
    return isFirst;
  };
  const run = (key: string, send: Send): void => {
    waiting.delete(key);
    const repeat = (error: unknown): void => {
      onError(error);
      admits(key, send);
      waiting.set(key, send);
    };
    const sent = send()
      .catch(repeat)
      .finally(() => running.delete(sent));
    running.add(sent);
  };
  const end = (key: string): void => {
    recent.delete(key);
    const send = waiting.get(key);
    if (send !== undefined && admits(key, send)) run(key, send);
  };
  /** Sends what waits, at a stop. */
  const flush = async (): Promise<void> => {
    for (const [key, send] of waiting) run(key, send);
    await Promise.all(running);
  };
  return { admits, flush };
}
