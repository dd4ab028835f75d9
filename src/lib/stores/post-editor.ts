/** Writing, changing, deleting and moderating posts: what the forms start from, and sending them. */

import { mayHaveArrived } from '#lib/api/may-have-arrived.ts';
import { createModAction, revertModAction } from '#lib/api/moderation.ts';
import { createPost, deletePost, updatePost } from '#lib/api/post.ts';
import { NEUTRAL_FLAIRS, needsReplay, offersTicket, packFlairs, parseFlairs } from '#lib/domain/flairs.ts';
import { createRefusal, moderationRefusal, refusalSentence } from '#lib/domain/refusal.ts';
import { regions, type SupportLinks } from '#lib/regions.ts';
import { runtime } from '#lib/runtime.ts';
import {
  type ModDeleteForm,
  type ModEditForm,
  type PostForm,
  type PostFormValues,
  postFormSchema,
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

const createSchema = postFormSchema({ needsReplay, offersTicket });
const editSchema = postFormSchema({ needsReplay: () => false, offersTicket });

/** What the editor's fields must pass; the replay rule holds for new posts only (Rule 9.3). */
export function editorSchema(dialog: EditorDialog) {
  return dialog.kind === 'create' ? createSchema : editSchema;
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
  return {
    title,
    content,
    flairs: packFlairs(flairs),
    supportTicketStatus: { hasTicket: ticketId !== null, ticketId },
  };
}

/** Players about whom a post was sent that got no answer: it may have been stored all the same. */
const unanswered = new Set<number>();

async function create(player: { id: number }, form: PostForm, signal: AbortSignal): Promise<void> {
  const dto = { player: { id: player.id }, author: { id: currentAuthor() }, ...written(form) };
  const onUploadProgress = form.replay === null ? undefined : reportProgress;
  try {
    await createPost(dto, form.replay, { signal, onUploadProgress });
  } catch (error) {
    if (mayHaveArrived(error)) unanswered.add(player.id);
    throw error;
  }
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
  const sent =
    dialog.kind === 'create'
      ? attempt(
          (signal) => create(dialog.player, form, signal),
          (refusal) => createRefusal(refusal, unanswered.has(dialog.player.id)),
        )
      : attempt(
          // The whole post, as other servers read it; its replay is no part of an edit.
          (signal) => updatePost({ ...dialog.post, replay: null, ...written(form) }, { signal }),
          refusalSentence,
        );
  return finish(dialog, sent);
}

/** Deletes a post of the viewer, then reloads the page. It cannot be stopped. A refusal is said in `$sending`. */
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
    // Whole, as other servers read it.
    updatedPost: { ...post, replay: null, title, content, flairs: packFlairs(flairs) },
  };
  return finish(
    { kind: 'mod-edit', post },
    attempt((signal) => createModAction(action, signal), moderationRefusal),
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
    attempt((signal) => createModAction(action, signal), moderationRefusal),
    { modReason },
  );
}

/** Takes a moderator action back, then reloads the page (Rule 11.7). It cannot be stopped. */
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
