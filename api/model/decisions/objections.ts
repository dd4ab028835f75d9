/** Objections to decisions: reads for staff, and their ends (rules 31.20 to 31.24). */
import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#api/db/database.ts';
import { banPosts, decisions, objections } from '#api/db/decision-schema.ts';
import { reports } from '#api/db/review-schema.ts';
import { players, users } from '#api/db/schema.ts';
import { gone, notFound } from '#api/http/errors.ts';
import { findBanRefusal, reversalRefusal } from '#api/model/decisions/rules.ts';
import { notifyObjection, withdrawDecision } from '#api/model/notifications/notify.ts';
import { claimOf } from '#api/model/reviews/claims.ts';
import {
  announceObjection,
  OF_DECISION,
  whereMayDecide,
  whereMayDecideNow,
  whereMayReview,
  whereMaySee,
} from '#api/model/reviews/involved.ts';
import { isStaff } from '#lib/domain/permissions.ts';
import type { DecisionKind, ObjectionDecision } from '#lib/schemas/decision.ts';
import { REPORT_NOW, type ReportNow } from '#lib/schemas/notification.ts';
import type { ObjectionEntry } from '#lib/schemas/review.ts';
import type { Role, SessionUser } from '#lib/schemas/session.ts';
import type { SeenDecision } from './find.ts';

/** How many objections are listed. More appear as these are decided. */
const LISTED = 50;

const claimant = alias(players, 'claimant');
const moderator = alias(players, 'moderator');

/** The oldest open objections, without those that involve the viewer. */
export async function listOpen(db: Db, viewer: SessionUser, now: number): Promise<ObjectionEntry[]> {
  const rows = await db
    .select({
      objection: objections,
      kind: decisions.kind,
      person: { id: players.id, username: players.username },
      claimant: claimant.username,
      mayDecide: await whereMayDecideNow(db, viewer, now),
    })
    .from(objections)
    .innerJoin(decisions, eq(decisions.id, objections.decisionId))
    .innerJoin(players, eq(players.id, decisions.personId))
    .leftJoin(claimant, eq(claimant.id, objections.claimedBy))
    .where(and(isNull(objections.verdict), whereMayReview(viewer, viewer.id, OF_DECISION)))
    .orderBy(asc(objections.createdAt), asc(objections.id))
    .limit(LISTED);
  return rows.map(({ objection, kind, person, claimant, mayDecide }) => ({
    id: objection.id,
    kind: kind as DecisionKind,
    createdAt: objection.createdAt.toISOString(),
    person,
    claim: claimOf({ ...objection, claimant }, viewer, now),
    ...(!mayDecide && { isBlocked: true }),
  }));
}

/** An open objection with its decision as staff see it: 404 for involved staff but who decided, 410 once it is decided. */
export async function findOpen(db: Db, viewer: SessionUser, id: string) {
  const [row] = await db
    .select({
      objection: objections,
      decision: decisions,
      username: players.username,
      claimant: claimant.username,
      moderator: moderator.username,
    })
    .from(objections)
    .innerJoin(decisions, eq(decisions.id, objections.decisionId))
    .innerJoin(players, eq(players.id, decisions.personId))
    .leftJoin(claimant, eq(claimant.id, objections.claimedBy))
    .leftJoin(moderator, eq(moderator.id, decisions.modId))
    .where(and(eq(objections.id, id), whereMaySee(viewer)));
  if (row === undefined) throw notFound();
  if (row.objection.verdict !== null) throw gone();
  const seen: SeenDecision = { decision: row.decision, username: row.username, as: 'staff' };
  const claim = { ...row.objection, claimant: row.claimant };
  return { objection: row.objection, seen, claim, moderator: row.moderator };
}

const OWN_DECISION = 'You made this decision, so another moderator decides about the objection.';

/** Why the viewer cannot decide about objections to the decision; null when they can (rules 31.22 and 31.27). */
export async function refusalFor(
  db: Db,
  viewer: SessionUser,
  { decision }: SeenDecision,
  now: number,
): Promise<string | null> {
  const { id, kind, modId, personId, postId } = decision;
  const mayDecide = await whereMayDecide(db, viewer, now);
  const mayReview = whereMayReview(viewer, viewer.id, OF_DECISION);
  const isAllowed = await db.$count(decisions, and(eq(decisions.id, id), mayReview, mayDecide));
  if (isAllowed === 0) return OWN_DECISION;
  const named = await db.select({ id: banPosts.postId }).from(banPosts).where(eq(banPosts.banId, id));
  const postIds = [...(postId === null ? [] : [postId]), ...named.map((post) => post.id)];
  const refusal = await reversalRefusal(db, viewer, postIds, now, modId);
  // Who cannot revert it does not uphold it either.
  if (refusal !== null || (kind !== 'banned' && kind !== 'warned')) return refusal;
  return findBanRefusal(db, viewer, personId, kind === 'warned' ? 'warnings' : 'bans');
}

/** Has the message about an objection removed from Discord. */
type Mark = (tx: Tx, message: { id: string }) => Promise<void>;

/** An objection that was decided. */
type Closed = Pick<typeof objections.$inferSelect, 'id' | 'authorId' | 'decisionId'> &
  ObjectionDecision & { by: number | null };

/** Decides the open objections that match. `tellObjectors` follows, after a revert. */
export async function closeObjections(
  { db, now }: Tx,
  where: SQL,
  decided: ObjectionDecision & { by: number | null },
): Promise<Closed[]> {
  const { verdict, reason, by } = decided;
  const closed = await db
    .update(objections)
    .set({ verdict, reason, decidedBy: by, decidedAt: new Date(now) })
    .where(and(where, isNull(objections.verdict)))
    .returning({ id: objections.id, authorId: objections.authorId, decisionId: objections.decisionId });
  return closed.map((objection) => ({ ...objection, ...decided }));
}

/** The state of the report whose author objects to a keep; empty for other kinds (rule 31.26). */
async function findReport({ db }: Tx, { authorId, decisionId, verdict }: Closed) {
  const [row] = await db
    .select({ outcome: reports.outcome })
    .from(decisions)
    .innerJoin(reports, and(eq(reports.postId, decisions.postId), eq(reports.reporterId, authorId)))
    .where(
      and(eq(decisions.id, decisionId), eq(decisions.kind, 'kept'), inArray(reports.outcome, REPORT_NOW)),
    )
    .orderBy(sql`${reports.decidedAt} desc nulls first`)
    .limit(1);
  return row === undefined || verdict === 'upheld' ? {} : { report: row.outcome as ReportNow };
}

/** Tells who made a decision what another person decided about an objection to it, while they may see that (rule 31.28). */
async function tellDecider(tx: Tx, { decisionId, verdict, reason, by }: Closed): Promise<void> {
  if (by === null) return;
  const [decider] = await tx.db
    .select({ id: users.id, roles: users.roles })
    .from(decisions)
    .innerJoin(users, eq(users.id, decisions.modId))
    .where(and(eq(decisions.id, decisionId), ne(users.id, by)));
  if (decider === undefined) return;
  const viewer = { id: decider.id, roles: decider.roles as Role[] };
  const isSeen = and(eq(decisions.id, decisionId), whereMayReview(viewer, viewer.id, OF_DECISION));
  if (!isStaff(viewer) || (await tx.db.$count(decisions, isSeen)) === 0) return;
  await notifyObjection(tx, viewer.id, { decisionId, verdict, reason, isDecider: true });
}

/** Tells the authors of objections, and who made the decision, how they ended. */
export async function tellObjectors(tx: Tx, mark: Mark, closed: readonly Closed[]): Promise<void> {
  for (const objection of closed) {
    const { id, authorId, decisionId, verdict, reason } = objection;
    await notifyObjection(tx, authorId, {
      decisionId,
      verdict,
      reason,
      ...(await findReport(tx, objection)),
    });
    await tellDecider(tx, objection);
    await announceObjection(tx, objection, 'decided', { by: objection.by });
    await mark(tx, { id });
  }
}

const TAKEN_BACK = 'A moderator has taken the decision back.';

/**
 * Notes that a decision is reverted: removes its notification, and ends the objections that are open (rule 31.23). The
 * caller must have locked the decision.
 */
export async function endDecision(tx: Tx, mark: Mark, id: string): Promise<void> {
  const [ended] = await tx.db
    .update(decisions)
    .set({ revertedAt: sql`coalesce(${decisions.revertedAt}, ${new Date(tx.now).toISOString()})` })
    .where(eq(decisions.id, id))
    .returning({ personId: decisions.personId });
  if (ended === undefined) return;
  await withdrawDecision(tx, ended.personId, id);
  const ending = { verdict: 'reversed', reason: TAKEN_BACK, by: null } as const;
  await tellObjectors(tx, mark, await closeObjections(tx, eq(objections.decisionId, id), ending));
}
