/** Changes of the queue: items are opened by posts and reports, and closed by decisions. All need the post's lock. */
import { and, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#api/db/database.ts';
import { decisions } from '#api/db/decision-schema.ts';
import { postVersions, reports, reviews } from '#api/db/review-schema.ts';
import { posts, type StoredPost } from '#api/db/schema.ts';
import { notifyReporters, withdrawOutcomes } from '#api/model/notifications/notify.ts';
import { isKeepDisputed } from '#api/model/posts/replies.ts';
import { announceReview } from '#api/model/reviews/involved.ts';
import { isDecidedBy, settledBy } from '#api/model/reviews/settled.ts';
import type { Outcome } from '#lib/schemas/moderation.ts';
import type { PostText } from '#lib/schemas/post.ts';
import type { ReviewTab } from '#lib/schemas/review.ts';

/** The tab of an item as stored: more urgent ones have greater numbers. */
export const KIND: Readonly<Record<ReviewTab, number>> = { new: 0, advised: 1, reported: 2 };

/** The post of an item. */
type ReviewedPost = Pick<StoredPost, 'id' | 'authorId' | 'playerId'>;

/** An item without a decision. */
const UNDECIDED = { decidedAt: null, decidedBy: null, decisionId: null, accepted: false };

/**
 * Opens the item, or puts it into the tab. An open item keeps its time, and does not leave the reported ones. A report leaves
 * the last decision in force: its reversal must know whether it let a held post count.
 */
async function open(tx: Tx, { id, authorId, playerId }: ReviewedPost, kind: number, added: number) {
  const openedAt = new Date(tx.now);
  const stays = sql`excluded.reports > 0`;
  await tx.db
    .insert(reviews)
    .values({ postId: id, authorId, playerId, kind, reports: added, openedAt })
    .onConflictDoUpdate({
      target: reviews.postId,
      set: {
        kind: sql`case when ${reviews.reports} > 0 then ${KIND.reported} else excluded.kind end`,
        reports: sql`${reviews.reports} + excluded.reports`,
        openedAt: sql`case when ${reviews.decidedAt} is null then ${reviews.openedAt} else excluded.opened_at end`,
        askedBy: sql`case when ${reviews.decidedAt} is null then ${reviews.askedBy} end`,
        decidedAt: null,
        decidedBy: sql`case when ${stays} then ${reviews.decidedBy} end`,
        decisionId: sql`case when ${stays} then ${reviews.decisionId} end`,
        accepted: sql`${stays} and ${reviews.accepted}`,
      },
    });
  await announceReview(tx, id, 'opened');
}

/** The tab of an item without reports. */
const kindFor = (advice: readonly string[]): number => (advice.length > 0 ? KIND.advised : KIND.new);

/** Opens the item of a new or edited post (rule 28.25). */
export function openReview(tx: Tx, post: ReviewedPost, advice: readonly string[]): Promise<void> {
  return open(tx, post, kindFor(advice), 0);
}

/** Opens the item of a post with a new or changed reply (rule 28.25). The last decision stays in force, and can be undone. */
export async function openForReply(tx: Tx, { id, authorId, playerId, advice }: StoredPost): Promise<void> {
  const opened = { kind: kindFor(advice), openedAt: new Date(tx.now) };
  await tx.db
    .insert(reviews)
    .values({ postId: id, authorId, playerId, ...opened })
    .onConflictDoUpdate({
      target: reviews.postId,
      set: { ...opened, decidedAt: null },
      setWhere: isNotNull(reviews.decidedAt),
    });
  await announceReview(tx, id, 'opened');
}

/** Has moderators load an open item again whose reply was withdrawn. */
export async function showWithdrawal(tx: Tx, postId: string): Promise<void> {
  const isOpen = and(eq(reviews.postId, postId), isNull(reviews.decidedAt));
  if ((await tx.db.$count(reviews, isOpen)) > 0) await announceReview(tx, postId, 'opened');
}

/** Moves an item that is not reported into the tab that new advice about its post calls for (rule 28.2). */
export async function followAdvice(db: Db, postId: string, advice: readonly string[]): Promise<void> {
  const kind = kindFor(advice);
  await db
    .update(reviews)
    .set({ kind })
    .where(and(eq(reviews.postId, postId), eq(reviews.reports, 0), ne(reviews.kind, kind)));
}

/** Adds a report to the post's item. */
export function addReport(tx: Tx, post: ReviewedPost): Promise<void> {
  return open(tx, post, KIND.reported, 1);
}

/** Keeps the text that the author is about to replace, while someone has reported it or objects to its keep (rule 28.34). */
export async function keepVersion({ db, now }: Tx, post: ReviewedPost & PostText): Promise<void> {
  const isReported = and(eq(reviews.postId, post.id), gt(reviews.reports, 0));
  if ((await db.$count(reviews, isReported)) === 0 && !(await isKeepDisputed(db, post.id))) return;
  const { title, content, flairs } = post;
  await db
    .insert(postVersions)
    .values({ postId: post.id, text: { title, content, flairs }, replacedAt: new Date(now) });
}

/** The part that a decision and the reports that it settles are about; undefined for both. */
type Part = 'post' | 'reply' | undefined;

/** Settles the open reports of a part and tells their authors. Returns how many reports are still open. */
async function settle(
  tx: Tx,
  postId: string,
  decided: { id?: string | null; outcome: Outcome; sentence?: string; decidedAt?: Date; part?: Part },
): Promise<number> {
  const { outcome, sentence = '', decidedAt = new Date(tx.now), part, id = null } = decided;
  const isOpen = and(eq(reports.postId, postId), eq(reports.outcome, 'open'));
  const isOfPart = part && eq(reports.ofReply, part === 'reply');
  const settled = await tx.db
    .update(reports)
    .set({ outcome, sentence, decidedAt, decisionId: id })
    .where(and(isOpen, isOfPart))
    .returning({ reporterId: reports.reporterId, ofReply: reports.ofReply });
  // Reporters see the statement of a keep alone.
  const shown = outcome === 'kept' && id !== null ? { decisionId: id } : {};
  await notifyReporters(tx, settled, { postId, outcome, sentence, ...shown });
  return part === undefined ? 0 : tx.db.$count(reports, isOpen);
}

/**
 * Settles reports by a moderator's decision, and tells the reporters (rule 28.31): all of them, or those of the part that
 * was edited or removed. `id` is that of the decision. Closes the item unless reports of the other part are open (rule
 * 31.7). Does nothing without an item.
 */
export async function decideReview(
  tx: Tx,
  postId: string,
  decision: { id: string; by: number; outcome: Outcome; sentence?: string; accepted?: boolean; part?: Part },
): Promise<void> {
  const { id, by, outcome, accepted = false, part = outcome === 'edited' ? 'post' : undefined } = decision;
  const [item] = await tx.db.select().from(reviews).where(eq(reviews.postId, postId));
  const open = await settle(tx, postId, { ...decision, part });
  // The removal of a reply leaves the decision about the post in force.
  const stays = part === 'reply' && item?.decidedAt === null && item.decisionId !== null;
  const decided = stays ? {} : { decidedBy: by, decisionId: id, accepted };
  const closed = open > 0 ? {} : { decidedAt: new Date(tx.now), askedBy: null, ...decided };
  const [found] = await tx.db
    .update(reviews)
    .set({ ...closed, reports: open, claimedBy: null, claimedUntil: null })
    // The removal of a reply replaces no earlier decision about the post.
    .where(and(eq(reviews.postId, postId), part === 'reply' ? isNull(reviews.decidedAt) : undefined))
    .returning({ postId: reviews.postId });
  // Apart, because a trigger takes a new time with the same id for a decision of the release before.
  if (stays)
    await tx.db.update(reviews).set({ decisionId: item.decisionId }).where(eq(reviews.postId, postId));
  if (found !== undefined) await announceReview(tx, postId, open > 0 ? 'opened' : 'decided', { by });
}

/** Tells the reporters that the author deleted the post. Call it before the deletion. */
export async function closeDeleted(tx: Tx, postId: string): Promise<void> {
  await settle(tx, postId, { outcome: 'deleted' });
  await announceReview(tx, postId, 'decided');
}

/** Settles opened reports of a reply that another decision has removed. */
async function settleRemovedReply(tx: Tx, postId: string, id: string): Promise<void> {
  const isRemoval = and(
    eq(decisions.kind, 'reply-removed'),
    isNull(decisions.revertedAt),
    ne(decisions.id, id),
  );
  const [removal] = await tx.db
    .select({ id: decisions.id, decidedAt: decisions.createdAt })
    .from(decisions)
    .where(and(eq(decisions.postId, postId), isRemoval));
  if (removal !== undefined) await settle(tx, postId, { ...removal, outcome: 'removed', part: 'reply' });
}

/**
 * Reverts a decision: the reports that it closed are open again, next to newer ones, and what their authors were told is
 * removed. A newer decision stays, but these reports open its item; if their part was removed or the post deleted since, that
 * closes them (rule 31.26). Returns whether the reverted decision let a held post count.
 */
export async function reopenReview(
  tx: Tx,
  postId: string,
  decision: { id: string; createdAt: Date },
): Promise<boolean> {
  const { db } = tx;
  const opened = await db
    .update(reports)
    .set({ outcome: 'open', sentence: null, decidedAt: null })
    .where(and(eq(reports.postId, postId), settledBy(decision)))
    .returning({ reporterId: reports.reporterId, ofReply: reports.ofReply });
  await withdrawOutcomes(tx, opened, postId);
  const [found] = await db
    .select({ review: reviews, post: posts })
    .from(posts)
    .leftJoin(reviews, eq(reviews.postId, posts.id))
    .where(eq(posts.id, postId));
  if (found === undefined) {
    await settle(tx, postId, { outcome: 'deleted' });
    return false;
  }
  const { review, post } = found;
  const isCurrent = review !== null && isDecidedBy(review, decision);
  if (opened.some(({ ofReply }) => ofReply)) await settleRemovedReply(tx, postId, decision.id);
  if (!isCurrent && post.modLocked) {
    const decidedAt = review?.decidedAt ?? new Date(tx.now);
    await settle(tx, postId, { id: review?.decisionId ?? null, outcome: 'removed', decidedAt });
    return false;
  }
  const count = await db.$count(reports, and(eq(reports.postId, postId), eq(reports.outcome, 'open')));
  if (!isCurrent && count === (review?.reports ?? 0)) return false;
  if (review === null) {
    await open(tx, post, KIND.reported, count);
    return false;
  }
  await db
    .update(reviews)
    .set({
      // Decided items keep the kind of the reports that were settled.
      kind: count > 0 ? KIND.reported : kindFor(post.advice),
      reports: count,
      // A newer decision can still be undone.
      ...(isCurrent ? UNDECIDED : { decidedAt: null }),
    })
    .where(eq(reviews.postId, postId));
  await announceReview(tx, postId, 'opened');
  return isCurrent && review.accepted;
}

/** Takes an erased account's open reports out of the counts. Call it before the reports are deleted. */
export async function uncountReports(db: Db, reporterId: number): Promise<void> {
  const isAdvised = sql`(select cardinality(${posts.advice}) > 0 from ${posts} where ${posts.id} = ${reviews.postId})`;
  const own = sql`from ${reports} where ${reports.postId} = ${reviews.postId}
    and ${reports.reporterId} = ${reporterId} and ${reports.outcome} = 'open'`;
  const left = sql`${reviews.reports} - (select count(*) ${own})`;
  await db
    .update(reviews)
    .set({
      reports: left,
      kind: sql`case when ${left} > 0 then ${KIND.reported}::smallint
        when ${isAdvised} then ${KIND.advised}::smallint else ${KIND.new}::smallint end`,
    })
    .where(and(isNull(reviews.decidedAt), sql`exists (select ${own})`));
}
