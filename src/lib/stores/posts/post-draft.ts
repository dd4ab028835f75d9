/**
 * Drafts of posts, kept on the device until they are sent or discarded: one per author and player for new posts, one
 * per author and post for edits, one per moderator and post for moderation. A chosen file cannot be stored; it is
 * kept while the page is open.
 */
import { type ParsedFlairs, packFlairs, parseFlairs } from '#lib/domain/flairs.ts';
import type { PostFormValues } from '#lib/schemas/forms/post-form.ts';
import { discardTexts, keepTexts, readTexts, type Texts } from '#lib/stores/core/text-draft.ts';
import type { PostDialog } from '#lib/stores/posts/post-dialog.ts';
import { $session } from '#lib/stores/session/session.ts';

/** What a draft may bring back: the text fields and flairs, and the file if the page is still the same. */
export type PostDraft = Partial<Omit<PostFormValues, 'guidelinesAccepted'> & { modReason: string }>;

const files = new Map<string, File>();

/** Whoever writes; a session lost meanwhile does not change whose draft it is. */
let author = 0;

/** The signed-in user, or who it was before the session was lost; 0 when there was none. */
export function currentAuthor(): number {
  const session = $session.get();
  if (session.status === 'signed-in') author = session.id;
  return author;
}

function keyOf(dialog: PostDialog): string {
  const subject =
    'player' in dialog ? dialog.player.id : 'post' in dialog ? dialog.post.id : dialog.action.id;
  return `post-draft:${currentAuthor()}:${dialog.kind}:${subject}`;
}

const textsOf = ({ flairs, replay: _, ...texts }: PostDraft): Texts => ({
  ...(texts as Texts),
  ...(flairs && { flairs: String(packFlairs(flairs)) }),
});

/** What was typed before in a dialog and neither sent nor discarded; null when there is nothing. */
export function readDraft(dialog: PostDialog): PostDraft | null {
  const key = keyOf(dialog);
  const texts = readTexts(key);
  if (texts === null) return null;
  const { flairs, ...rest } = texts;
  const packed: ParsedFlairs | undefined = flairs === undefined ? undefined : parseFlairs(Number(flairs));
  const replay = files.get(key);
  return { ...rest, ...(packed && { flairs: packed }), ...(replay && { replay }) };
}

/** Forgets what was typed in a dialog. */
export function discardDraft(dialog: PostDialog): void {
  const key = keyOf(dialog);
  discardTexts(key);
  files.delete(key);
}

/** Keeps what is typed until it is sent or discarded; what equals the `original` values is no draft. */
export function keepDraft(dialog: PostDialog, draft: PostDraft, original: PostDraft): void {
  const texts = textsOf(draft);
  const isOriginal = JSON.stringify(texts) === JSON.stringify(textsOf(original));
  if (isOriginal && !draft.replay) discardDraft(dialog);
  else {
    keepTexts(keyOf(dialog), texts);
    if (draft.replay) files.set(keyOf(dialog), draft.replay);
    else files.delete(keyOf(dialog));
  }
}
