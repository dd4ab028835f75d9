/** Live changes of the moderators' queue, which arrive over the notification hub (Rule 28.50). */
import { combineStops } from '#lib/combine-stops.ts';
import { parseEvent } from '#lib/hubs/connection.ts';
import { type ReviewChange, ReviewChangeSchema } from '#lib/schemas/review.ts';
import { $notificationStatus, $reviewChange } from '#lib/stores/core/notification-feed.ts';

interface QueueListeners {
  onChange: (change: ReviewChange) => void;
  /** Called when the connection is up again: changes may have been missed. */
  onMissed: () => void;
}

/** Listens to changes until the returned function is called. */
export function onQueueChange({ onChange, onMissed }: QueueListeners): () => void {
  let wasLost = false;
  return combineStops([
    $reviewChange.listen((value) => {
      const change = parseEvent('reviewChanged', ReviewChangeSchema, value);
      if (change !== undefined) onChange(change);
    }),
    $notificationStatus.listen((status) => {
      if (status === 'live' && wasLost) onMissed();
      wasLost = status === 'reconnecting' || status === 'stopped' || status === 'idle';
    }),
  ]);
}
