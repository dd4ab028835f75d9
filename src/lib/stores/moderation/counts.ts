/** How many posts wait for moderators, for the account menu (Rule 28.51). Loaded for staff only. */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { hasFeature } from '#lib/client/features.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { runtime } from '#lib/runtime.ts';
import { countReviews } from '#lib/schemas/calls/review.ts';
import type { ReviewCounts } from '#lib/schemas/review.ts';
import { onQueueChange } from '#lib/stores/moderation/changes.ts';

/** Decisions come in bursts: how long to wait for the next one, in milliseconds. */
export const COUNT_DELAY_MS = 3000;

const counts = atom<ReviewCounts | null>(null);
/** The page shows the queue, whose lists have the counts. */
let isQueueOpen = false;

/** The counts; null until they are known, and in front of an API without the queue. */
export const $reviewCounts: ReadableAtom<ReviewCounts | null> = counts;

/** Sets what a list of the queue said. From then on this page loads no counts. */
export function noteCounts(listed: ReviewCounts): void {
  isQueueOpen = true;
  counts.set(listed);
}

async function load(): Promise<void> {
  try {
    if (isQueueOpen || !(await hasFeature('reports'))) return;
    const counted = await requestData(countReviews);
    if (!isQueueOpen) counts.set(counted);
  } catch (error) {
    runtime.warn('The posts for moderators could not be counted.', error);
  }
}

/** Counts again, also if the page showed a list of the queue before. */
export function recount(): void {
  isQueueOpen = false;
  void load();
}

onMount(counts, () => {
  if (!runtime.isBrowser) return;
  let cancel = runtime.whenIdle(() => void load());
  const loadLater = (): void => {
    cancel();
    cancel = runtime.setTimer(() => void load(), COUNT_DELAY_MS);
  };
  const stop = onQueueChange({
    onChange: ({ change }) => {
      if (change === 'opened' || change === 'decided') loadLater();
    },
    onMissed: loadLater,
  });
  return combineStops([() => cancel(), stop]);
});
