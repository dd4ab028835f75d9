/** Writing, changing and deleting posts: what the forms start from, their drafts, and sending them. */
import { computed, type ReadableAtom } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { mayHaveArrived } from '#lib/client/errors.ts';
import { getPlayer } from '#lib/client/player.ts';
import { NEUTRAL_FLAIRS, needsReplay, offersTicket, packFlairs, parseFlairs } from '#lib/domain/flairs.ts';
import { createRefusal, refusalSentence } from '#lib/domain/refusal.ts';
import { paths } from '#lib/paths.ts';
import { runtime } from '#lib/runtime.ts';
import { createPost, deletePost, updatePost } from '#lib/schemas/calls/post-changes.ts';
import { type PostForm, type PostFormValues, postFormSchema } from '#lib/schemas/forms/post-form.ts';
import type { Post } from '#lib/schemas/post.ts';
import { z } from '#lib/schemas/zod.ts';
import { createAddressed } from '#lib/stores/core/address.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { reloadInPlace } from '#lib/stores/core/scroll-position.ts';
import { showStatus, showStatusOnNextPage } from '#lib/stores/core/status.ts';
import { createTask, isBusy } from '#lib/stores/core/task.ts';
import { forgetDeletedPost, rememberDeletedPost } from '#lib/stores/posts/deleted-posts.ts';
import {
  $postDialog,
  closePostDialog,
  type PostDialog,
  startsWithReplay,
} from '#lib/stores/posts/post-dialog.ts';
import { passReplayCheck } from '#lib/stores/posts/replay-check.ts';
import { showWarning } from '#lib/stores/posts/show-warning.ts';
import { createDraft, currentAuthor, type Draft, draftKey } from '#lib/stores/session/draft.ts';
import { $viewer } from '#lib/stores/session/session.ts';

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
  if (dialog.kind === 'create') {
    const replay = dialog.replay ?? null;
    return { title: '', content: '', flairs: NEUTRAL_FLAIRS, ticketId: '', ...form, replay };
  }
  const { title, content, supportTicketStatus } = dialog.post;
  const flairs = parseFlairs(dialog.post.flairs);
  return { title, content, flairs, ticketId: supportTicketStatus.ticketId ?? '', ...form };
}

const author = createAddressed(
  computed($viewer, (viewer) => viewer?.id),
  (id, signal) => getPlayer(id, signal),
  () => 'replace',
);

/** Whether a new post of the viewer can lower karma (Rule 10.3). True until that is known. */
export const $canGiveNegative: ReadableAtom<boolean> = computed(
  author.$remote,
  (remote) => remoteValue(remote)?.negativeKarmaAble ?? true,
);

/** Chosen files by draft. A file cannot be stored: it is kept while the page is open. */
const files = new Map<string, File>();

/** Dialogs whose form has kept a draft: its file is newer than the one they were opened with. */
const kept = new WeakSet<PostDialog>();

const OptionalTextSchema = z.optional(z.string());
const PostDraftSchema = z.object({
  title: OptionalTextSchema,
  content: OptionalTextSchema,
  ticketId: OptionalTextSchema,
  modReason: OptionalTextSchema,
  warns: z.optional(z.boolean()),
  flairs: z.optional(z.pipe(z.coerce.number(), z.transform(parseFlairs))),
  /** The name of the chosen file. */
  replay: OptionalTextSchema,
});

function textsOf({ flairs, replay, guidelinesAccepted: _, ...texts }: Partial<PostFormValues>) {
  return {
    ...texts,
    ...(flairs && { flairs: packFlairs(flairs) }),
    ...(replay && { replay: replay.name }),
  };
}

/** A dialog about a player or a post. */
type FormDialog = Exclude<PostDialog, { kind: 'write' }>;

/** The draft of a form. A replay that it was opened with takes the place of an earlier draft's. */
export function postDraft<Values extends object>(dialog: FormDialog): Draft<Values> {
  const subject = 'player' in dialog ? dialog.player.id : dialog.post.id;
  const opened = dialog.kind === 'create' ? dialog.replay : undefined;
  const keyOf = (): string => draftKey(dialog.kind, subject);
  let missing: string | null = null;
  const texts = createDraft<Values>(keyOf, PostDraftSchema, (values) => ({
    ...(missing !== null && { replay: missing }),
    ...textsOf(values),
  }));
  return {
    read: () => {
      const saved = texts.read();
      if (saved === null) return null;
      const { replay: name = null, ...rest } = saved as Partial<Values> & { replay?: string };
      const replay = opened && !kept.has(dialog) ? opened : files.get(keyOf());
      missing = replay ? null : name;
      return { ...rest, ...((opened || replay) && { replay: replay ?? null }) } as Partial<Values>;
    },
    missingFile: () => missing,
    keep: (values, original) => {
      const { replay } = values as Partial<PostFormValues>;
      if (replay) missing = null;
      texts.keep(values, original);
      kept.add(dialog);
      if (replay) files.set(keyOf(), replay);
      else files.delete(keyOf());
    },
    discard: () => {
      texts.discard();
      files.delete(keyOf());
      kept.delete(dialog);
      missing = null;
    },
  };
}

/** Sends the form or question of the open dialog. */
export const editorTask = createTask();

/** The state of the form or question that is being sent. It stays `done` until a page that reloads has done so. */
export const $sending = editorTask.$state;

/** Shown after the reload. */
const ACKNOWLEDGEMENTS = { create: 'Post published', edit: 'Changes saved', delete: 'Post deleted' };

type AuthorsDialog = Extract<PostDialog, { kind: keyof typeof ACKNOWLEDGEMENTS }>;

/**
 * Discards the draft and reloads the page, or opens the new post's; that returns to the post and
 * acknowledges the action (Rule 9.10).
 */
function finish(dialog: AuthorsDialog, postId: string): void {
  postDraft(dialog).discard();
  showStatusOnNextPage(ACKNOWLEDGEMENTS[dialog.kind]);
  // The page that is open need not show the post.
  if (startsWithReplay(dialog)) runtime.replace(paths.post(postId));
  else reloadInPlace(postId);
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
  await editorTask.run(
    async (signal, reportProgress) => {
      const { replay } = form;
      const onUploadProgress = replay === null ? undefined : reportProgress;
      if (replay !== null) await passReplayCheck(replay, signal);
      try {
        const created = await requestData(createPost, {
          multipart: { postDto: post, replay },
          signal,
          onUploadProgress,
        });
        finish(dialog, created.id);
      } catch (error) {
        if (mayHaveArrived(error)) unanswered.add(id);
        throw error;
      }
    },
    (refusal) => createRefusal(refusal, unanswered.has(id)),
    showWarning(editorTask),
  );
}

/** Sends a validated post, then reloads the page. A refusal is shown through `$sending`, and the draft is kept. */
export async function sendPost(dialog: EditorDialog, form: PostForm): Promise<void> {
  if (dialog.kind === 'create') return sendNewPost(dialog, form);
  const { post } = dialog;
  // The whole post, because other servers read it all; an edit has no replay. A ticket id whose field is hidden stays.
  const { supportTicketStatus } = offersTicket(form.flairs) ? written(form) : post;
  const changed = { ...post, replay: null, ...written(form), supportTicketStatus };
  await editorTask.run(async (signal) => {
    await requestData(updatePost, { body: changed, signal });
    finish(dialog, post.id);
  }, refusalSentence);
}

/** Deletes a post of the viewer, then reloads the page. It cannot be stopped. */
export async function removePost(post: Post): Promise<void> {
  await editorTask.run(
    async () => {
      // First, because the live event of the deletion may arrive before the answer.
      rememberDeletedPost(post);
      await requestData(deletePost, { params: { postId: post.id } });
      finish({ kind: 'delete', post }, post.id);
    },
    refusalSentence,
    (error) => mayHaveArrived(error) || forgetDeletedPost(post.id),
  );
}

/** Closes the dialog and keeps the draft. A form that is being sent is stopped instead; a sent one stays until the reload. */
export function leaveEditor(): void {
  const sending = $sending.get();
  if (!isBusy(sending)) {
    editorTask.reset();
    closePostDialog();
  } else if (sending.state === 'sending' && $postDialog.get()?.kind !== 'delete') {
    editorTask.abort();
    showStatus('Sending stopped');
  }
}

/** For forms that `editorTask` sends: how far that is, and leaving them. */
export const editorForm = { $sending, onLeave: leaveEditor };
