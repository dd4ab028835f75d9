/** Notes of staff, and asking for a second opinion about the open item (Rules 31.33 and 31.34). */
import { requestData } from '#lib/client/client.ts';
import { errorToMessage } from '#lib/client/errors.ts';
import { askColleague, createNote, deleteNote } from '#lib/schemas/calls/review.ts';
import type { NoteCreate } from '#lib/schemas/review.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { claimedPost } from '#lib/stores/moderation/queue.ts';
import { refreshList } from '#lib/stores/moderation/review-list.ts';
import { $recordChange } from '#lib/stores/posts/moderated.ts';

/** Writes a note, and shows it. Throws as `request` does. */
export async function addNote(note: NoteCreate): Promise<void> {
  await requestData(createNote, { body: note });
  showStatus('The note was saved.');
  $recordChange.set({});
  await claimedPost.reclaim();
}

/** Deletes one of the viewer's notes, and shows `done`. */
export async function removeNote(id: string, done = 'The note was deleted.'): Promise<void> {
  try {
    await requestData(deleteNote, { params: { id } });
    showStatus(done);
  } catch (error) {
    showStatus(`Couldn’t delete it. ${errorToMessage(error)}`);
  }
  $recordChange.set({});
  await claimedPost.reclaim();
}

/** Asks the colleagues for a second opinion, and goes on with the next item. Throws as `request` does. */
export async function ask(postId: string, words: string): Promise<void> {
  await requestData(askColleague, { params: { postId }, body: { words } });
  showStatus('Your colleagues get this post first.');
  refreshList();
  if (claimedPost.$currentId.get() !== postId) return;
  await claimedPost.skip();
  if (claimedPost.$currentId.get() === postId) await claimedPost.reclaim();
}
