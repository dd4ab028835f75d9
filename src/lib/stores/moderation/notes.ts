/** Notes of staff, and asking for a second opinion about the open item (Rules 31.33 and 31.34). */
import { errorToMessage } from '#lib/client/errors.ts';
import { askColleague, createNote, deleteNote } from '#lib/client/review.ts';
import type { NoteCreate } from '#lib/schemas/review.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { $currentId, reclaim, skip } from '#lib/stores/moderation/queue.ts';
import { refreshList } from '#lib/stores/moderation/review-list.ts';
import { type Subject, sendWords } from '#lib/stores/moderation/words.ts';

/** What a note is about: a player, or the item of a post. */
export type NoteSubject = Omit<NoteCreate, 'words'>;

/** What the draft of a note is about. */
export const subjectOf = ({ playerId, postId }: NoteSubject): Subject => ['note', postId ?? String(playerId)];

/** Writes a note, and shows the item with it. Resolves to whether it is done. */
export async function addNote(about: NoteSubject, words: string): Promise<boolean> {
  const isDone = await sendWords(subjectOf(about), () => createNote({ ...about, words }));
  if (isDone) await reclaim();
  return isDone;
}

/** Deletes one of the viewer's notes. */
export async function removeNote(id: string): Promise<void> {
  try {
    await deleteNote(id);
    showStatus('The note was deleted.');
  } catch (error) {
    showStatus(`Couldn’t delete the note. ${errorToMessage(error)}`);
  }
  await reclaim();
}

/** Asks the colleagues for a second opinion, and goes on with the next item. */
export async function ask(postId: string, words: string): Promise<void> {
  if (!(await sendWords(['ask', postId], () => askColleague(postId, words)))) return;
  showStatus('Your colleagues get this post first.');
  refreshList();
  if ($currentId.get() !== postId) return;
  await skip();
  if ($currentId.get() === postId) await reclaim();
}
