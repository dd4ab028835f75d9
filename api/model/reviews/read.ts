/** Reads of the moderators' queue. */
import { createHash } from 'node:crypto';
import { subMonths } from 'date-fns/subMonths';
import { and, asc, count, eq, gt, gte, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#api/db/database.ts';
import { decisions, objections, staffNotes, warnings } from '#api/db/decision-schema.ts';
import { modActions, platformBans } from '#api/db/moderation-schema.ts';
import { postVersions, reports, reviews } from '#api/db/review-schema.ts';
import { players, posts } from '#api/db/schema.ts';
import { anyOf, arrayText, newestFirst } from '#api/db/sql.ts';
import { claimOf } from '#api/model/reviews/claims.ts';
import {
  isEveryoneInvolved,
  OF_DECISION,
  whereMayDecideNow,
  whereMayReview,
} from '#api/model/reviews/involved.ts';
import { KIND } from '#api/model/reviews/queue.ts';
import { visibleKarma } from '#lib/domain/karma.ts';
import { LADDER_MONTHS } from '#lib/domain/ladder.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';
import type { PostText } from '#lib/schemas/post.ts';
import {
  type Note,
  REVIEW_TABS,
  REVIEWS_COUNT_MAX,
  REVIEWS_PAGE,
  type ReviewCounts,
  type ReviewEntry,
  type ReviewReport,
  type ReviewTab,
} from '#lib/schemas/review.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** The most notes in one answer. */
const NOTES_LISTED = 20;

const isOpen = (tab: ReviewTab): SQL | undefined =>
  and(eq(reviews.kind, KIND[tab]), isNull(reviews.decidedAt));

/** Open items by tab and open objections that the viewer may decide, counted up to a limit. */
export async function countItems(db: Db, viewer: SessionUser, now: number): Promise<ReviewCounts> {
  const mayDecide = await whereMayDecideNow(db, viewer, now);
  const waiting = db
    .select({ id: objections.id })
    .from(objections)
    .innerJoin(decisions, eq(decisions.id, objections.decisionId))
    .where(and(isNull(objections.verdict), whereMayReview(viewer, viewer.id, OF_DECISION), mayDecide))
    // The order of the index of open ones, so that no others are read.
    .orderBy(objections.createdAt, objections.id)
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
const author = alias(players, 'author');

/** The guideline of an item's first open report; null without one. */
const FIRST_RULE = sql<string | null>`(select ${reports.rule} from ${reports}
  where ${reports.postId} = ${reviews.postId} and ${reports.outcome} = 'open' order by ${reports.createdAt} limit 1)`;

const ORDER = [sql`${reviews.reports} desc nulls last`, asc(reviews.openedAt), asc(reviews.postId)];

/** Ids of a tab's items in order. */
const selectIds = (db: Db, viewer: SessionUser, tab: ReviewTab, where: SQL) =>
  db
    .select({ id: reviews.postId, askedBy: reviews.askedBy })
    .from(reviews)
    .where(and(isOpen(tab), whereMayReview(viewer), where))
    .orderBy(...ORDER);

/**
 * Ids of a page: items about which others ask are first, the viewer's own asked ones last (rule 31.34). Both are few and have
 * an index; the others are walked in the order of theirs.
 */
async function listIds(db: Db, viewer: SessionUser, tab: ReviewTab, place: number): Promise<string[]> {
  const asked = await selectIds(db, viewer, tab, isNotNull(reviews.askedBy));
  const first = asked.filter(({ askedBy }) => askedBy !== viewer.id);
  const last = asked.filter(({ askedBy }) => askedBy === viewer.id);
  const others = selectIds(db, viewer, tab, isNull(reviews.askedBy));
  const start = Math.max(0, place - first.length);
  const rest = await others.limit(REVIEWS_PAGE).offset(start);
  const isBeyond = rest.length === 0 && start > 0;
  const all = isBeyond ? await db.$count(others.limit(start).offset(0).as('others')) : start + rest.length;
  const end = last.slice(Math.max(0, place - first.length - all));
  return [...first.slice(place), ...rest, ...end].slice(0, REVIEWS_PAGE).map(({ id }) => id);
}

/**
 * A page of a tab: second opinions, then most reported first, then oldest (rules 28.28 and 31.34). Only the posts of the
 * page are read, not those before it.
 */
export async function listItems(
  db: Db,
  viewer: SessionUser,
  { tab, page }: { tab: ReviewTab; page: number },
  now: number,
): Promise<ReviewEntry[]> {
  const ids = await listIds(db, viewer, tab, (page - 1) * REVIEWS_PAGE);
  const rows = await db
    .select({
      review: reviews,
      title: posts.title,
      flairs: posts.flairs,
      author: { id: author.id, username: author.username },
      player: { id: players.id, username: players.username },
      rule: FIRST_RULE,
      claimant: claimant.username,
    })
    .from(reviews)
    .innerJoin(posts, eq(posts.id, reviews.postId))
    .innerJoin(author, eq(author.id, reviews.authorId))
    .innerJoin(players, eq(players.id, reviews.playerId))
    .leftJoin(claimant, eq(claimant.id, reviews.claimedBy))
    .where(sql`${reviews.postId} = ${anyOf(ids)}`)
    .orderBy(sql`array_position(${arrayText(ids)}::uuid[], ${reviews.postId})`);
  return rows.map(({ review, claimant, rule, ...post }) => ({
    ...post,
    postId: review.postId,
    reports: review.reports,
    ...(rule !== null && { rule }),
    openedAt: review.openedAt.toISOString(),
    claim: claimOf({ ...review, claimant }, viewer, now),
    ...(review.askedBy === null || review.askedBy === viewer.id ? {} : { asked: true }),
  }));
}

const asker = alias(players, 'asker');

/** The stored item of a post with the names of who has claimed it and who asks a colleague; null without one. */
export async function findItem(db: Db, postId: string) {
  const [row] = await db
    .select({ review: reviews, claimant: claimant.username, asker: asker.username, isEveryoneInvolved })
    .from(reviews)
    .leftJoin(claimant, eq(claimant.id, reviews.claimedBy))
    .leftJoin(asker, eq(asker.id, reviews.askedBy))
    .where(eq(reviews.postId, postId));
  return row ?? null;
}

/** The latest notes, newest first (rule 31.33). */
async function readNotes(db: Db, where: SQL): Promise<Note[]> {
  const rows = await db
    .select({ note: staffNotes, username: players.username })
    .from(staffNotes)
    .leftJoin(players, eq(players.id, staffNotes.authorId))
    .where(where)
    .orderBy(...newestFirst(staffNotes.createdAt, staffNotes.id))
    .limit(NOTES_LISTED);
  return rows.map(({ note: { id, authorId, words, createdAt }, username }) => {
    const author = authorId === null ? null : { id: authorId, username: username ?? '' };
    return { id, author, words, createdAt: createdAt.toISOString() };
  });
}

/** The latest notes on the item of a post. */
export const readItemNotes = (db: Db, postId: string) => readNotes(db, eq(staffNotes.postId, postId));

/** The id of the note that asks a colleague about a post, of which there is one at a time. */
export const questionIdOf = (postId: string): string =>
  createHash('md5')
    .update(`question about ${postId}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The question that an account asks about a post; null when the release before has stored it. */
export async function findQuestion(db: Db, postId: string, askedBy: number): Promise<Note | null> {
  const isIt = sql`${staffNotes.id} = ${questionIdOf(postId)} and ${staffNotes.authorId} = ${askedBy}`;
  const [question] = await readNotes(db, isIt);
  return question ?? null;
}

/** How many of a player's decisions of the last months are in force (rule 31.32). */
function countDecisions(db: Db, personId: number, isCounted: SQL | undefined, now: number) {
  const isRecent = gt(decisions.createdAt, subMonths(now, LADDER_MONTHS));
  return db.$count(
    decisions,
    and(eq(decisions.personId, personId), isRecent, isCounted, isNull(decisions.revertedAt)),
  );
}

/** Everyone finds these in the list of mod actions (rule 31.12). */
const isPublic = inArray(decisions.kind, ['removed', 'edited']);
const isRemovedReply = eq(decisions.kind, 'reply-removed');
/** A removal may be a warning, too (rule 31.30). */
const isWarning = sql`(${decisions.kind} = 'warned'
  or exists (select from ${warnings} where ${warnings.id} = ${decisions.id}))`;

type Viewer = Pick<SessionUser, 'id' | 'roles'>;

/** Objections to decisions about a player. Who objects to a keep is the reporter, whom no record may show (rule 28.14). */
async function countObjections(db: Db, viewer: Viewer, personId: number) {
  const isAbout = and(eq(decisions.personId, personId), ne(decisions.kind, 'kept'));
  const isAccepted = sql`count(*) filter (where ${objections.verdict} = 'reversed')`;
  const [counts] = await db
    .select({ made: count(), accepted: isAccepted.mapWith(Number) })
    .from(objections)
    .innerJoin(decisions, eq(decisions.id, objections.decisionId))
    .where(and(isAbout, whereMayReview(viewer, viewer.id, OF_DECISION)));
  return counts ?? { made: 0, accepted: 0 };
}

/**
 * The record of a player for a viewer, who finds no notes on themselves. `seen` limits the
 * ladder’s removed replies and warnings.
 */
export async function readRecord(db: Db, id: number, viewer: Viewer, now: number, seen?: SQL) {
  const actions = (type: number): Promise<number> =>
    db.$count(
      modActions,
      and(eq(modActions.authorId, id), eq(modActions.actionType, type), isNull(modActions.revertedAt)),
    );
  const [player] = await db.select().from(players).where(eq(players.id, id));
  return {
    posts: await db.$count(posts, eq(posts.authorId, id)),
    removals: await actions(MOD_ACTION_TYPE.delete),
    edits: await actions(MOD_ACTION_TYPE.update),
    bans: await db.$count(platformBans, and(eq(platformBans.userId, id), eq(platformBans.reverted, false))),
    karma: player?.siteKarma ?? 0,
    totalKarma: player ? visibleKarma(player, true).total : null,
    since: (player?.createdAt ?? new Date(0)).toISOString(),
    ladder: {
      decisions: await countDecisions(db, id, or(isPublic, and(isRemovedReply, seen)), now),
      warnings: await countDecisions(db, id, and(isWarning, seen), now),
    },
    objections: await countObjections(db, viewer, id),
    notes: id === viewer.id ? [] : await readNotes(db, eq(staffNotes.playerId, id)),
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
