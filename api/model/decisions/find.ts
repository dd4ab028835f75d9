/** Who may see a decision (rule 31.10). */
import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { decisions, objections } from '#api/db/decision-schema.ts';
import { reports } from '#api/db/review-schema.ts';
import { players } from '#api/db/schema.ts';
import { notFound } from '#api/http/errors.ts';
import { whereMaySee } from '#api/model/reviews/involved.ts';
import { settledBy } from '#api/model/reviews/settled.ts';
import { isStaff } from '#lib/domain/permissions.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** A decision, the name of the person concerned, and as whom the viewer sees it. */
export interface SeenDecision {
  decision: typeof decisions.$inferSelect;
  username: string;
  as: 'person' | 'reporter' | 'staff';
}

/** Condition on `reports` and `decisions`: the decision kept what the account reported, also when that was reverted. */
export const isReporters = (id: number): SQL | undefined =>
  and(
    eq(reports.postId, decisions.postId),
    eq(reports.reporterId, id),
    or(
      and(eq(reports.outcome, 'kept'), settledBy(decisions)),
      // Reports that are open again have the id of the reverted decision.
      and(isNotNull(decisions.revertedAt), eq(reports.decisionId, decisions.id)),
    ),
  );

/** Condition on `decisions`: it kept what the account reported, or the account has objected to that. */
export const concernsReporter = (
  id: number,
) => sql<boolean>`(exists (select from ${reports} where ${isReporters(id)})
  or exists (select from ${objections} where ${objections.decisionId} = ${decisions.id} and ${objections.authorId} = ${id}))`;

/** A decision that concerns the viewer, or that uninvolved staff and who made it see; 404 otherwise, as if there were none. */
export async function findSeen(db: Db, viewer: SessionUser, id: string): Promise<SeenDecision> {
  const [row] = await db
    .select({
      decision: decisions,
      username: players.username,
      isReporter: concernsReporter(viewer.id),
      maySee: whereMaySee(viewer),
    })
    .from(decisions)
    .innerJoin(players, eq(players.id, decisions.personId))
    .where(eq(decisions.id, id));
  if (row === undefined) throw notFound();
  const { decision, username, isReporter, maySee } = row;
  if (decision.kind === 'kept' ? isReporter : decision.personId === viewer.id)
    return { decision, username, as: decision.kind === 'kept' ? 'reporter' : 'person' };
  if (isStaff(viewer) && maySee) return { decision, username, as: 'staff' };
  throw notFound();
}

/** The account's reports of a kept post, oldest first. */
export const readReported = (db: Db, decisionId: string, reporterId: number) =>
  db
    .select({ rule: reports.rule, words: reports.words, moment: reports.moment, ofReply: reports.ofReply })
    .from(reports)
    .innerJoin(decisions, eq(decisions.id, decisionId))
    .where(isReporters(reporterId))
    .orderBy(reports.createdAt);
