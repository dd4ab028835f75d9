/** Reads of the moderators' queue. */
import { and, asc, eq, gte, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#api/db/database.ts';
import { decisions, objections } from '#api/db/decision-schema.ts';
import { modActions, platformBans } from '#api/db/moderation-schema.ts';
import { postVersions, reports, reviews } from '#api/db/review-schema.ts';
import { players, posts } from '#api/db/schema.ts';
import { DECIDED, isEveryoneInvolved, whereMayReview } from '#api/model/reviews/involved.ts';
import { KIND } from '#api/model/reviews/queue.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';
import type { PostText } from '#lib/schemas/post.ts';
import {
  type Claim,
  type PlayerRecord,
  REVIEW_TABS,
  REVIEWS_COUNT_MAX,
  REVIEWS_PAGE,
  type ReviewCounts,
  type ReviewEntry,
  type ReviewReport,
  type ReviewTab,
} from '#lib/schemas/review.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

const isOpen = (tab: ReviewTab): SQL | undefined =>
  and(eq(reviews.kind, KIND[tab]), isNull(reviews.decidedAt));

/** Open items by tab and open objections, counted up to a limit. */
export async function countItems(db: Db, viewer: SessionUser): Promise<ReviewCounts> {
  const waiting = db
    .select({ id: objections.id })
    .from(objections)
    .innerJoin(decisions, eq(decisions.id, objections.decisionId))
    .where(and(isNull(objections.verdict), whereMayReview(viewer, viewer.id, DECIDED)))
    .limit(REVIEWS_COUNT_MAX);
  const counts = { reported: 0, advised: 0, new: 0, objections: await db.$count(waiting.as('waiting')) };
  for (const tab of REVIEW_TABS) {
    const some = db
      .select({ postId: reviews.postId })
      .from(reviews)
      .where(and(isOpen(tab), whereMayReview(viewer)))
      .limit(REVIEWS_COUNT_MAX);
    counts[tab] = await db.$count(some.as('some'));
  }
  return counts;
}

const claimant = alias(players, 'claimant');

/** The claim of another account that lasts; null without one. */
export function claimOf(
  row: { claimedBy: number | null; claimant: string | null; claimedUntil: Date | null },
  viewer: SessionUser,
  now: number,
): Claim | null {
  const { claimedBy, claimant, claimedUntil } = row;
  if (claimedBy === null || claimedBy === viewer.id || claimedUntil === null) return null;
  if (claimedUntil.getTime() <= now) return null;
  return { id: claimedBy, username: claimant ?? '', until: claimedUntil.toISOString() };
}

const ORDER = [sql`${reviews.reports} desc nulls last`, asc(reviews.openedAt), asc(reviews.postId)];

/** A page of a tab: most reported first, then oldest (rule 28.28). Only the posts of the page are read, not those before it. */
export async function listItems(
  db: Db,
  viewer: SessionUser,
  { tab, page }: { tab: ReviewTab; page: number },
  now: number,
): Promise<ReviewEntry[]> {
  const ids = db
    .select({ postId: reviews.postId })
    .from(reviews)
    .where(and(isOpen(tab), whereMayReview(viewer)))
    .orderBy(...ORDER)
    .limit(REVIEWS_PAGE)
    .offset((page - 1) * REVIEWS_PAGE)
    .as('ids');
  const rows = await db
    .select({ review: reviews, title: posts.title, claimant: claimant.username })
    .from(ids)
    .innerJoin(reviews, eq(reviews.postId, ids.postId))
    .innerJoin(posts, eq(posts.id, ids.postId))
    .leftJoin(claimant, eq(claimant.id, reviews.claimedBy))
    .orderBy(...ORDER);
  return rows.map(({ review, title, claimant }) => ({
    postId: review.postId,
    title,
    reports: review.reports,
    openedAt: review.openedAt.toISOString(),
    claim: claimOf({ ...review, claimant }, viewer, now),
  }));
}

/** The stored item of a post with the name of who has claimed it; null without one. */
export async function findItem(db: Db, postId: string) {
  const [row] = await db
    .select({ review: reviews, claimant: claimant.username, isEveryoneInvolved })
    .from(reviews)
    .leftJoin(claimant, eq(claimant.id, reviews.claimedBy))
    .where(eq(reviews.postId, postId));
  return row ?? null;
}

/** The record of a player; each number is read from an index. */
export async function readRecord(db: Db, id: number): Promise<PlayerRecord> {
  const actions = (type: number): Promise<number> =>
    db.$count(
      modActions,
      and(eq(modActions.authorId, id), eq(modActions.actionType, type), isNull(modActions.revertedAt)),
    );
  const [player] = await db
    .select({ karma: players.siteKarma, since: players.createdAt })
    .from(players)
    .where(eq(players.id, id));
  return {
    posts: await db.$count(posts, eq(posts.authorId, id)),
    removals: await actions(MOD_ACTION_TYPE.delete),
    edits: await actions(MOD_ACTION_TYPE.update),
    bans: await db.$count(platformBans, and(eq(platformBans.userId, id), eq(platformBans.reverted, false))),
    karma: player?.karma ?? 0,
    since: (player?.since ?? new Date(0)).toISOString(),
  };
}

/** The open reports of a post, oldest first, without their authors. */
export async function readOpenReports(db: Db, postId: string): Promise<ReviewReport[]> {
  const { id, rule, words, moment, ofReply, createdAt } = reports;
  const rows = await db
    .select({ id, rule, words, moment, ofReply, createdAt })
    .from(reports)
    .where(and(eq(reports.postId, postId), eq(reports.outcome, 'open')))
    .orderBy(asc(createdAt), asc(id));
  return rows.map(({ ofReply, createdAt, ...row }) => ({
    ...row,
    ...(ofReply && { ofReply }),
    createdAt: createdAt.toISOString(),
  }));
}

/** The text of a post as it was when the first of its open reports was written; null when it is the same. */
export async function findFormer(
  db: Db,
  postId: string,
  since: string | undefined,
): Promise<PostText | null> {
  if (since === undefined) return null;
  const [version] = await db
    .select({ text: postVersions.text })
    .from(postVersions)
    .where(and(eq(postVersions.postId, postId), gte(postVersions.replacedAt, new Date(since))))
    .orderBy(asc(postVersions.replacedAt))
    .limit(1);
  return (version?.text as PostText | undefined) ?? null;
}

/** Whether an account is in the clan of one of the others. */
export async function isInClanOf(db: Db, id: number, others: readonly number[]): Promise<boolean> {
  const own = db.select({ clanId: players.clanId }).from(players).where(eq(players.id, id));
  const found = await db.$count(
    players,
    and(inArray(players.id, [...others]), eq(players.clanId, own), ne(players.id, id)),
  );
  return found > 0;
}

/** A report with its author: how many of their reports were decided, and about how many the post was kept. */
export async function findReporter(db: Db, postId: string, reportId: string) {
  const [row] = await db
    .select({ id: reports.reporterId, username: players.username })
    .from(reports)
    .innerJoin(players, eq(players.id, reports.reporterId))
    .where(and(eq(reports.id, reportId), eq(reports.postId, postId)));
  if (row === undefined) return null;
  const own = eq(reports.reporterId, row.id);
  return {
    ...row,
    decided: await db.$count(reports, and(own, ne(reports.outcome, 'open'))),
    kept: await db.$count(reports, and(own, eq(reports.outcome, 'kept'))),
  };
}
