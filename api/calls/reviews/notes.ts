/** Notes of staff, and second opinions (rules 31.33 and 31.34). */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '#api/calls/core/route.ts';
import { freeItem } from '#api/calls/reviews/claims.ts';
import type { Tx } from '#api/db/database.ts';
import { staffNotes } from '#api/db/decision-schema.ts';
import { reviews } from '#api/db/review-schema.ts';
import { notFound, sentence } from '#api/http/errors.ts';
import { findPlayer } from '#api/model/players/queries.ts';
import { lockPost, requirePost } from '#api/model/posts/queries.ts';
import { announceReview, checkMayReview } from '#api/model/reviews/involved.ts';
import { questionIdOf } from '#api/model/reviews/read.ts';
import type * as calls from '#lib/schemas/calls/review.ts';
import type { Note, NoteCreate } from '#lib/schemas/review.ts';

async function addNote(
  { db, now }: Tx,
  authorId: number,
  note: NoteCreate,
  id: string = randomUUID(),
): Promise<Note> {
  const createdAt = new Date(now);
  await db.insert(staffNotes).values({ id, ...note, authorId, createdAt });
  const author = await findPlayer(db, authorId);
  return { id, author, words: note.words, createdAt: createdAt.toISOString() };
}

/** Writes a note on a player or on the item of a post: 404 for an unknown one and one that the viewer may not see. */
export async function createNote(ctx: Ctx<typeof calls.createNote>): Promise<Note> {
  const { viewer, body, write } = ctx;
  const { playerId, postId } = body;
  if ((playerId === null) === (postId === null)) throw sentence(422, 'Name either a player or a post.');
  if (playerId === viewer.id) throw sentence(422, 'You cannot write a note on yourself.');
  return write(async (tx) => {
    if (playerId !== null && (await findPlayer(tx.db, playerId)) === null) throw notFound();
    // The author must not delete the post before the note is stored.
    if (postId !== null) await requirePost(tx.db, postId);
    if (postId !== null) await checkMayReview(tx.db, viewer, postId);
    return addNote(tx, viewer.id, body);
  });
}

/** Deletes a note of the viewer; 404 for those of others. A question is withdrawn by that: the item is back in its place. */
export async function deleteNote(ctx: Ctx<typeof calls.deleteNote>): Promise<undefined> {
  const { deps, viewer, params, write } = ctx;
  const own = and(eq(staffNotes.id, params.id), eq(staffNotes.authorId, viewer.id));
  await write(async (tx) => {
    const [{ postId } = { postId: null }] = await tx.db.select().from(staffNotes).where(own);
    if (postId !== null) await lockPost(tx.db, postId);
    const deleted = await tx.db.delete(staffNotes).where(own).returning();
    if (deleted.length === 0) throw notFound();
    if (postId === null || params.id !== questionIdOf(postId)) return;
    const isAsked = and(eq(reviews.postId, postId), eq(reviews.askedBy, viewer.id));
    const withdrawn = await tx.db.update(reviews).set({ askedBy: null }).where(isAsked).returning();
    if (withdrawn.length === 0) return;
    await announceReview(tx, postId, 'opened');
    await deps.discord.mark(tx, { postId });
  });
}

/** Asks colleagues for a second opinion with a note, and lets them have the item; statuses as for a claim. */
export async function askColleague(ctx: Ctx<typeof calls.askColleague>): Promise<undefined> {
  const { deps, viewer, params, body, write } = ctx;
  await write(async (tx) => {
    const post = await requirePost(tx.db, params.postId);
    const { review } = await freeItem(tx.db, viewer, post.id, tx.now);
    const id = questionIdOf(post.id);
    // An earlier question stays as a note.
    await tx.db.update(staffNotes).set({ id: randomUUID() }).where(eq(staffNotes.id, id));
    await addNote(tx, viewer.id, { playerId: null, postId: post.id, words: body.words }, id);
    const asked = { askedBy: viewer.id, claimedBy: null, claimedUntil: null };
    await tx.db.update(reviews).set(asked).where(eq(reviews.postId, post.id));
    // Open queues load the item in its new place.
    await announceReview(tx, post.id, 'opened');
    if (review.askedBy === null)
      await deps.discord.queue(tx, { kind: 'opinion', id, postId: post.id, playerId: post.playerId });
  });
}
