/** Writing, changing and deleting one's own posts: what the editor starts from, and what becomes of sending. */
import { atom, type ReadableAtom } from 'nanostores';
import { errorToMessage, HttpError, isAbort } from '#lib/api/errors.ts';
import { createPost, deletePost, updatePost } from '#lib/api/post.ts';
import { NEUTRAL_FLAIRS, needsReplay, offersTicket, packFlairs, parseFlairs } from '#lib/domain/flairs.ts';
import { refusalSentence } from '#lib/domain/refusal.ts';
import { runtime } from '#lib/runtime.ts';
import {
  PostEditFormSchema,
  type PostForm,
  type PostFormValues,
  postCreateFormSchema,
} from '#lib/schemas/forms/post-form.ts';
import type { Post } from '#lib/schemas/post.ts';
import { closePostDialog, type PostDialog } from '#lib/stores/post-dialog.ts';
import { discardDraft, draftKey, keepDraft, type PostDraft, readDraft } from '#lib/stores/post-draft.ts';
import { $session } from '#lib/stores/session.ts';

/** A dialog with the editor in it. */
export type EditorDialog = Extract<PostDialog, { kind: 'create' | 'edit' }>;

/** What becomes of sending: `progress` is the share of the file that was sent, null when there is none. */
export type Sending =
  | { state: 'idle' }
  | { state: 'sending'; progress: number | null }
  | { state: 'refused'; message: string };

const IDLE: Sending = { state: 'idle' };
const sending = atom<Sending>(IDLE);
let current: AbortController | undefined;

/** What becomes of the present sending. */
export const $sending: ReadableAtom<Sending> = sending;

const createSchema = postCreateFormSchema(needsReplay);

/** What the editor's fields must pass; the replay rule holds for new posts only (Rule 9.3). */
export function editorSchema(dialog: EditorDialog) {
  return dialog.kind === 'create' ? createSchema : PostEditFormSchema;
}

/** The editor's fields before anything was typed. */
export function originalValues(dialog: EditorDialog): PostFormValues {
  const empty = { title: '', content: '', flairs: NEUTRAL_FLAIRS, ticketId: '' };
  const { post } = dialog.kind === 'edit' ? dialog : { post: null };
  const written = post && {
    title: post.title,
    content: post.content,
    flairs: parseFlairs(post.flairs),
    ticketId: post.supportTicketStatus.ticketId ?? '',
  };
  return { ...(written ?? empty), replay: null, guidelinesAccepted: false };
}

/** Whoever writes; a session lost meanwhile does not change whose draft it is. */
let author = 0;

function keyOf(dialog: EditorDialog): string {
  const session = $session.get();
  if (session.status === 'signed-in') author = session.id;
  return draftKey(author, dialog.kind === 'create' ? { about: dialog.player.id } : { edit: dialog.post.id });
}

/** What was typed before and neither sent nor discarded; null when there is nothing. */
export function editorDraft(dialog: EditorDialog): PostDraft | null {
  return readDraft(keyOf(dialog));
}

/** Keeps what is typed until it is sent or discarded; what equals the start is no draft. */
export function keepEditorDraft(dialog: EditorDialog, values: PostFormValues): void {
  const texts = ({ title, content, ticketId, flairs, replay }: PostFormValues) =>
    JSON.stringify([title, content, ticketId, packFlairs(flairs), replay?.name]);
  if (texts(values) === texts(originalValues(dialog))) discardDraft(keyOf(dialog));
  else keepDraft(keyOf(dialog), values);
}

/** Forgets what was typed. */
export function discardEditorDraft(dialog: EditorDialog): void {
  discardDraft(keyOf(dialog));
}

function messageOf(error: unknown): string {
  if (!(error instanceof HttpError)) return errorToMessage(error);
  const { status, isCooldown, message } = error;
  return refusalSentence({ status, isCooldown, message });
}

/** Runs one sending; a second one while it runs is ignored. True when it succeeded. */
async function attempt(send: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
  if (sending.get().state === 'sending') return false;
  const own = new AbortController();
  current = own;
  sending.set({ state: 'sending', progress: null });
  try {
    await send(own.signal);
    return true;
  } catch (error) {
    sending.set(isAbort(error) ? IDLE : { state: 'refused', message: messageOf(error) });
    return false;
  }
}

function create(dialog: EditorDialog & { kind: 'create' }, form: PostForm, signal: AbortSignal) {
  const ticketId = offersTicket(form.flairs) ? form.ticketId : null;
  const dto = {
    player: { id: dialog.player.id },
    author: { id: author },
    flairs: packFlairs(form.flairs),
    title: form.title,
    content: form.content,
    supportTicketStatus: { hasTicket: ticketId !== null, ticketId },
  };
  const onUploadProgress = (progress: number) => sending.set({ state: 'sending', progress });
  return createPost(dto, form.replay, { signal, ...(form.replay && { onUploadProgress }) });
}

function update({ post }: EditorDialog & { kind: 'edit' }, form: PostForm) {
  const ticketId = offersTicket(form.flairs) ? form.ticketId : null;
  return updatePost({
    id: post.id,
    flairs: packFlairs(form.flairs),
    title: form.title,
    content: form.content,
    supportTicketStatus: { hasTicket: ticketId !== null, ticketId },
  });
}

/**
 * Sends a post whose fields have passed. Success forgets the draft and reloads the page (Rule 9.10); a refusal is
 * said in `$sending` and keeps everything. Sending twice at once sends once.
 */
export async function sendPost(dialog: EditorDialog, form: PostForm): Promise<void> {
  const key = keyOf(dialog);
  const sent = await attempt((signal) =>
    dialog.kind === 'create' ? create(dialog, form, signal) : update(dialog, form),
  );
  if (!sent) return;
  discardDraft(key);
  runtime.reload();
}

/** Deletes a post and reloads the page; a refusal is said in `$sending`. */
export async function removePost(post: Post): Promise<void> {
  if (await attempt(() => deletePost(post.id))) runtime.reload();
}

/** Takes back an upload that is under way; the form stays as it is. */
export function cancelSending(): void {
  current?.abort();
}

/** Closes the dialog, or takes back the upload when one is under way. The draft stays. */
export function leaveEditor(): void {
  if (sending.get().state === 'sending') cancelSending();
  else {
    sending.set(IDLE);
    closePostDialog();
  }
}

/** Forgets what is being sent, for tests. */
export function resetEditor(): void {
  current?.abort();
  sending.set(IDLE);
  closePostDialog();
}
