/** Claims of items: a moderator has one for two minutes, and reads it after its claim (rules 28.29 and 28.30). */
import { and, eq } from 'drizzle-orm';
import { apiOriginOf, type Ctx } from '#api/calls/core/route.ts';
import type { Db, Tx } from '#api/db/database.ts';
import { reviews } from '#api/db/review-schema.ts';
import { gone, notFound } from '#api/http/errors.ts';
import { readObjected, readRecordOf } from '#api/model/decisions/record.ts';
import { reversalRefusal } from '#api/model/decisions/rules.ts';
import { findPost, lockPost, requirePost, toPost } from '#api/model/posts/queries.ts';
import { isChangedSinceDecision, readReplyVersions } from '#api/model/posts/replies.ts';
import { findReplay, toReplay } from '#api/model/replays/queries.ts';
import { checkUnclaimed, newClaim, UNCLAIMED } from '#api/model/reviews/claims.ts';
import { announceReview, checkMayReview } from '#api/model/reviews/involved.ts';
import { KIND } from '#api/model/reviews/queue.ts';
import * as read from '#api/model/reviews/read.ts';
import type * as calls from '#lib/schemas/calls/review.ts';
import { REVIEW_TABS, type ReviewItem } from '#lib/schemas/review.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

type ItemCtx = Ctx<typeof calls.claimReview> | Ctx<typeof calls.renewReview>;

/** The open item of a post that the viewer may see and no one else has claimed: 404, 410 once decided, 423. */
export async function freeItem(db: Db, viewer: SessionUser, postId: string, now: number) {
  await checkMayReview(db, viewer, postId);
  const item = await read.findItem(db, postId);
  if (item === null) throw notFound();
  if (item.review.decidedAt !== null) throw gone();
  checkUnclaimed({ ...item.review, claimant: item.claimant }, viewer, now, 'this post');
  return item;
}

/** Claims the item for two minutes; returns from and until when. */
async function claim(tx: Tx, { viewer, params }: ItemCtx) {
  const { db, now } = tx;
  await requirePost(db, params.postId);
  await freeItem(db, viewer, params.postId, now);
  const { stored, shown } = await newClaim(db, viewer, now);
  await db.update(reviews).set(stored).where(eq(reviews.postId, params.postId));
  await announceReview(tx, params.postId, 'claimed', { claim: shown });
  return { now, until: stored.claimedUntil };
}

/** The item that the viewer has claimed; 423 when someone else has claimed it meanwhile. */
async function readItem(
  db: Db,
  ctx: Ctx<typeof calls.claimReview>,
  { now, until }: Awaited<ReturnType<typeof claim>>,
): Promise<ReviewItem> {
  const { viewer, params } = ctx;
  const { postId } = params;
  const row = await findPost(db, postId);
  if (row === null) throw notFound();
  const [authorId, playerId] = [row.author.id, row.player.id];
  const replay = row.replayId === null ? null : await findReplay(db, row.replayId);
  const reports = await read.readOpenReports(db, postId);
  const parts = {
    post: toPost(row, viewer, replay && toReplay(replay, apiOriginOf(ctx))),
    reports,
    author: await readRecordOf(db, viewer, authorId, ctx.now),
    player: await readRecordOf(db, viewer, playerId, ctx.now),
    former: await read.findFormer(db, postId, reports[0]?.createdAt),
    replyVersions: await readReplyVersions(db, postId),
    isReplyChanged: await isChangedSinceDecision(db, postId),
    isClanMate: await read.isInClanOf(db, viewer.id, [authorId, playerId]),
    held: row.held,
    claimedUntil: until.toISOString(),
    objected: await readObjected(db, viewer, postId),
    refusal: await reversalRefusal(db, viewer, [postId], ctx.now),
    notes: await read.readItemNotes(db, postId),
  };
  const { review, asker, isEveryoneInvolved } = await freeItem(db, viewer, postId, now);
  const { kind, openedAt, askedBy } = review;
  return {
    ...parts,
    tab: REVIEW_TABS.find((tab) => KIND[tab] === kind) ?? 'new',
    openedAt: openedAt.toISOString(),
    isEveryoneInvolved,
    askedBy: askedBy === null ? null : { id: askedBy, username: asker ?? '' },
    question: askedBy === null ? null : await read.findQuestion(db, postId, askedBy),
  };
}

/** Claims an item and returns it with what is needed to decide, which is read after the lock of the post has ended. */
export async function claimItem(ctx: Ctx<typeof calls.claimReview>): Promise<ReviewItem> {
  const claimed = await ctx.write((tx) => claim(tx, ctx));
  return ctx.read((db) => readItem(db, ctx, claimed));
}

/** Renews the viewer's claim. */
export async function renew(ctx: Ctx<typeof calls.renewReview>): Promise<undefined> {
  await ctx.write((tx) => claim(tx, ctx));
}

/** Lets others have the item, also when a claim from the same page is still under way. */
export async function release(ctx: Ctx<typeof calls.releaseReview>): Promise<undefined> {
  const { viewer, params } = ctx;
  await ctx.write(async (tx) => {
    // Claims wait for the same lock, so the later request wins.
    await lockPost(tx.db, params.postId);
    const released = await tx.db
      .update(reviews)
      .set(UNCLAIMED)
      .where(and(eq(reviews.postId, params.postId), eq(reviews.claimedBy, viewer.id)))
      .returning({ postId: reviews.postId });
    if (released.length > 0) await announceReview(tx, params.postId, 'released');
  });
}
