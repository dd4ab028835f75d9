/** The post that a moderator decides about (Rules 28.46 and 28.50). */
import { requestData } from '#lib/client/client.ts';
import { prepareTexts } from '#lib/markdown/texts.ts';
import { claimReview, releaseReview, renewReview } from '#lib/schemas/calls/review.ts';
import type { ReviewItem } from '#lib/schemas/review.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { $guidelines } from '#lib/stores/guidelines/guidelines.ts';
import { ClaimedItem } from '#lib/stores/moderation/claimed-item.ts';
import { isClaimed } from '#lib/stores/moderation/claims.ts';
import {
  $reviewList,
  $reviewTab,
  countUnlisted,
  loadMore,
  noteClaim,
  noteReturn,
  removeEntry,
} from '#lib/stores/moderation/review-list.ts';

/** The open post. */
export const claimedPost = new ClaimedItem<ReviewItem>({
  noun: 'post',
  idName: 'postId',
  calls: { renew: renewReview, release: releaseReview },
  claim: async (postId, signal) => {
    const claimed = await requestData(claimReview, { params: { postId }, signal });
    await prepareTexts([claimed.post.content]);
    return claimed;
  },
  $list: $reviewList,
  free: () => {
    const entries = remoteValue($reviewList.get())?.entries ?? [];
    return entries.filter((entry) => !isClaimed(entry)).map(({ postId }) => postId);
  },
  loadMore: () => {
    const [tab, all] = [$reviewTab.get(), remoteValue($reviewList.get())];
    return tab && all && countUnlisted(tab, all) > 0 ? loadMore() : undefined;
  },
  noteClaim,
  remove: removeEntry,
  onOpen: noteReturn,
});

/** Works on the queue until the returned function is called. Its forms begin with the guidelines, which load now (Rule 28.54). */
export function startQueue(): () => void {
  $guidelines.get();
  return claimedPost.start();
}
