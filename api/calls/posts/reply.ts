/** Writing, changing and withdrawing the reply of the player whom a post is about. */
import { eq, sql } from 'drizzle-orm';
import type { Ctx } from '#api/calls/core/route.ts';
import type { Tx } from '#api/db/database.ts';
import { replies } from '#api/db/decision-schema.ts';
import { dayLimit, notFound, sentence } from '#api/http/errors.ts';
import { notifyReply, withdrawReply } from '#api/model/notifications/notify.ts';
import { findPost, requirePost } from '#api/model/posts/queries.ts';
import { answersOf, findNextAnswer, findReply, keepReplyVersion } from '#api/model/posts/replies.ts';
import { checkNotBanned, checkNotWarned } from '#api/model/posts/rules.ts';
import { announceEdited } from '#api/model/posts/visibility.ts';
import { openForReply, showWithdrawal } from '#api/model/reviews/queue.ts';
import { POSTING_SENTENCES, replyLimitSentence } from '#lib/domain/posting.ts';
import { replyRefusal } from '#lib/domain/replies.ts';
import type * as calls from '#lib/schemas/calls/reply.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** Locks a post and requires that the viewer may write or change its reply; else 404, or 403 with a sentence. */
async function openPost({ db }: Tx, viewer: SessionUser, postId: string) {
  const post = await requirePost(db, postId);
  const reply = await findReply(db, postId);
  const refusal = replyRefusal(viewer, { ...post, player: { id: post.playerId }, reply });
  if (refusal !== null) throw sentence(403, refusal);
  return { post, reply };
}

/** Stores a new reply, also after a withdrawn one, and notifies the post's author (rule 31.6). */
async function answer(tx: Tx, viewer: SessionUser, postId: string, content: string): Promise<void> {
  const { db, now } = tx;
  const until = await findNextAnswer(db, viewer.id, now);
  if (until !== null) throw dayLimit(until.getTime(), now, replyLimitSentence(until.toISOString()));
  const [former] = await db.select().from(replies).where(eq(replies.postId, postId));
  const answers = [...answersOf(former, now), new Date(now)];
  const set = {
    ...{ content, withdrawn: false, answers, writes: answers.length },
    ...{ createdAt: new Date(now), updatedAt: null },
  };
  await db
    .insert(replies)
    .values({ postId, authorId: viewer.id, ...set })
    .onConflictDoUpdate({ target: replies.postId, set });
  const row = await findPost(db, postId);
  if (row !== null) await notifyReply(tx, row);
}

/** Words with at most two empty lines in a row. */
const withoutGaps = (words: string): string => words.replace(/\n(?:[^\S\n]*\n){3,}/g, '\n\n\n');

/** Answers a post, or changes the answer (rules 9.20, 31.1 and 31.4), which moderators then see (rule 28.25). */
export async function saveReply(ctx: Ctx<typeof calls.saveReply>): Promise<undefined> {
  const { deps, region, request, viewer, params, body, write } = ctx;
  await write(async (tx) => {
    const { db, now } = tx;
    // One at a time per account, for the limit of the day.
    await db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`reply:${region}:${viewer.id}`}, 0))`,
    );
    const { post, reply } = await openPost(tx, viewer, params.postId);
    await checkNotBanned(db, viewer.id, now);
    await checkNotWarned(db, viewer.id);
    if (post.subjectHidden) throw sentence(403, POSTING_SENTENCES['viewer-opted-out']);
    const content = withoutGaps(body.content);
    if (reply?.content === content) return;
    if (reply === null) await answer(tx, viewer, post.id, content);
    else {
      await deps.limitAccount(request, region, viewer.id, { changedPost: post.id });
      await keepReplyVersion(tx, reply);
      const changes = { content, updatedAt: new Date(now) };
      await db.update(replies).set(changes).where(eq(replies.postId, post.id));
    }
    await openForReply(tx, post);
    await announceEdited(tx, post.id);
  });
}

/**
 * Withdraws the viewer's reply (rule 31.4); 404 without one. Its row stays without the text, for the limit of the day. Moderators
 * keep the words of a reported one (rule 31.7).
 */
export async function deleteReply(ctx: Ctx<typeof calls.deleteReply>): Promise<undefined> {
  const { viewer, params, write } = ctx;
  await write(async (tx) => {
    const { db } = tx;
    const { post, reply } = await openPost(tx, viewer, params.postId);
    if (reply === null) throw notFound();
    await keepReplyVersion(tx, reply);
    await db.update(replies).set({ content: '', withdrawn: true }).where(eq(replies.postId, post.id));
    await withdrawReply(tx, { id: post.id, author: { id: post.authorId } });
    await showWithdrawal(tx, post.id);
    await announceEdited(tx, post.id);
  });
}
