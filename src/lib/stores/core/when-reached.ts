/** Ends of cooldowns, as they pass while the page is open. */
import type { ReadableAtom } from 'nanostores';
import { combineStops } from '#lib/combine-stops.ts';
import { runtime } from '#lib/runtime.ts';

/** Calls `work` when the moment in `$moment` is reached, in milliseconds since 1970, until the returned function is called. */
export function whenReached($moment: ReadableAtom<number | null>, work: () => void): () => void {
  let cancel = (): void => {};
  const stop = $moment.subscribe((moment) => {
    cancel();
    if (moment !== null && moment > runtime.now()) cancel = runtime.setTimer(work, moment - runtime.now());
  });
  return combineStops([stop, () => cancel()]);
}
