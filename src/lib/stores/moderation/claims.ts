/** Claims of items: while a moderator decides about one, others see it but cannot decide (Rule 28.50). */
import { requestData } from '#lib/client/client.ts';
import { HttpError } from '#lib/client/errors.ts';
import { prepareTexts } from '#lib/markdown/texts.ts';
import { runtime } from '#lib/runtime.ts';
import { claimReview, releaseReview } from '#lib/schemas/calls/review.ts';
import type { ReviewItem } from '#lib/schemas/review.ts';
import { findEntry, noteClaim } from '#lib/stores/moderation/review-list.ts';

/** How often a claim is renewed, in milliseconds. It lasts two minutes. */
export const RENEW_MS = 60_000;

/** Items that are being released, because a claim that overtakes its release would be lost. */
const releases = new Map<string, Promise<void>>();

/** Claims an item and returns it. Throws as `request` does. */
export async function claim(postId: string, signal?: AbortSignal): Promise<ReviewItem> {
  await releases.get(postId);
  const claimed = await requestData(claimReview, { params: { postId }, signal });
  await prepareTexts([claimed.post.content]);
  return claimed;
}

/** Lets others have an item. A claim that could not be released ends by itself. */
export function releaseClaim(postId: string): void {
  const released = requestData(releaseReview, { params: { postId } }).catch(() => {});
  releases.set(
    postId,
    released.then(() => void releases.delete(postId)),
  );
}

/** Whether the API has no open item any longer. */
export const isGone = (error: unknown): boolean =>
  error instanceof HttpError && (error.isNotFound || error.isGone);

/** Whether another moderator has the item. */
export const isTaken = (error: unknown): boolean => error instanceof HttpError && error.status === 423;

/** Notes in the list that another moderator works on the item. Returns the sentence about it. */
export function noteRival(postId: string, error: HttpError): string {
  // The listed claim may have ended since.
  const rival = findEntry(postId)?.claim ?? { id: 0, username: '' };
  const until = error.until ?? new Date(runtime.now() + RENEW_MS).toISOString();
  noteClaim(postId, { ...rival, until });
  return error.message;
}
