import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the condition holds, or the limit is over; resolves to the milliseconds that it took. */
export async function until(condition: () => boolean | Promise<boolean>, limitMs: number): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < limitMs && !(await condition())) await sleep(50);
  return performance.now() - started;
}
