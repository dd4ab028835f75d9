/** Changing and deleting posts as a moderator, removing replies, and warning players. */
import { requestData } from '#lib/client/client.ts';
import { mayHaveArrived } from '#lib/client/errors.ts';
import { createModAction } from '#lib/client/moderation.ts';
import { packFlairs } from '#lib/domain/flairs.ts';
import { moderationRefusal } from '#lib/domain/refusal.ts';
import { createWarning } from '#lib/schemas/calls/decision.ts';
import { removeReply, restoreReply } from '#lib/schemas/calls/reply.ts';
import type { ModDeleteForm, ModEditForm } from '#lib/schemas/forms/post-form.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';
import type { PlayerListing } from '#lib/schemas/player.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { ModActionCreate } from '#lib/schemas/written-moderation.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import {
  $doneAction,
  $recordChange,
  markModerated,
  showModerated,
  unmarkModerated,
} from '#lib/stores/posts/moderated.ts';
import { closePostDialog, type PostDialog } from '#lib/stores/posts/post-dialog.ts';
import { editorTask, postDraft } from '#lib/stores/posts/post-editor.ts';
import { acknowledge, acknowledgeAction, revertSent } from '#lib/stores/posts/undo-action.ts';
import { rulesInReason } from '#lib/stores/session/reason-rules.ts';
import { keepReason } from '#lib/stores/session/recent-reasons.ts';

type ModDialog = Extract<PostDialog, { kind: 'mod-edit' | 'mod-delete' | 'remove-reply' | 'warn' }>;

/** Closes the form. What was typed is a draft again once the returned function is called. */
function close(dialog: ModDialog): () => void {
  const draft = postDraft(dialog);
  const typed = draft.read();
  draft.discard();
  editorTask.reset();
  closePostDialog();
  return () => {
    if (typed) draft.keep(typed, {});
  };
}

/** The reason with the codes of the guidelines that it names, as requests have it. */
type Reason = { reason: string; rules?: string[] };

/**
 * Sends a form with its reason, and closes it. Returns what makes its text a draft again; null after a failure, which the form
 * shows.
 */
async function act(
  dialog: ModDialog,
  reason: string,
  request: (reason: Reason, signal: AbortSignal) => Promise<unknown>,
): Promise<(() => void) | null> {
  const postId = 'post' in dialog ? dialog.post.id : null;
  if (postId !== null) markModerated(postId);
  const send = async (signal: AbortSignal): Promise<void> => {
    await request({ reason, ...(await rulesInReason(reason)) }, signal);
    keepReason(reason);
  };
  const onFailure = (error: unknown): unknown => {
    if (postId === null) return undefined;
    return mayHaveArrived(error) ? showModerated(postId) : unmarkModerated(postId);
  };
  return (await editorTask.run(send, moderationRefusal, onFailure)) ? close(dialog) : null;
}

/** Shows the effect on the page, with a sentence next to the post. With `warned`, a removal warns the author (Rule 31.30). */
async function moderate(
  dialog: ModDialog,
  sentence: string,
  action: ModActionCreate,
  warned?: PlayerListing,
): Promise<void> {
  const { postId } = action;
  let id: string | null = null;
  const onUndone = await act(dialog, action.reason, async (reason, signal) => {
    const warning = warned && { userId: warned.id, postId, removes: true, ...reason };
    id = warning
      ? (await requestData(createWarning, { body: warning, signal })).actionId
      : await createModAction({ ...action, ...reason }, signal);
  });
  if (onUndone === null) return;
  const sent = { ...action, id };
  $doneAction.set({ postId, revert: () => revertSent(sent), onUndone });
  await Promise.all([showModerated(postId), acknowledgeAction(sentence, sent, onUndone)]);
}

/** Changes a post as a moderator, which makes it read-only (Rule 11.1). */
export function sendModEdit(post: Post, { title, content, flairs, modReason }: ModEditForm): Promise<void> {
  // The whole post, as in `sendPost` of `post-editor.ts`.
  const updatedPost = { ...post, replay: null, title, content, flairs: packFlairs(flairs) };
  const action = { postId: post.id, actionType: MOD_ACTION_TYPE.update, reason: modReason, updatedPost };
  return moderate({ kind: 'mod-edit', post }, 'Changes saved.', action);
}

/** Deletes a post as a moderator, which locks and hides it (Rule 11.2). */
export function sendModDelete(post: Post, { modReason: reason, warns }: ModDeleteForm): Promise<void> {
  const action = { postId: post.id, actionType: MOD_ACTION_TYPE.delete, reason, updatedPost: null };
  const sentence = warns ? `Removed, and ${post.author.username} was warned.` : 'Removed.';
  return moderate({ kind: 'mod-delete', post }, sentence, action, warns ? post.author : undefined);
}

/** Removes the reply to a post (Rule 31.7), and with `warns` warns its author by that. */
export async function sendReplyRemoval(post: Post, { modReason, warns }: ModDeleteForm): Promise<void> {
  const postId = post.id;
  const params = { postId };
  const onUndone = await act({ kind: 'remove-reply', post }, modReason, (reason, signal) =>
    requestData(removeReply, { params, body: { ...reason, ...(warns && { warns }) }, signal }),
  );
  if (onUndone === null) return;
  const revert = async (): Promise<void> => {
    await requestData(restoreReply, { params });
    unmarkModerated(postId);
  };
  // The queue replaces the sentence, whose button would not open the item again.
  acknowledge('Reply removed.', postId, revert, onUndone);
  $doneAction.set({ postId, revert, onUndone, ofReply: true });
  await showModerated(postId);
}

/** Warns a player (Rule 31.30). */
export async function sendWarning(player: PlayerListing, { modReason }: ModDeleteForm): Promise<void> {
  const isSent = await act({ kind: 'warn', player }, modReason, (reason, signal) =>
    requestData(createWarning, { body: { userId: player.id, postId: null, ...reason }, signal }),
  );
  if (!isSent) return;
  $recordChange.set({});
  showStatus(`${player.username} was warned.`);
}
