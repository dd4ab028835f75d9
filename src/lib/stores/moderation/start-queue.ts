/** Starts the work on the queue, and keeps the claim of the open item (Rule 28.50). */
import { callPath, requestData } from '#lib/client/client.ts';
import { HttpError } from '#lib/client/errors.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { runtime } from '#lib/runtime.ts';
import { releaseReview, renewReview } from '#lib/schemas/calls/review.ts';
import { $guidelines } from '#lib/stores/guidelines/guidelines.ts';
import { onQueueChange } from '#lib/stores/moderation/changes.ts';
import { RENEW_MS } from '#lib/stores/moderation/claims.ts';
import { followQueue, openItem, reclaim } from '#lib/stores/moderation/queue.ts';

async function renew(): Promise<void> {
  const current = openItem();
  if (current === undefined || document.visibilityState === 'hidden') return;
  try {
    await requestData(renewReview, { params: { postId: current.post.id } });
  } catch (error) {
    // Without an answer the next renewal decides.
    if (error instanceof HttpError) await reclaim();
  }
}

/** Lets others have the item while the page is being left. A claim that could not be released ends by itself. */
function releaseOnLeave(postId: string): void {
  const url = runtime.apiOrigin() + callPath(releaseReview, { params: { postId } });
  const { method } = releaseReview;
  runtime.fetch(url, { method, credentials: 'include', keepalive: true }).catch(() => {});
}

/** A hidden page waits until it is shown. */
async function reclaimShown(): Promise<void> {
  if (document.visibilityState !== 'hidden') await reclaim();
}

/** Renews every minute. When the page is shown again, the item may have changed hands, so it is claimed again. */
function keepClaim(): () => void {
  let cancel = (): void => {};
  const repeat = (): void => {
    cancel = runtime.setTimer(() => {
      void renew();
      repeat();
    }, RENEW_MS);
  };
  repeat();
  let isAway = false;
  return combineStops([
    () => cancel(),
    onQueueChange({ onChange: () => {}, onMissed: () => void reclaimShown() }),
    runtime.on('visible', () => void reclaim()),
    runtime.on('pagehide', () => {
      isAway = true;
      const current = openItem();
      if (current) releaseOnLeave(current.post.id);
    }),
    // Back from the browser's page cache.
    runtime.on('pageshow', () => {
      if (isAway) void reclaim();
      isAway = false;
    }),
  ]);
}

/** Works on the queue until the returned function is called. Its forms begin with the guidelines, which load now (Rule 28.54). */
export function startQueue(): () => void {
  $guidelines.get();
  return combineStops([keepClaim(), followQueue()]);
}
