/** Calls of `/api/mod/reviews`. Each throws as `request` does. */
import { callPath, request } from '#lib/client/client.ts';
import { runtime } from '#lib/runtime.ts';
import * as calls from '#lib/schemas/calls/review.ts';
import type { Reporter, ReviewCounts, ReviewItem, ReviewList, ReviewTab } from '#lib/schemas/review.ts';

/** Open items by tab. */
export async function countReviews(signal?: AbortSignal): Promise<ReviewCounts> {
  return (await request(calls.countReviews, { signal })).data;
}

/** A page of a tab, counted from 1, and the counts of all tabs. */
export async function listReviews(tab: ReviewTab, page: number, signal?: AbortSignal): Promise<ReviewList> {
  return (await request(calls.listReviews, { query: { tab, page }, signal })).data;
}

/** Claims an item for two minutes, and returns it. */
export async function claimReview(postId: string, signal?: AbortSignal): Promise<ReviewItem> {
  return (await request(calls.claimReview, { params: { postId }, signal })).data;
}

/** Claims an item for another two minutes. */
export async function renewReview(postId: string): Promise<void> {
  await request(calls.renewReview, { params: { postId } });
}

/** Releases a claimed item. */
export async function releaseReview(postId: string): Promise<void> {
  await request(calls.releaseReview, { params: { postId } });
}

/** Releases a claimed item while the page is being left. Never throws: the claim ends by itself. */
export function releaseReviewOnLeave(postId: string): void {
  const { method } = calls.releaseReview;
  const url = runtime.apiOrigin() + callPath(calls.releaseReview, { params: { postId } });
  runtime.fetch(url, { method, credentials: 'include', keepalive: true }).catch(() => {});
}

/** Decides that a post stays. The sentence goes to its reporters. */
export async function keepPost(postId: string, sentence: string): Promise<void> {
  await request(calls.keepPost, { params: { postId }, body: { sentence } });
}

/** Undoes that a post stays. */
export async function reopenReview(postId: string): Promise<void> {
  await request(calls.reopenReview, { params: { postId } });
}

/** Who wrote a report. Each call is logged. */
export async function openReporter(postId: string, reportId: string): Promise<Reporter> {
  return (await request(calls.openReporter, { params: { postId, reportId } })).data;
}

/** Keeps the author of a report from reporting for some days. */
export async function muteReporter(postId: string, reportId: string, days: number): Promise<void> {
  await request(calls.muteReporter, { params: { postId, reportId }, body: { days } });
}
