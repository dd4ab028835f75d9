/** The item that a moderator decides about: claimed while it is open, and the next one after it (Rules 28.46 and 28.50). */
import { atom, type ReadableAtom } from 'nanostores';
import { HttpError } from '#lib/client/errors.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { GuidSchema } from '#lib/schemas/common.ts';
import type { ReviewChange, ReviewItem } from '#lib/schemas/review.ts';
import { $address, changeQuery } from '#lib/stores/core/address.ts';
import { createRemote, type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { onQueueChange } from '#lib/stores/moderation/changes.ts';
import { claim, isGone, isTaken, noteRival, releaseClaim } from '#lib/stores/moderation/claims.ts';
import {
  $reviewList,
  $reviewTab,
  countUnlisted,
  hasLeft,
  isClaimed,
  loadMore,
  noteReturn,
  removeEntry,
} from '#lib/stores/moderation/review-list.ts';
import { isModeratedHere, unmarkModerated } from '#lib/stores/posts/moderated.ts';
import { $viewer } from '#lib/stores/session/session.ts';

/** Posts that come again after all others. */
const skipped = new Set<string>();

/** Puts an item behind all others. */
function passOver(postId: string): void {
  skipped.add(postId);
}

/** Lets skipped items come in their order again. */
function forgetSkipped(): void {
  skipped.clear();
}

/** The first item that was not skipped and that no one else works on. */
async function findNext(): Promise<string | undefined> {
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

/** Shown when the item was decided meanwhile, or its post deleted. */
export const GONE = 'This post no longer waits for a decision.';

const item = createRemote<ReviewItem>();
const currentId = atom<string | null>(null);
const arrival = atom<string | null>(null);
/** The user goes on, so that the focus follows to what opens next. */
let isUserMoving = false;
const notice = atom<string | null>(null);
/** Posts that are being decided here. */
const own = new Set<string>();

/** The post of the open item; null when nothing is open. */
export const $currentId: ReadableAtom<string | null> = currentId;

/** The open item. */
export const $item: ReadableAtom<Remote<ReviewItem>> = item.$remote;

/** The post that the user went to, until the focus has followed. */
export const $arrival: ReadableAtom<string | null> = arrival;

/** Notes that the focus has followed. */
export function arrive(): void {
  arrival.set(null);
}

/** Why the open item cannot be decided any longer; null while it can. */
export const $notice: ReadableAtom<string | null> = notice;

/** The open item, if it can be decided. */
export const openItem = (): ReviewItem | undefined =>
  notice.get() === null ? remoteValue(item.$remote.get()) : undefined;

/** The post whose item is claimed here, also while the claim is being answered: others see it before. */
export const claimedPost = (): string | null =>
  notice.get() === null && ['ready', 'loading'].includes(item.$remote.get().status) ? currentId.get() : null;

/** Lets others have the open item. */
function release(): void {
  const postId = claimedPost();
  currentId.set(null);
  item.reset();
  notice.set(null);
  if (postId === null || hasLeft(postId)) return;
  releaseClaim(postId);
}

/**
 * Opens an item. One that is gone or claimed by another is passed over, with a sentence about it, unless it was `chosen`: then the
 * sentence takes its place.
 */
async function open(postId: string, { chosen = false } = {}): Promise<void> {
  release();
  currentId.set(postId);
  if (isUserMoving) arrival.set(postId);
  isUserMoving = false;
  unmarkDecided(postId);
  noteReturn(postId);
  changeQuery({ post: postId }, { replace: true });
  let refusal: string | undefined;
  await item.load(
    async (signal) => {
      try {
        return await claim(postId, signal);
      } catch (error) {
        if (error instanceof HttpError && isTaken(error)) refusal = noteRival(postId, error);
        else if (isGone(error)) {
          refusal = GONE;
          removeEntry(postId);
        }
        throw error;
      }
    },
    { mode: 'replace' },
  );
  if (chosen || refusal === undefined || currentId.get() !== postId) return;
  showStatus(refusal);
  await openNext();
}

/** Whether the item is open, and no message says that it cannot be decided. */
const isDecidable = (postId: string): boolean => postId === currentId.get() && notice.get() === null;

let isSearching = false;

/** Opens the next item; nothing is open when there is none. */
async function openNext(): Promise<void> {
  isSearching = true;
  const next = await findNext();
  isSearching = false;
  if (next !== undefined) return isDecidable(next) ? undefined : open(next);
  isUserMoving = false;
  release();
  changeQuery({ post: null }, { replace: true });
}

/** Goes to an item, as the user asked. */
export async function goTo(postId: string): Promise<void> {
  isUserMoving = true;
  if (!isDecidable(postId)) return open(postId, { chosen: true });
  isUserMoving = false;
  arrival.set(postId);
}

/** Goes on without a decision; the item comes again after all others. */
export async function skip(): Promise<void> {
  const postId = currentId.get();
  if (postId !== null) passOver(postId);
  isUserMoving = true;
  await openNext();
  isUserMoving = false;
  if (postId !== null && postId === currentId.get()) showStatus('No other post waits in this tab.');
}

/** Goes on after the open item was decided. */
export async function goOn(postId: string): Promise<void> {
  removeEntry(postId);
  if (currentId.get() !== postId) return;
  isUserMoving = true;
  await openNext();
}

/** Opens the item again after it failed to load. */
export function retryItem(): void {
  const postId = currentId.get();
  if (postId !== null) void open(postId);
}

/** Marks a post before it is decided here, because the live event may arrive before the answer. */
export function markDecided(postId: string): void {
  own.add(postId);
}

/** Removes that mark from a post that is not decided, so that what others decide is noticed. */
export function unmarkDecided(postId: string): void {
  own.delete(postId);
  unmarkModerated(postId);
}

/** Stops deciding about the open item: what was typed stays. */
function blockItem(postId: string, sentence: string): void {
  if (currentId.get() === postId) notice.set(sentence);
}

/** Takes an item that was decided or deleted elsewhere out of the list. If it is open, it stays with a message. */
export function loseItem(postId: string): void {
  removeEntry(postId);
  blockItem(postId, GONE);
}

/** Claims the open item again after its claim may have been lost, and shows it as it is now. */
export async function reclaim(): Promise<void> {
  const postId = currentId.get();
  const { status } = item.$remote.get();
  if (postId === null || status === 'loading') return;
  if (status !== 'ready') return open(postId, { chosen: true });
  try {
    const fresh = await claim(postId);
    if (currentId.get() !== postId) return;
    notice.set(null);
    item.update(() => fresh);
  } catch (error) {
    if (!(error instanceof HttpError)) return;
    if (isTaken(error)) blockItem(postId, noteRival(postId, error));
    else if (isGone(error)) loseItem(postId);
  }
}

/** Opens the item of the address, or the first, when a tab has loaded; and the first one that arrives in an empty tab. */
function followList(): () => void {
  let shown: string | undefined;
  return $reviewList.subscribe((remote) => {
    if (remote.status === 'loading') {
      shown = undefined;
      release();
    }
    if (remote.status !== 'ready') return;
    const tab = $reviewTab.get();
    const wanted = GuidSchema.safeParse($address.get().query.post).data;
    if (tab !== shown) {
      shown = tab;
      forgetSkipped();
      void (wanted === undefined ? openNext() : open(wanted, { chosen: true }));
    } else if (
      !isSearching &&
      currentId.get() === null &&
      remote.value.entries.some((entry) => !isClaimed(entry))
    )
      void openNext();
  });
}

/** A change of the open item elsewhere, by the account that decided. */
function decidedText(by: ReviewChange['by']): string {
  if (by === null) return GONE;
  return by === $viewer.get()?.id
    ? 'You have decided about this post in another tab.'
    : 'Another moderator has decided about this post.';
}

/** Applies what others do to the open item. */
function followItem({ postId, change, claim: rival, by }: ReviewChange): void {
  if (postId !== currentId.get()) return;
  const isRival = rival !== null && rival.id !== $viewer.get()?.id;
  if (change === 'claimed' && isRival) blockItem(postId, `${rival.username} is deciding about this post.`);
  if (change === 'decided' && !own.has(postId) && !isModeratedHere(postId))
    blockItem(postId, decidedText(by));
  // Another report may have arrived.
  if (change === 'opened' || (change === 'released' && openItem() === undefined)) void reclaim();
}

/** Follows the list and what others do to the open item, until the returned function is called. */
export function followQueue(): () => void {
  return combineStops([followList(), onQueueChange({ onChange: followItem, onMissed: () => {} }), release]);
}
