/** Calls of `/api/mod/reviews`: the moderators' queue. */
import { addHours } from 'date-fns/addHours';
import { addMinutes } from 'date-fns/addMinutes';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { apiOriginOf, type Ctx, type Deps, route } from '#api/calls/core/route.ts';
import type { Db, Tx } from '#api/db/database.ts';
import { reportMutes, reviewLog, reviews } from '#api/db/review-schema.ts';
import { isoTime } from '#api/db/sql.ts';
import { gone, notFound, problem, sentence } from '#api/http/errors.ts';
import { findPlayer } from '#api/model/players/queries.ts';
import { acceptHeld, holdAgain } from '#api/model/posts/karma.ts';
import { findPost, lockPost, toPost } from '#api/model/posts/queries.ts';
import { findReplay, toReplay } from '#api/model/replays/queries.ts';
import { announceReview, checkMayReview } from '#api/model/reviews/involved.ts';
import { decideReview, KIND, reopenReview } from '#api/model/reviews/queue.ts';
import * as read from '#api/model/reviews/read.ts';
import { findMute } from '#api/model/reviews/reports.ts';
import { REPORT_SENTENCES } from '#lib/domain/reports.ts';
import * as calls from '#lib/schemas/calls/review.ts';
import { REVIEW_TABS, type Reporter, type ReviewItem, type ReviewList } from '#lib/schemas/review.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** How long an item is claimed, in minutes. */
const CLAIM_MINUTES = 2;

type ItemCtx = Ctx<typeof calls.claimReview> | Ctx<typeof calls.renewReview>;

/** Keeps who decided about a reported post or looked at a reporter (rules 28.32 and 28.33). */
const log = (
  { db, now }: Tx,
  viewer: SessionUser,
  entry: { action: 'keep' | 'reopen' | 'reporter' | 'mute'; postId: string; reportId?: string },
) => db.insert(reviewLog).values({ ...entry, modId: viewer.id, createdAt: new Date(now) });

async function list({
  deps,
  region,
  viewer,
  query,
  now,
}: Ctx<typeof calls.listReviews>): Promise<ReviewList> {
  return deps.database.read(region, async (db) => ({
    counts: await read.countItems(db, viewer),
    entries: await read.listItems(db, viewer, query, now),
  }));
}

/** The open item of a post that the viewer may see and no one else has claimed: 404, 410 once decided, 423. */
async function freeItem(db: Db, viewer: SessionUser, postId: string, now: number) {
  await checkMayReview(db, viewer, postId);
  const item = await read.findItem(db, postId);
  if (item === null) throw notFound();
  if (item.review.decidedAt !== null) throw gone();
  const claim = read.claimOf({ ...item.review, claimant: item.claimant }, viewer, now);
  if (claim !== null)
    throw problem(423, {
      type: 'urn:fleet-karma:claimed',
      title: `${claim.username} is deciding about this post.`,
      until: claim.until,
    });
  return item;
}

/** Claims the item for two minutes; returns it as it was. */
async function claim(tx: Tx, { viewer, params }: ItemCtx) {
  const { db, now } = tx;
  const post = await lockPost(db, params.postId);
  if (post === null) throw notFound();
  const item = await freeItem(db, viewer, params.postId, now);
  const until = addMinutes(now, CLAIM_MINUTES);
  await db
    .update(reviews)
    .set({ claimedBy: viewer.id, claimedUntil: until })
    .where(eq(reviews.postId, params.postId));
  const me = await findPlayer(db, viewer.id);
  const shown = { id: viewer.id, username: me?.username ?? '', until: until.toISOString() };
  await announceReview(tx, params.postId, 'claimed', shown);
  return { ...item, until, held: post.held };
}

async function readItem(
  db: Db,
  ctx: Ctx<typeof calls.claimReview>,
  { review, until, held, isEveryoneInvolved }: Awaited<ReturnType<typeof claim>>,
): Promise<ReviewItem> {
  const { viewer } = ctx;
  const { authorId, playerId, postId } = review;
  const row = await findPost(db, postId);
  if (row === null) throw notFound();
  const replay = row.replayId === null ? null : await findReplay(db, row.replayId);
  const reports = await read.readOpenReports(db, postId);
  return {
    post: toPost(row, viewer, replay && toReplay(replay, apiOriginOf(ctx))),
    tab: REVIEW_TABS.find((tab) => KIND[tab] === review.kind) ?? 'new',
    openedAt: review.openedAt.toISOString(),
    reports,
    author: await read.readRecord(db, authorId),
    player: await read.readRecord(db, playerId),
    former: await read.findFormer(db, postId, reports[0]?.createdAt),
    isClanMate: await read.isInClanOf(db, viewer.id, [authorId, playerId]),
    isEveryoneInvolved,
    held,
    claimedUntil: until.toISOString(),
  };
}

async function claimItem(ctx: Ctx<typeof calls.claimReview>): Promise<ReviewItem> {
  return ctx.deps.database.write(ctx.region, async (tx) => readItem(tx.db, ctx, await claim(tx, ctx)));
}

async function renew(ctx: Ctx<typeof calls.renewReview>): Promise<undefined> {
  await ctx.deps.database.write(ctx.region, (tx) => claim(tx, ctx));
  return undefined;
}

async function release({
  deps,
  region,
  viewer,
  params,
}: Ctx<typeof calls.releaseReview>): Promise<undefined> {
  await deps.database.write(region, async (tx) => {
    const released = await tx.db
      .update(reviews)
      .set({ claimedBy: null, claimedUntil: null })
      .where(and(eq(reviews.postId, params.postId), eq(reviews.claimedBy, viewer.id)))
      .returning({ postId: reviews.postId });
    if (released.length > 0) await announceReview(tx, params.postId, 'released');
  });
  return undefined;
}

/** Decides that the post stays, and from then on counts (rules 28.31 and 28.6). */
async function keep({ deps, region, viewer, params, body }: Ctx<typeof calls.keepPost>): Promise<undefined> {
  await deps.database.write(region, async (tx) => {
    const post = await lockPost(tx.db, params.postId);
    if (post === null) throw notFound();
    const { review } = await freeItem(tx.db, viewer, post.id, tx.now);
    if (review.reports > 0 && body.sentence === '') throw sentence(422, REPORT_SENTENCES.reasonNeeded);
    const decision = {
      by: viewer.id,
      outcome: 'kept',
      sentence: body.sentence,
      accepted: post.held,
    } as const;
    await decideReview(tx, post.id, decision);
    if (post.held) await acceptHeld(tx, post);
    await log(tx, viewer, { action: 'keep', postId: post.id });
    await deps.discord.mark(tx, { postId: post.id });
  });
  return undefined;
}

/** Takes the decision back (rule 28.35); does nothing when the item is open. */
async function reopen({ deps, region, viewer, params }: Ctx<typeof calls.reopenReview>): Promise<undefined> {
  await deps.database.write(region, async (tx) => {
    const post = await lockPost(tx.db, params.postId);
    if (post === null) throw notFound();
    await checkMayReview(tx.db, viewer, post.id);
    if (await reopenReview(tx, post.id)) await holdAgain(tx, post);
    await log(tx, viewer, { action: 'reopen', postId: post.id });
    await deps.discord.mark(tx, { postId: post.id });
  });
  return undefined;
}

/** The author of a report on an item that the viewer may see; 404 otherwise. */
async function reporterOf(db: Db, viewer: SessionUser, params: { postId: string; reportId: string }) {
  await checkMayReview(db, viewer, params.postId);
  const reporter = await read.findReporter(db, params.postId, params.reportId);
  if (reporter === null) throw notFound();
  return reporter;
}

async function showReporter(ctx: Ctx<typeof calls.openReporter>): Promise<Reporter> {
  const { deps, region, viewer, params } = ctx;
  return deps.database.write(region, async (tx) => {
    const reporter = await reporterOf(tx.db, viewer, params);
    await log(tx, viewer, { action: 'reporter', ...params });
    return { ...reporter, mutedUntil: isoTime(await findMute(tx.db, reporter.id, tx.now)) };
  });
}

async function mute({
  deps,
  region,
  viewer,
  params,
  body,
}: Ctx<typeof calls.muteReporter>): Promise<undefined> {
  await deps.database.write(region, async (tx) => {
    const { id } = await reporterOf(tx.db, viewer, params);
    const set = { mutedUntil: addHours(tx.now, 24 * body.days) };
    await tx.db
      .insert(reportMutes)
      .values({ accountId: id, ...set })
      .onConflictDoUpdate({ target: reportMutes.accountId, set });
    await log(tx, viewer, { action: 'mute', ...params });
  });
  return undefined;
}

/** Registers the calls. */
export function reviewRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.countReviews, ({ region, viewer }) =>
    deps.database.read(region, (db) => read.countItems(db, viewer)),
  );
  route(app, deps, calls.listReviews, list);
  route(app, deps, calls.claimReview, claimItem);
  route(app, deps, calls.renewReview, renew);
  route(app, deps, calls.releaseReview, release);
  route(app, deps, calls.keepPost, keep);
  route(app, deps, calls.reopenReview, reopen);
  route(app, deps, calls.openReporter, showReporter);
  route(app, deps, calls.muteReporter, mute);
}
