/** Writing, changing, deleting and moderating posts: what the forms start from, and sending them. */

import { mayHaveArrived } from '#lib/client/errors.ts';
import { createModAction, revertModAction } from '#lib/client/moderation.ts';
import { createPost, deletePost, updatePost } from '#lib/client/post.ts';
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
import { MOD_ACTION_TYPE, type ModAction, type ModActionCreate } from '#lib/schemas/moderation.ts';
import type { Post } from '#lib/schemas/post.ts';
import { keepReason } from '#lib/stores/core/recent-reasons.ts';
import { reloadInPlace } from '#lib/stores/core/scroll-position.ts';
import { attempt, reportProgress, stopSending } from '#lib/stores/core/sending.ts';
import { showStatus, showStatusOnNextPage } from '#lib/stores/core/status.ts';
import { rememberDeletedPost } from '#lib/stores/posts/deleted-posts.ts';
import { closePostDialog, type PostDialog } from '#lib/stores/posts/post-dialog.ts';
import { currentAuthor, discardDraft } from '#lib/stores/posts/post-draft.ts';

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

async function create(player: { id: number }, form: PostForm, signal: AbortSignal): Promise<Post> {
  const dto = { player: { id: player.id }, author: { id: currentAuthor() }, ...written(form) };
  const onUploadProgress = form.replay === null ? undefined : reportProgress;
  try {
    return await createPost(dto, form.replay, { signal, onUploadProgress });
  } catch (error) {
    if (mayHaveArrived(error)) unanswered.add(player.id);
    throw error;
  }
}

/** What the page says once it is reloaded. */
const ACKNOWLEDGEMENTS: Readonly<Record<PostDialog['kind'], string>> = {
  create: 'Post published',
  edit: 'Changes saved',
  delete: 'Post removed',
  'mod-edit': 'Changes saved',
  'mod-delete': 'Post removed',
  revert: 'The mod action was reverted.',
};

/** Forgets the draft and reloads the page, which returns to the post and acknowledges the action (Rule 9.10). */
function finish(dialog: PostDialog, postId: string): void {
  discardDraft(dialog);
  showStatusOnNextPage(ACKNOWLEDGEMENTS[dialog.kind]);
  reloadInPlace(postId);
}

async function sendNewPost(dialog: Extract<EditorDialog, { kind: 'create' }>, form: PostForm): Promise<void> {
  const { player } = dialog;
  let created: Post | undefined;
  const send = async (signal: AbortSignal): Promise<void> => {
    created = await create(player, form, signal);
  };
  await attempt(send, (refusal) => createRefusal(refusal, unanswered.has(player.id)));
  if (created) finish(dialog, created.id);
}

/**
 * Sends a post whose fields have passed, then reloads the page. A refusal is said in `$sending` and keeps everything.
 */
export async function sendPost(dialog: EditorDialog, form: PostForm): Promise<void> {
  if (dialog.kind === 'create') return sendNewPost(dialog, form);
  const { post } = dialog;
  // The whole post, as other servers read it; its replay is no part of an edit.
  const changed = { ...post, replay: null, ...written(form) };
  if (await attempt((signal) => updatePost(changed, { signal }), refusalSentence)) finish(dialog, post.id);
}

/** Deletes a post of the viewer, then reloads the page. It cannot be stopped. A refusal is said in `$sending`. */
export async function removePost(post: Post): Promise<void> {
  if (!(await attempt(() => deletePost(post.id), refusalSentence))) return;
  rememberDeletedPost(post);
  finish({ kind: 'delete', post }, post.id);
}

async function moderate(dialog: PostDialog, action: ModActionCreate): Promise<void> {
  if (!(await attempt((signal) => createModAction(action, signal), moderationRefusal))) return;
  keepReason(action.reason);
  finish(dialog, action.postId);
}

/** Changes a post as a moderator, which makes it read-only, then reloads the page (Rule 11.1). */
export function sendModEdit(post: Post, { title, content, flairs, modReason }: ModEditForm): Promise<void> {
  return moderate(
    { kind: 'mod-edit', post },
    {
      postId: post.id,
      actionType: MOD_ACTION_TYPE.update,
      reason: modReason,
      // Whole, as other servers read it.
      updatedPost: { ...post, replay: null, title, content, flairs: packFlairs(flairs) } as Post,
    },
  );
}

/** Deletes a post as a moderator, which locks and hides it, then reloads the page (Rule 11.2). */
export function sendModDelete(post: Post, { modReason }: ModDeleteForm): Promise<void> {
  return moderate(
    { kind: 'mod-delete', post },
    { postId: post.id, actionType: MOD_ACTION_TYPE.delete, reason: modReason, updatedPost: null },
  );
}

/** Takes a moderator action back, then reloads the page (Rule 11.7). It cannot be stopped. */
export async function sendRevert(action: ModAction): Promise<void> {
  if (await attempt(() => revertModAction(action.id), moderationRefusal))
    finish({ kind: 'revert', action }, action.postId);
}

/** Closes the dialog, or takes back what is being sent. The draft stays. */
export function leaveEditor(): void {
  if (stopSending()) closePostDialog();
  else showStatus('Sending stopped');
}
