/** Changing and deleting posts as a moderator. */
import { mayHaveArrived } from '#lib/client/errors.ts';
import { createModAction } from '#lib/client/moderation.ts';
import { packFlairs } from '#lib/domain/flairs.ts';
import { moderationRefusal } from '#lib/domain/refusal.ts';
import type { ModDeleteForm, ModEditForm } from '#lib/schemas/forms/post-form.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { ModActionCreate } from '#lib/schemas/written-moderation.ts';
import {
  $doneAction,
  markModerated,
  type SentAction,
  showModerated,
  unmarkModerated,
} from '#lib/stores/posts/moderated.ts';
import { closePostDialog, type PostDialog } from '#lib/stores/posts/post-dialog.ts';
import { editorTask, postDraft } from '#lib/stores/posts/post-editor.ts';
import { acknowledgeAction } from '#lib/stores/posts/undo-action.ts';
import { namedRules } from '#lib/stores/session/named-rules.ts';
import { keepReason } from '#lib/stores/session/recent-reasons.ts';

/** Shown next to the moderated post. */
const ACKNOWLEDGEMENTS = { 'mod-edit': 'Changes saved.', 'mod-delete': 'Removed.' };

type ModDialog = Extract<PostDialog, { kind: keyof typeof ACKNOWLEDGEMENTS }>;

/** Closes the form and shows the effect on the page. What was typed is a draft again once the action is undone. */
async function finishInPlace(dialog: ModDialog, action: SentAction): Promise<void> {
  const draft = postDraft(dialog);
  const typed = draft.read();
  draft.discard();
  editorTask.reset();
  closePostDialog();
  const onUndone = (): void => {
    if (typed) draft.keep(typed, {});
  };
  $doneAction.set({ sent: action, onUndone });
  await Promise.all([
    showModerated(action.postId),
    acknowledgeAction(ACKNOWLEDGEMENTS[dialog.kind], action, onUndone),
  ]);
}

async function moderate(dialog: ModDialog, action: ModActionCreate): Promise<void> {
  markModerated(action.postId);
  let id: string | null = null;
  const send = async (signal: AbortSignal): Promise<void> => {
    id = await createModAction({ ...action, ...(await namedRules(action.reason)) }, signal);
    keepReason(action.reason);
  };
  const onFailure = (error: unknown) =>
    mayHaveArrived(error) ? showModerated(action.postId) : unmarkModerated(action.postId);
  if (await editorTask.run(send, moderationRefusal, onFailure))
    await finishInPlace(dialog, { ...action, id });
}

/** Changes a post as a moderator, which makes it read-only (Rule 11.1). */
export function sendModEdit(post: Post, { title, content, flairs, modReason }: ModEditForm): Promise<void> {
  // The whole post, as in `sendPost` of `post-editor.ts`.
  const updatedPost = { ...post, replay: null, title, content, flairs: packFlairs(flairs) };
  const action = { postId: post.id, actionType: MOD_ACTION_TYPE.update, reason: modReason, updatedPost };
  return moderate({ kind: 'mod-edit', post }, action);
}

/** Deletes a post as a moderator, which locks and hides it (Rule 11.2). */
export function sendModDelete(post: Post, { modReason }: ModDeleteForm): Promise<void> {
  const action = { postId: post.id, actionType: MOD_ACTION_TYPE.delete, reason: modReason };
  return moderate({ kind: 'mod-delete', post }, { ...action, updatedPost: null });
}
