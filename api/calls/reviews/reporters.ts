/** Who reported a post: seen on purpose only, and muted for reports in bad faith (rules 28.13 and 28.33). */
import { addHours } from 'date-fns/addHours';
import type { Ctx } from '#api/calls/core/route.ts';
import type { Db } from '#api/db/database.ts';
import { reportMutes } from '#api/db/review-schema.ts';
import { isoTime } from '#api/db/sql.ts';
import { notFound } from '#api/http/errors.ts';
import { checkMayReview } from '#api/model/reviews/involved.ts';
import { logReview } from '#api/model/reviews/log.ts';
import * as read from '#api/model/reviews/read.ts';
import { findMute } from '#api/model/reviews/reports.ts';
import type * as calls from '#lib/schemas/calls/review.ts';
import type { Reporter } from '#lib/schemas/review.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** The author of a report on an item that the viewer may see; 404 otherwise. */
async function reporterOf(db: Db, viewer: SessionUser, params: { postId: string; reportId: string }) {
  await checkMayReview(db, viewer, params.postId);
  const reporter = await read.findReporter(db, params.postId, params.reportId);
  if (reporter === null) throw notFound();
  return reporter;
}

/** Shows who wrote a report, and keeps who looked. */
export async function showReporter(ctx: Ctx<typeof calls.openReporter>): Promise<Reporter> {
  const { viewer, params, write } = ctx;
  return write(async (tx) => {
    const reporter = await reporterOf(tx.db, viewer, params);
    await logReview(tx, viewer, { action: 'reporter', ...params });
    return { ...reporter, mutedUntil: isoTime(await findMute(tx.db, reporter.id, tx.now)) };
  });
}

/** Refuses further reports of this reporter for days. */
export async function mute(ctx: Ctx<typeof calls.muteReporter>): Promise<undefined> {
  const { viewer, params, body, write } = ctx;
  await write(async (tx) => {
    const { id } = await reporterOf(tx.db, viewer, params);
    const set = { mutedUntil: addHours(tx.now, 24 * body.days) };
    await tx.db
      .insert(reportMutes)
      .values({ accountId: id, ...set })
      .onConflictDoUpdate({ target: reportMutes.accountId, set });
    await logReview(tx, viewer, { action: 'mute', ...params });
  });
}
