/** Reports as their authors see them, their limits, and how many there are. */
import { addHours } from 'date-fns/addHours';
import { subHours } from 'date-fns/subHours';
import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { decisions } from '#api/db/decision-schema.ts';
import { reportMutes, reports, reviews } from '#api/db/review-schema.ts';
import { anyOfPlaceholder, arrayText, isoTime } from '#api/db/sql.ts';
import { builtOnce, runStatement } from '#api/db/statements.ts';
import { dayLimit, sentence } from '#api/http/errors.ts';
import { whereMayReview } from '#api/model/reviews/involved.ts';
import { settledBy } from '#api/model/reviews/settled.ts';
import { hasRole } from '#lib/domain/permissions.ts';
import { mutedSentence, reportLimitSentence } from '#lib/domain/reports.ts';
import type { Outcome } from '#lib/schemas/moderation.ts';
import type { Report, ReportCounts } from '#lib/schemas/report.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** Posts that one account may report within 24 hours. */
const REPORTS_PER_DAY = 10;
/** The most reports in one answer. */
const LISTED = 100;

/** A report as its author sees it. */
export const toReport = (row: typeof reports.$inferSelect, decisionId: string | null = null): Report => ({
  id: row.id,
  postId: row.postId,
  rule: row.rule,
  words: row.words,
  moment: row.moment,
  ...(row.ofReply && { ofReply: true }),
  createdAt: row.createdAt.toISOString(),
  outcome: row.outcome as Outcome,
  sentence: row.sentence,
  decidedAt: isoTime(row.decidedAt),
  ...(decisionId !== null && { decisionId }),
});

/** The reports of an account, newest first; those on one post if that is given. */
export async function readReports(db: Db, reporterId: number, postId?: string): Promise<Report[]> {
  const ofPost = postId === undefined ? undefined : eq(reports.postId, postId);
  const isKeep = and(eq(decisions.postId, reports.postId), eq(decisions.kind, 'kept'), settledBy(decisions));
  const keep = sql<string | null>`case when ${reports.outcome} = 'kept' then (
    select ${decisions.id} from ${decisions} where ${isKeep} limit 1) end`;
  const rows = await db
    .select({ report: reports, decisionId: keep })
    .from(reports)
    .where(and(eq(reports.reporterId, reporterId), ofPost))
    .orderBy(desc(reports.createdAt))
    .limit(LISTED);
  return rows.map(({ report, decisionId }) => toReport(report, decisionId));
}

/** When an account that cannot report may do so again; null for others. */
export async function findMute(db: Db, accountId: number, now: number): Promise<Date | null> {
  const [mute] = await db.select().from(reportMutes).where(eq(reportMutes.accountId, accountId));
  return mute !== undefined && mute.mutedUntil.getTime() > now ? mute.mutedUntil : null;
}

/** Requires that an account may report now (rules 28.12 and 28.13); else 403 or 429 with the time. */
export async function checkMayReport(db: Db, id: number, now: number): Promise<void> {
  const mutedUntil = await findMute(db, id, now);
  if (mutedUntil !== null) throw sentence(403, mutedSentence(mutedUntil.toISOString()));
  const written = await db
    .select({ at: reports.createdAt })
    .from(reports)
    .where(and(eq(reports.reporterId, id), gt(reports.createdAt, subHours(now, 24))))
    .orderBy(desc(reports.createdAt))
    .limit(REPORTS_PER_DAY);
  const first = written[REPORTS_PER_DAY - 1];
  if (first === undefined) return;
  const until = addHours(first.at, 24);
  throw dayLimit(until.getTime(), now, reportLimitSentence(until.toISOString()));
}

/** Numbers of open reports of some posts, without posts that involve the viewer. */
export async function countOpenReports(
  db: Db,
  viewer: SessionUser,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const isOpen = sql`${reviews.postId} = ${anyOfPlaceholder('ids', 'uuid')} and ${reviews.reports} > 0`;
  const statement = builtOnce(
    `open reports ${hasRole(viewer, 'admin')}`,
    () => sql`select ${reviews.postId} as "postId", ${reviews.reports}
      from ${reviews} where ${isOpen} and ${whereMayReview(viewer, sql.placeholder('viewer'))}`,
  );
  const values = { ids: arrayText(postIds), viewer: viewer.id };
  const rows = await runStatement<{ postId: string; reports: number }>(db, statement, values);
  return new Map(rows.map(({ postId, reports }) => [postId, reports]));
}

/** How many posts about and by a player have open reports, without posts that involve the viewer. */
export async function countReported(
  db: Db,
  viewer: SessionUser,
  playerId: number,
): Promise<Omit<ReportCounts, 'refusal'>> {
  const reported = (of: SQL): Promise<number> =>
    db.$count(reviews, and(of, gt(reviews.reports, 0), whereMayReview(viewer)));
  return {
    about: await reported(eq(reviews.playerId, playerId)),
    by: await reported(eq(reviews.authorId, playerId)),
  };
}
