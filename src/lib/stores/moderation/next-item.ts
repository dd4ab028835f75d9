/** Which item of the list comes next (Rule 28.46). */
import { remoteValue } from '#lib/stores/core/remote.ts';
import {
  $reviewList,
  $reviewTab,
  countUnlisted,
  isClaimed,
  loadMore,
} from '#lib/stores/moderation/review-list.ts';

/** Posts that come again after all others. */
const skipped = new Set<string>();

/** Puts an item behind all others. */
export function passOver(postId: string): void {
  skipped.add(postId);
}

/** Lets skipped items come in their order again. */
export function forgetSkipped(): void {
  skipped.clear();
}

/** The first item that was not skipped and that no one else works on. */
export async function findNext(): Promise<string | undefined> {
  const find = () =>
    remoteValue($reviewList.get())?.entries.find((entry) => !skipped.has(entry.postId) && !isClaimed(entry))
      ?.postId;
  const tab = $reviewTab.get();
  const all = remoteValue($reviewList.get());
  const found = find();
  if (found === undefined && tab && all && countUnlisted(tab, all) > 0) await loadMore();
  if (found === undefined && find() === undefined) skipped.clear();
  return found ?? find();
}
