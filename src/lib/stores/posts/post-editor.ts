/** Writing, changing, deleting and moderating posts: what the forms start from, their drafts, and sending them. */
import { mayHaveArrived } from '#lib/client/errors.ts';
import { createModAction } from '#lib/client/moderation.ts';
import { createPost, deletePost, updatePost } from '#lib/client/post-changes.ts';
import { NEUTRAL_FLAIRS, needsReplay, offersTicket, packFlairs, parseFlairs } from '#lib/domain/flairs.ts';
import { createRefusal, moderationRefusal, refusalSentence } from '#lib/domain/refusal.ts';
import {
  type ModDeleteForm,
  type ModEditForm,
  type PostForm,
  type PostFormValues,
  postFormSchema,
} from '#lib/schemas/forms/post-form.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { ModActionCreate } from '#lib/schemas/written-moderation.ts';
import { z } from '#lib/schemas/zod.ts';
import { reloadInPlace } from '#lib/stores/core/scroll-position.ts';
import { showStatus, showStatusOnNextPage } from '#lib/stores/core/status.ts';
import { createTask, isBusy } from '#lib/stores/core/task.ts';
import { forgetDeletedPost, rememberDeletedPost } from '#lib/stores/posts/deleted-posts.ts';
import { $doneAction, markModerated, showModerated } from '#lib/stores/posts/moderated.ts';
import { $postDialog, closePostDialog, type PostDialog } from '#lib/stores/posts/post-dialog.ts';
import { postDraftKey } from '#lib/stores/posts/post-draft.ts';
import { passReplayCheck } from '#lib/stores/posts/replay-check.ts';
import { acknowledgeAction } from '#lib/stores/posts/undo-action.ts';
import { createDraft, currentAuthor, type Draft } from '#lib/stores/session/draft.ts';
import { namedRules } from '#lib/stores/session/named-rules.ts';
import { keepReason } from '#lib/stores/session/recent-reasons.ts';

/** A dialog with the author's editor in it. */
export type EditorDialog = Extract<PostDialog, { kind: 'create' | 'edit' }>;

/** Schemas of the editor's fields; the replay rule applies to new posts only (Rule 9.3). */
export const EDITOR_SCHEMAS = {
  create: postFormSchema({ needsReplay, offersTicket }),
  edit: postFormSchema({ needsReplay: () => false, offersTicket }),
};

/** The editor's fields before anything was typed. */
export function originalValues(dialog: EditorDialog): PostFormValues {
  const form = { replay: null, guidelinesAccepted: false };
  if (dialog.kind === 'create')
    return { title: '', content: '', flairs: NEUTRAL_FLAIRS, ticketId: '', ...form };
  const { title, content, supportTicketStatus } = dialog.post;
  const flairs = parseFlairs(dialog.post.flairs);
  return { title, content, flairs, ticketId: supportTicketStatus.ticketId ?? '', ...form };
}

/** Chosen files by draft. A file cannot be stored: it is kept while the page is open. */
const files = new Map<string, File>();

const OptionalTextSchema = z.optional(z.string());
const PostDraftSchema = z.object({
  title: OptionalTextSchema,
  content: OptionalTextSchema,
  ticketId: OptionalTextSchema,
  modReason: OptionalTextSchema,
  flairs: z.optional(z.pipe(z.coerce.number(), z.transform(parseFlairs))),
});

function textsOf({ flairs, replay, guidelinesAccepted: _, ...texts }: Partial<PostFormValues>) {
  return {
    ...texts,
    ...(flairs && { flairs: packFlairs(flairs) }),
    ...(replay && { replay: replay.name }),
  };
}

/** The draft of a form. */
export function postDraft<Values extends object>(dialog: PostDialog): Draft<Values> {
  const subject = dialog.kind === 'create' ? dialog.player.id : dialog.post.id;
  const keyOf = (): string => postDraftKey(dialog.kind, subject);
  const texts = createDraft<Values>(keyOf, PostDraftSchema, textsOf);
  return {
    read: () => {
      const saved = texts.read();
      const replay = files.get(keyOf());
      return saved && replay ? { ...saved, replay } : saved;
    },
    keep: (values, original) => {
      texts.keep(values, original);
      const { replay } = values as Partial<PostFormValues>;
      if (replay) files.set(keyOf(), replay);
      else files.delete(keyOf());
    },
    discard: () => {
      texts.discard();
      files.delete(keyOf());
    },
  };
}

/** The form or question that is being sent. */
export const formTask = createTask();

/** The state of the form or question that is being sent. It stays `done` until a page that reloads has done so. */
export const $sending = formTask.$state;

/** Shown after the reload, or at once, next to the moderated post. */
export const ACKNOWLEDGEMENTS: Readonly<Record<PostDialog['kind'], string>> = {
  create: 'Post published',
  edit: 'Changes saved',
  delete: 'Post removed',
  report: 'Reported. Moderators will look at it.',
  'mod-edit': 'Changes saved.',
  'mod-delete': 'Removed.',
};

/** Discards the draft and reloads the page, which returns to the post and acknowledges the action (Rule 9.10). */
function finish(dialog: PostDialog, postId: string): void {
  postDraft(dialog).discard();
  showStatusOnNextPage(ACKNOWLEDGEMENTS[dialog.kind]);
  reloadInPlace(postId);
}

function written({ title, content, flairs, ticketId }: PostForm) {
  return {
    title,
    content,
    flairs: packFlairs(flairs),
    supportTicketStatus: { hasTicket: ticketId !== null, ticketId },
  };
}

/** Players about whom a post was sent without getting an answer. It may have been stored. */
const unanswered = new Set<number>();

async function sendNewPost(dialog: Extract<EditorDialog, { kind: 'create' }>, form: PostForm): Promise<void> {
  const { id } = dialog.player;
  const post = { player: { id }, author: { id: currentAuthor() }, ...written(form) };
  await formTask.run(
    async (signal, reportProgress) => {
      const onUploadProgress = form.replay === null ? undefined : reportProgress;
      if (form.replay !== null) await passReplayCheck(form.replay, signal);
      try {
        const created = await createPost(post, form.replay, { signal, onUploadProgress });
        finish(dialog, created.id);
      } catch (error) {
        if (mayHaveArrived(error)) unanswered.add(id);
        throw error;
      }
    },
    (refusal) => createRefusal(refusal, unanswered.has(id)),
  );
}

/** Sends a validated post, then reloads the page. A refusal is shown through `$sending`, and the draft is kept. */
export async function sendPost(dialog: EditorDialog, form: PostForm): Promise<void> {
  if (dialog.kind === 'create') return sendNewPost(dialog, form);
  const { post } = dialog;
  // The whole post, because other servers read it all; an edit has no replay. A ticket id whose field is hidden stays.
  const { supportTicketStatus } = offersTicket(form.flairs) ? written(form) : post;
  const changed = { ...post, replay: null, ...written(form), supportTicketStatus };
  await formTask.run(async (signal) => {
    await updatePost(changed, { signal });
    finish(dialog, post.id);
  }, refusalSentence);
}

/** Deletes a post of the viewer, then reloads the page. It cannot be stopped. */
export async function removePost(post: Post): Promise<void> {
  await formTask.run(
    async () => {
      // First, because the live event of the deletion may arrive before the answer.
      rememberDeletedPost(post);
      await deletePost(post.id);
      finish({ kind: 'delete', post }, post.id);
    },
    refusalSentence,
    (error) => mayHaveArrived(error) || forgetDeletedPost(post.id),
  );
}

/** Closes the form and shows the effect on the page. What was typed is a draft again once the action is undone. */
async function finishInPlace(dialog: PostDialog, action: ModActionCreate): Promise<void> {
  const draft = postDraft(dialog);
  const typed = draft.read();
  draft.discard();
  formTask.reset();
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

async function moderate(dialog: PostDialog, action: ModActionCreate): Promise<void> {
  markModerated(action.postId);
  const send = async (signal: AbortSignal): Promise<void> => {
    await createModAction({ ...action, ...(await namedRules(action.reason)) }, signal);
    keepReason(action.reason);
  };
  const onFailure = (error: unknown) => mayHaveArrived(error) && showModerated(action.postId);
  if (await formTask.run(send, moderationRefusal, onFailure)) await finishInPlace(dialog, action);
}

/** Changes a post as a moderator, which makes it read-only (Rule 11.1). */
export function sendModEdit(post: Post, { title, content, flairs, modReason }: ModEditForm): Promise<void> {
  // The whole post, as in `sendPost`.
  const updatedPost = { ...post, replay: null, title, content, flairs: packFlairs(flairs) };
  const action = { postId: post.id, actionType: MOD_ACTION_TYPE.update, reason: modReason, updatedPost };
  return moderate({ kind: 'mod-edit', post }, action);
}

/** Deletes a post as a moderator, which locks and hides it (Rule 11.2). */
export function sendModDelete(post: Post, { modReason }: ModDeleteForm): Promise<void> {
  const action = { postId: post.id, actionType: MOD_ACTION_TYPE.delete, reason: modReason };
  return moderate({ kind: 'mod-delete', post }, { ...action, updatedPost: null });
}

/** Closes the dialog and keeps the draft. A form that is being sent is stopped instead; a sent one stays until the reload. */
export function leaveEditor(): void {
  const sending = $sending.get();
  if (!isBusy(sending)) {
    formTask.reset();
    closePostDialog();
  } else if (sending.state === 'sending' && $postDialog.get()?.kind !== 'delete') {
    formTask.abort();
    showStatus('Sending stopped');
  }
}
