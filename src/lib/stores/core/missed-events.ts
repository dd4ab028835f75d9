/** Detects when live events may have been missed, so that data has to be reloaded. */
import type { ReadableAtom } from 'nanostores';
import { noteGap } from '#lib/client/data-version.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { runtime } from '#lib/runtime.ts';
import { $liveStatus, onReconnected } from '#lib/stores/core/live.ts';
import type { Remote } from '#lib/stores/core/remote.ts';

/** No reload when the first connection is up within this time after the data, in milliseconds. */
export const CONNECT_TOLERANCE_MS = 1000;

/**
 * Calls `refetch` when events may have been missed (Rule 14.5): after a reconnect, and when the first connection is up long
 * after the data of `$remote` arrived. Returns a function that stops this.
 */
export function onMissedEvents($remote: ReadableAtom<Remote<unknown>>, refetch: () => void): () => void {
  let readyAt: number | undefined;
  let wasLive = false;
  return combineStops([
    onReconnected(refetch),
    $remote.subscribe(({ status }) => {
      if (status === 'ready') readyAt ??= runtime.now();
    }),
    $liveStatus.subscribe((status) => {
      if (status !== 'live' || wasLive) return;
      wasLive = true;
      if (readyAt === undefined || runtime.now() - readyAt <= CONNECT_TOLERANCE_MS) return;
      noteGap();
      refetch();
    }),
  ]);
}
