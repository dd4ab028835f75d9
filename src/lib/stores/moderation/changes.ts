/** Live changes of the moderators' queue, which arrive over the notification hub (Rule 28.50). */
import { combineStops } from '#lib/combine-stops.ts';
import { parseEvent } from '#lib/hubs/connection.ts';
import { runtime } from '#lib/runtime.ts';
import { type ReviewChange, ReviewChangeSchema } from '#lib/schemas/review.ts';
import { $notificationStatus, $reviewChange } from '#lib/stores/core/notification-feed.ts';

interface QueueListeners {
  onChange: (change: ReviewChange) => void;
  /** Called when the connection is up again, or for the first time but late: changes may have been missed. */
  onMissed: () => void;
}

/** When the first connection is up within this time, nothing was missed, in milliseconds. */
export const CONNECT_TOLERANCE_MS = 1000;

/** Listens to changes until the returned function is called. */
export function onQueueChange({ onChange, onMissed }: QueueListeners): () => void {
  /** From when on changes are missed; undefined while the connection is up. */
  let missedFrom = $notificationStatus.get() === 'live' ? undefined : runtime.now() + CONNECT_TOLERANCE_MS;
  return combineStops([
    $reviewChange.listen((value) => {
      const change = parseEvent('reviewChanged', ReviewChangeSchema, value);
      if (change !== undefined) onChange(change);
    }),
    $notificationStatus.listen((status) => {
      const from = missedFrom;
      missedFrom = status === 'live' ? undefined : (from ?? runtime.now());
      if (status === 'live' && from !== undefined && from <= runtime.now()) onMissed();
    }),
  ]);
}
