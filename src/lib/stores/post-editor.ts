/** Writing, changing, deleting and moderating posts: what the forms start from, and sending them. */
import { createModAction, revertModAction } from '#lib/api/moderation.ts';
import { createPost, deletePost, updatePost } from '#lib/api/post.ts';
import { NEUTRAL_FLAIRS, needsReplay, offersTicket, packFlairs, parseFlairs } from '#lib/domain/flairs.ts';
import { moderationRefusal, refusalSentence } from '#lib/domain/refusal.ts';
import { regions, type SupportLinks } from '#lib/regions.ts';
import { runtime } from '#lib/runtime.ts';
import {
  type ModDeleteForm,
  type ModEditForm,
  PostEditFormSchema,
  type PostForm,
  type PostFormValues,
  postCreateFormSchema,
} from '#lib/schemas/forms/post-form.ts';
import { MOD_ACTION_TYPE, type ModAction } from '#lib/schemas/moderation.ts';
import type { Post } from '#lib/schemas/post.ts';
import { closePostDialog, type PostDialog } from '#lib/stores/post-dialog.ts';
import { currentAuthor, discardDraft } from '#lib/stores/post-draft.ts';
import { keepReason } from '#lib/stores/recent-reasons.ts';
import { reloadInPlace } from '#lib/stores/scroll-position.ts';
import { attempt, reportProgress, stopSending } from '#lib/stores/sending.ts';

/** A dialog with the author's editor in it. */
export type EditorDialog = Extract<PostDialog, { kind: 'create' | 'edit' }>;

const createSchema = postCreateFormSchema(needsReplay);

/** What the editor's fields must pass; the replay rule holds for new posts only (Rule 9.3). */
export function editorSchema(dialog: EditorDialog) {
  return dialog.kind === 'create' ? createSchema : PostEditFormSchema;
}

/** The editor's fields before anything was typed. */
export function originalValues(dialog: EditorDialog): PostFormValues {
  const form = { replay: null, guidelinesAccepted: false };
  if (dialog.kind === 'create')
    return { title: '', content: '', flairs: NEUTRAL_FLAIRS, ticketId: '', ...form };
  const { title, content, flairs, supportTicketStatus } = dialog.post;
  return {
    title,
    content,
    flairs: parseFlairs(flairs),
    ticketId: supportTicketStatus.ticketId ?? '',
    ...form,
  };
}

/** The publisher's report forms of this region; null where it has none. */
export function supportLinks(): SupportLinks | null {
  return regions[runtime.region()].supportLinks;
}

function written({ title, content, flairs, ticketId }: PostForm) {
  const ticket = offersTicket(flairs) ? ticketId : null;
  return {
    title,
    content,
    flairs: packFlairs(flairs),
    supportTicketStatus: { hasTicket: ticket !== null, ticketId: ticket },
  };
}

function create(player: { id: number }, form: PostForm, signal: AbortSignal) {
  const dto = { player: { id: player.id }, author: { id: currentAuthor() }, ...written(form) };
  const onUploadProgress = form.replay === null ? undefined : reportProgress;
  return createPost(dto, form.replay, { signal, onUploadProgress });
}

/** Success forgets the draft and reloads the page (Rule 9.10). */
async function finish(
  dialog: PostDialog,
  sent: Promise<boolean>,
  kept: { modReason?: string } = {},
): Promise<void> {
  if (!(await sent)) return;
  discardDraft(dialog);
  if (kept.modReason !== undefined) keepReason(kept.modReason);
  reloadInPlace('post' in dialog ? dialog.post.id : undefined);
}

/**
 * Sends a post whose fields have passed, then reloads the page. A refusal is said in `$sending` and keeps everything.
 */
export function sendPost(dialog: EditorDialog, form: PostForm): Promise<void> {
  const send = (signal: AbortSignal): Promise<unknown> =>
    dialog.kind === 'create'
      ? create(dialog.player, form, signal)
      : updatePost({ id: dialog.post.id, ...written(form) });
  return finish(dialog, attempt(send, refusalSentence));
}

/** Deletes a post of the viewer, then reloads the page. A refusal is said in `$sending`. */
export function removePost(post: Post): Promise<void> {
  return finish(
    { kind: 'delete', post },
    attempt(() => deletePost(post.id), refusalSentence),
  );
}

/** Changes a post as a moderator, which makes it read-only, then reloads the page (Rule 11.1). */
export function sendModEdit(post: Post, { title, content, flairs, modReason }: ModEditForm): Promise<void> {
  const action = {
    postId: post.id,
    actionType: MOD_ACTION_TYPE.update,
    reason: modReason,
    updatedPost: { title, content, flairs: packFlairs(flairs) },
  };
  return finish(
    { kind: 'mod-edit', post },
    attempt(() => createModAction(action), moderationRefusal),
    { modReason },
  );
}

/** Deletes a post as a moderator, which locks and hides it, then reloads the page (Rule 11.2). */
export function sendModDelete(post: Post, { modReason }: ModDeleteForm): Promise<void> {
  const action = {
    postId: post.id,
    actionType: MOD_ACTION_TYPE.delete,
    reason: modReason,
    updatedPost: null,
  };
  return finish(
    { kind: 'mod-delete', post },
    attempt(() => createModAction(action), moderationRefusal),
    { modReason },
  );
}

/** Takes a moderator action back, then reloads the page (Rule 11.7). */
export function sendRevert(action: ModAction): Promise<void> {
  return finish(
    { kind: 'revert', action },
    attempt(() => revertModAction(action.id), moderationRefusal),
  );
}

/** Closes the dialog, or takes back what is being sent. The draft stays. */
export function leaveEditor(): void {
  if (stopSending()) closePostDialog();
}
