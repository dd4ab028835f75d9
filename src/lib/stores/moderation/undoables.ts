/** Keeping, removing and banning in the moderators' queue, and undoing them (Rules 28.47 and 28.48). */
import { atom, computed, type ReadableAtom } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { errorToMessage, HttpError, mayHaveArrived } from '#lib/client/errors.ts';
import { hasFeature } from '#lib/client/features.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { moderationRefusal } from '#lib/domain/refusal.ts';
import { runtime } from '#lib/runtime.ts';
import * as moderation from '#lib/schemas/calls/moderation.ts';
import { keepPost, reopenReview } from '#lib/schemas/calls/review.ts';
import { type BanForm, banDays } from '#lib/schemas/forms/ban-form.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';
import type { ReviewEntry, ReviewItem } from '#lib/schemas/review.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { createTask, isBusy, type Task, type TaskState } from '#lib/stores/core/task.ts';
import { isGone } from '#lib/stores/moderation/claims.ts';
import { claimedPost } from '#lib/stores/moderation/queue.ts';
import { $reviewTab, findEntry, restoreEntry, showTab } from '#lib/stores/moderation/review-list.ts';
import {
  $doneAction,
  isModeratedHere,
  markModerated,
  onModerated,
  unmarkModerated,
} from '#lib/stores/posts/moderated.ts';
import { revertSent, undoButton } from '#lib/stores/posts/undo-action.ts';
import { banThenRemove, isOnlyBanned, revertBans } from '#lib/stores/posts/without-ids.ts';
import { banDraft, EMPTY_BAN } from '#lib/stores/profile/ban-draft.ts';
import { wordsDraft } from '#lib/stores/session/draft.ts';
import { rulesInReason } from '#lib/stores/session/reason-rules.ts';
import { keepReason, keepReply } from '#lib/stores/session/recent-reasons.ts';

/** An entry of Undo: what can be undone: how, and what to call afterwards. */
interface Undoable {
  entry: ReviewEntry;
  revert: () => Promise<void>;
  onUndone: () => void;
}

const undoables = atom<readonly Undoable[]>([]);
/**
 * The keeping that is being sent, for which undoing waits: its undoable, undefined after a failure, and
 * the last one that was done before it.
 */
const sending = atom<{ sent: Promise<Undoable | undefined>; before: Undoable | undefined } | null>(null);
const keepings = new Map<string, Task>();
const banning = createTask();

/** Whether a decision of this page can be undone. */
export const $canUndo = computed([undoables, sending], (all, sent) => all.length > 0 || sent !== null);

/** Keeping a post, which may go on while the next one is open. */
function keeping(postId: string): Task {
  const task = keepings.get(postId) ?? createTask();
  keepings.set(postId, task);
  return task;
}

/** How far keeping a post is. */
export const keepState = (postId: string): ReadableAtom<TaskState> => keeping(postId).$state;

/** How far removing the open post and banning its author is. */
export const $banning = banning.$state;

const entryOf = ({ post, reports, openedAt }: ReviewItem): ReviewEntry =>
  findEntry(post.id) ?? {
    postId: post.id,
    title: post.title,
    reports: reports.length,
    openedAt,
    claim: null,
  };

/** Finds out whether a decision was made that got no answer. */
async function recheck(postId: string): Promise<void> {
  await claimedPost.reclaim();
  if (claimedPost.decidable?.post.id === postId) unmarkModerated(postId);
}

/** A refusal because the item is gone ends the work on it. */
const onFailure =
  (postId: string) =>
  (error: unknown): unknown => {
    if (mayHaveArrived(error)) return recheck(postId);
    return isGone(error) ? claimedPost.noteRefusal(postId, error) : unmarkModerated(postId);
  };

/** With `stays`, the item has reports left, so it is shown as it is now. */
async function settle(undoable: Undoable, stays = false): Promise<void> {
  undoables.set([...undoables.get(), undoable]);
  keeping(undoable.entry.postId).reset();
  banning.reset();
  if (stays) {
    unmarkModerated(undoable.entry.postId);
    await claimedPost.reclaim();
    return claimedPost.goTo(undoable.entry.postId);
  }
  await claimedPost.goOn(undoable.entry.postId);
}

/** Shows what was done, with a button that undoes it. */
const offerUndo = (text: string, undoable: Undoable): void =>
  runtime.showStatus({ text, button: undoButton(() => void undo(undoable)) });

async function sendKeep({ post, ...item }: ReviewItem, sentence: string): Promise<Undoable | undefined> {
  const { id } = post;
  const params = { postId: id };
  markModerated(id);
  const task = keeping(id);
  const send = () => requestData(keepPost, { params, body: { sentence } });
  const done = await task.run(send, moderationRefusal, onFailure(id));
  const state = task.$state.get();
  if (state.state === 'refused' && claimedPost.$currentId.get() !== id)
    showStatus(`Couldn’t keep “${post.title}”. ${state.message}`);
  if (!done) return undefined;
  if (sentence !== '') keepReply(sentence);
  const draft = wordsDraft('keep', id);
  draft.discard();
  return {
    entry: entryOf({ post, ...item }),
    revert: () => requestData(reopenReview, { params }),
    onUndone: () => draft.keep({ words: sentence }, { words: '' }),
  };
}

/** Keeps the open post. Its reporters get the sentence. */
export async function keep(sentence: string): Promise<void> {
  const item = claimedPost.decidable;
  if (item === undefined || isBusy(keepState(item.post.id).get())) return;
  const sent = sendKeep(item, sentence);
  const current = { sent, before: undoables.get().at(-1) };
  sending.set(current);
  const undoable = await sent;
  if (sending.get() === current) sending.set(null);
  if (undoable === undefined) return;
  offerUndo('Kept.', undoable);
  await settle(undoable);
}

/** Removes the open post and bans its author. Resolves to whether it is done. */
export async function removeAndBan(item: ReviewItem, ban: BanForm): Promise<boolean> {
  const { id, author } = item.post;
  const params = { postId: id };
  const { reason } = ban;
  const removal = { postId: id, actionType: MOD_ACTION_TYPE.delete, reason, updatedPost: null };
  markModerated(id);
  let revert = async (): Promise<void> => {
    await revertSent({ ...removal, id: null });
    await revertBans(author.id, id);
  };
  const send = async (): Promise<void> => {
    const rules = await rulesInReason(reason);
    const sent = { reason, ...rules, days: banDays(ban) };
    if (await hasFeature('decisions')) {
      const stored = await requestData(moderation.removeAndBan, { params, body: sent });
      revert = () => requestData(moderation.revertRemoveAndBan, { params, query: stored });
    } else await banThenRemove(author.id, { ...removal, ...rules }, sent);
    keepReason(reason);
  };
  const describe = (refusal: HttpError): string =>
    (isOnlyBanned(id) ? 'The ban was issued, but the post was not removed. ' : '') +
    moderationRefusal(refusal);
  if (!(await banning.run(send, describe, onFailure(id)))) return false;
  const draft = banDraft(author.id);
  draft.discard();
  const undoable = { entry: entryOf(item), revert, onUndone: () => draft.keep(ban, EMPTY_BAN) };
  offerUndo(`Removed, and ${author.username} is banned.`, undoable);
  await settle(undoable);
  return true;
}

/** Leaves the form of removing and banning; its draft is kept. Returns false while it is being sent, which cannot be stopped. */
export function leaveBanForm(): boolean {
  if ($banning.get().state === 'sending') return false;
  banning.reset();
  return true;
}

function forget(undoable: Undoable): void {
  undoables.set(undoables.get().filter((one) => one !== undoable));
}

async function bringBack(undoable: Undoable): Promise<void> {
  forget(undoable);
  if ($reviewTab.get() === undefined) return showTab('reported', undoable.entry.postId);
  // Before it is listed, because an empty queue opens what is listed.
  const isOpen = claimedPost.goTo(undoable.entry.postId);
  restoreEntry(undoable.entry);
  await isOpen;
}

let isUndoing = false;

/** Whether undoing would be refused each time. */
const isFinal = (error: unknown): boolean =>
  isGone(error) || (error instanceof HttpError && [403, 409].includes(error.status));

/** The last undoable, also while it is being sent, unless another one was made and done meanwhile. */
const lastUndoable = async (): Promise<Undoable | undefined> => {
  const done = undoables.get().at(-1);
  const current = sending.get();
  return current?.before === done ? current?.sent : done;
};

/** Undoes an undoable, by default the last one, and opens its item again. */
export async function undo(chosen?: Undoable): Promise<void> {
  if (isUndoing) return;
  isUndoing = true;
  const undoable = chosen ?? (await lastUndoable());
  try {
    if (undoable === undefined) return;
    await undoable.revert();
  } catch (error) {
    // Those before it can still be undone.
    if (isFinal(error) && undoable) forget(undoable);
    const reason = error instanceof HttpError ? moderationRefusal(error) : errorToMessage(error);
    return showStatus(`Couldn’t undo it. ${reason}`);
  } finally {
    isUndoing = false;
  }
  undoable.onUndone();
  showStatus('The decision was undone.');
  await bringBack(undoable);
}

/** Goes on after an action that was sent from a dialog, and returns after it was undone. */
export function followActions(): () => void {
  let fresh: string | undefined;
  return combineStops([
    $doneAction.listen((done) => {
      const item = claimedPost.decidable;
      if (done === null || item?.post.id !== done.postId) return;
      const { postId, revert, onUndone, ofReply = false } = done;
      const stays = ofReply && item.reports.some((report) => !report.ofReply);
      const onReverted = (): void => {
        onUndone();
        if (stays) void claimedPost.reclaim();
      };
      const undoable = { entry: entryOf(item), revert, onUndone: onReverted };
      if (ofReply) offerUndo('Reply removed.', undoable);
      fresh = postId;
      void settle(undoable, stays);
    }),
    onModerated((postId): unknown => {
      if (postId === fresh) {
        fresh = undefined;
        return undefined;
      }
      const undone = undoables.get().findLast(({ entry }) => entry.postId === postId);
      if (undone && !isModeratedHere(postId)) return bringBack(undone);
      // It is not known whether the action was done.
      return claimedPost.decidable?.post.id === postId ? recheck(postId) : undefined;
    }),
  ]);
}
