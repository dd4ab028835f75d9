/** Calls of `/api/mod/reviews`. Each throws as `request` does. */
import { callPath, requestData } from '#lib/client/client.ts';
import { runtime } from '#lib/runtime.ts';
import * as calls from '#lib/schemas/calls/review.ts';
import type { NoteCreate, ReviewTab } from '#lib/schemas/review.ts';

/** Open items by tab. */
export const countReviews = (signal?: AbortSignal) => requestData(calls.countReviews, { signal });

/** A page of a tab, counted from 1, and the counts of all tabs. */
export const listReviews = (tab: ReviewTab, page: number, signal?: AbortSignal) =>
  requestData(calls.listReviews, { query: { tab, page }, signal });

/** Claims an item for two minutes, and returns it. */
export const claimReview = (postId: string, signal?: AbortSignal) =>
  requestData(calls.claimReview, { params: { postId }, signal });

/** Claims an item for another two minutes. */
export const renewReview = (postId: string) => requestData(calls.renewReview, { params: { postId } });

/** Releases a claimed item. */
export const releaseReview = (postId: string) => requestData(calls.releaseReview, { params: { postId } });

/** Releases a claimed item while the page is being left. Never throws: the claim ends by itself. */
export function releaseReviewOnLeave(postId: string): void {
  const { method } = calls.releaseReview;
  const url = runtime.apiOrigin() + callPath(calls.releaseReview, { params: { postId } });
  runtime.fetch(url, { method, credentials: 'include', keepalive: true }).catch(() => {});
}

/** Decides that a post stays. The sentence goes to its reporters. */
export const keepPost = (postId: string, sentence: string) =>
  requestData(calls.keepPost, { params: { postId }, body: { sentence } });

/** Undoes that a post stays. */
export const reopenReview = (postId: string) => requestData(calls.reopenReview, { params: { postId } });

/** Asks for a second opinion. */
export const askColleague = (postId: string, words: string) =>
  requestData(calls.askColleague, { params: { postId }, body: { words } });

/** Writes a note for staff on a player or on an item. */
export const createNote = (body: NoteCreate) => requestData(calls.createNote, { body });

/** Deletes one of the viewer's notes. */
export const deleteNote = (id: string) => requestData(calls.deleteNote, { params: { id } });

/** Who wrote a report. Each call is logged. */
export const openReporter = (postId: string, reportId: string) =>
  requestData(calls.openReporter, { params: { postId, reportId } });

/** Keeps the author of a report from reporting for some days. */
export const muteReporter = (postId: string, reportId: string, days: number) =>
  requestData(calls.muteReporter, { params: { postId, reportId }, body: { days } });
