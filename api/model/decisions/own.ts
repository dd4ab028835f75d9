/** The decisions that concern an account (rule 31.41). */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '#api/db/database.ts';
import { decisions, objections, warnings } from '#api/db/decision-schema.ts';
import { reports } from '#api/db/review-schema.ts';
import { isoTime, newestFirst } from '#api/db/sql.ts';
import { concernsReporter } from '#api/model/decisions/find.ts';
import { PAGE } from '#api/model/decisions/record.ts';
import { toObjection } from '#api/model/decisions/statements.ts';
import { findPosts } from '#api/model/posts/queries.ts';
import { isListed } from '#api/model/posts/visibility.ts';
import type { DecisionKind, OwnDecisions } from '#lib/schemas/decision.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/**
 * A page of the decisions that concern the viewer, newest first: about them, and keeps of
 * what they reported. Staff get no more.
 */
export async function readOwnDecisions(db: Db, viewer: SessionUser, page: number): Promise<OwnDecisions> {
  const select = () => db.select({ id: decisions.id, createdAt: decisions.createdAt }).from(decisions);
  const reported = db
    .select({ postId: reports.postId })
    .from(reports)
    .where(eq(reports.reporterId, viewer.id));
  const isKeep = and(eq(decisions.kind, 'kept'), inArray(decisions.postId, reported));
  const ids = unionAll(
    select().where(and(eq(decisions.personId, viewer.id), ne(decisions.kind, 'kept'))),
    select().where(and(isKeep, concernsReporter(viewer.id))),
  )
    .orderBy(sql`created_at desc nulls last`, sql`id desc nulls last`)
    .limit(PAGE + 1)
    .offset((page - 1) * PAGE)
    .as('ids');
  const rows = await db
    .select({ decision: decisions, objection: objections, warning: warnings.id })
    .from(ids)
    .innerJoin(decisions, eq(decisions.id, ids.id))
    .leftJoin(objections, and(eq(objections.decisionId, ids.id), eq(objections.authorId, viewer.id)))
    .leftJoin(warnings, eq(warnings.id, ids.id))
    .orderBy(...newestFirst(decisions.createdAt, decisions.id));
  const found = await findPosts(db, [...new Set(rows.flatMap(({ decision }) => decision.postId ?? []))]);
  const entries = rows.slice(0, PAGE).map(({ decision, objection, warning }) => {
    const { id, kind, postId, createdAt, revertedAt } = decision;
    const row = found.find((one) => one.id === postId && isListed(viewer, one));
    // A banned player learns nothing of a post that someone else wrote.
    const isForeign = kind === 'banned' && row?.author.id !== viewer.id;
    const post = row && { id: row.id, title: row.title, author: row.author, player: row.player };
    return {
      id,
      kind: kind as DecisionKind,
      post: (!isForeign && post) || null,
      createdAt: createdAt.toISOString(),
      revertedAt: isoTime(revertedAt),
      ...(warning && { isWarning: true }),
      objection: objection && toObjection(objection),
    };
  });
  return { entries, hasMore: rows.length > PAGE };
}
