/** Calls of `/api/report`. */
import { randomUUID } from 'node:crypto';
import { and, eq, gte, isNull, or, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type Ctx, type Deps, route } from '#api/calls/core/route.ts';
import type { Db } from '#api/db/database.ts';
import { reports, reviews } from '#api/db/review-schema.ts';
import type { StoredPost } from '#api/db/schema.ts';
import { gone, notFound, sentence } from '#api/http/errors.ts';
import { findConflict } from '#api/model/decisions/rules.ts';
import { requirePost } from '#api/model/posts/queries.ts';
import { findReply, writtenAt } from '#api/model/posts/replies.ts';
import { addReport } from '#api/model/reviews/queue.ts';
import { checkMayReport, countReported, readReports, toReport } from '#api/model/reviews/reports.ts';
import { canSeeOptedOut } from '#lib/domain/permissions.ts';
import { REPLY_REPORT_SENTENCES, REPORT_SENTENCES } from '#lib/domain/reports.ts';
import * as calls from '#lib/schemas/calls/report.ts';
import type { Report, ReportCreate } from '#lib/schemas/report.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/**
 * Requires that the viewer may report the post, or the version of its reply that they have read, each once (rules
 * 28.10, 28.11 and 31.7): 404 unless they see the reply, 409 once it was changed. Returns when the reply was
 * written, and who wrote what is reported.
 */
async function checkPart(
  db: Db,
  viewer: SessionUser,
  post: StoredPost,
  { ofReply = false, ...read }: ReportCreate,
) {
  const { id, authorId, playerId, subjectHidden } = post;
  const reply = ofReply ? await findReply(db, id) : null;
  const isHidden = subjectHidden && !canSeeOptedOut(viewer, playerId);
  if (ofReply && (isHidden || reply?.removed !== false)) throw notFound();
  const { own, again } = ofReply ? REPLY_REPORT_SENTENCES : REPORT_SENTENCES;
  const aboutId = ofReply ? playerId : authorId;
  if (viewer.id === aboutId) throw sentence(422, own);
  const replyAt = reply && writtenAt(reply);
  if (replyAt && read.replyAt !== undefined && Date.parse(read.replyAt) !== replyAt.getTime())
    throw sentence(409, REPLY_REPORT_SENTENCES.changed);
  // The release before stores no time.
  const ofVersion =
    replyAt &&
    or(eq(reports.replyAt, replyAt), and(isNull(reports.replyAt), gte(reports.createdAt, replyAt)));
  const ofPart = and(eq(reports.postId, id), eq(reports.ofReply, ofReply), ofVersion ?? undefined);
  if ((await db.$count(reports, and(ofPart, eq(reports.reporterId, viewer.id)))) > 0)
    throw sentence(422, again);
  return { replyAt, aboutId };
}

/** Stores a report and opens the post's item (rules 28.10 to 28.13). */
async function create(ctx: Ctx<typeof calls.createReport>): Promise<Report> {
  const { deps, region, viewer, body } = ctx;
  const report = await ctx.write(async (tx) => {
    const { db, now } = tx;
    // One at a time per account, for the limit of the day.
    await db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`report:${region}:${viewer.id}`}, 0))`,
    );
    const post = await requirePost(db, body.postId);
    if (post.modLocked) throw gone();
    const { ofReply = false, postId, rule, words, moment } = body;
    const about = await checkPart(db, viewer, post, body);
    await checkMayReport(db, viewer.id, now);
    const id = randomUUID();
    const [row] = await db
      .insert(reports)
      .values({
        ...{ id, postId, reporterId: viewer.id, rule, words, moment, ofReply, ...about },
        createdAt: new Date(now),
      })
      .returning();
    if (row === undefined) throw new Error('The report was not stored.');
    await addReport(tx, post);
    const [item] = await db
      .select({ reports: reviews.reports })
      .from(reviews)
      .where(eq(reviews.postId, postId));
    if (item?.reports === 1)
      await deps.discord.queue(tx, { kind: 'report', id, postId, playerId: post.playerId });
    return toReport(row);
  });
  ctx.reply.header('location', `/api/report?postId=${report.postId}`);
  return report;
}

/** Registers the calls. */
export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.createReport, create);
  route(app, deps, calls.listReports, ({ read, viewer, query }) =>
    read((db) => readReports(db, viewer.id, query.postId)),
  );
  route(app, deps, calls.countReports, ({ read, viewer, params: { userId }, now }) =>
    read(async (db) => ({
      ...(await countReported(db, viewer, userId)),
      refusal: await findConflict(db, viewer, userId, now),
    })),
  );
}
