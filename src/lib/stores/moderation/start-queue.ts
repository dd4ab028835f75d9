/** Starts the work on the queue, and keeps the claim of what is open (Rule 28.50). */
import { callPath, requestData } from '#lib/client/client.ts';
import { HttpError } from '#lib/client/errors.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { runtime } from '#lib/runtime.ts';
import { releaseReview, renewReview } from '#lib/schemas/calls/review.ts';
import { $guidelines } from '#lib/stores/guidelines/guidelines.ts';
import { onQueueChange } from '#lib/stores/moderation/changes.ts';
import { RENEW_MS } from '#lib/stores/moderation/claims.ts';
import { claimedPost, followQueue, openItem, reclaim } from '#lib/stores/moderation/queue.ts';

/** A claim: renewing it, the path that releases it, both undefined without one, and claiming again. */
interface Claimed {
  renew: () => Promise<unknown> | undefined;
  releasePath: () => string | undefined;
  reclaim: () => Promise<void>;
}

/** Lets others have it while the page is being left. A claim that could not be released ends by itself. */
function releaseOnLeave(path: string | undefined): void {
  const options = { method: releaseReview.method, credentials: 'include', keepalive: true } as const;
  if (path !== undefined) runtime.fetch(runtime.apiOrigin() + path, options).catch(() => {});
}

const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Renews every minute. When the page is shown again, the claim may have been lost, so it is made again. */
export function keepClaim({ renew, releasePath, reclaim }: Claimed): () => void {
  let cancel = (): void => {};
  // Without an answer the next renewal decides.
  const onRefusal = (error: unknown): unknown => error instanceof HttpError && reclaim();
  const repeat = (): void => {
    cancel = runtime.setTimer(() => {
      if (!isHidden()) renew()?.catch(onRefusal);
      repeat();
    }, RENEW_MS);
  };
  repeat();
  let isAway = false;
  return combineStops([
    () => cancel(),
    // A hidden page waits until it is shown.
    onQueueChange({ onChange: () => {}, onMissed: () => void (isHidden() || reclaim()) }),
    runtime.on('visible', () => void reclaim()),
    runtime.on('pagehide', () => {
      isAway = true;
      releaseOnLeave(releasePath());
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
  const kept = keepClaim({
    renew: () => {
      const current = openItem();
      return current && requestData(renewReview, { params: { postId: current.post.id } });
    },
    releasePath: () => {
      const postId = claimedPost();
      return postId === null ? undefined : callPath(releaseReview, { params: { postId } });
    },
    reclaim,
  });
  return combineStops([kept, followQueue()]);
}
