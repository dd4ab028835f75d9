/** Removes what has been kept long enough. `docs/privacy.md` lists the same periods. */
import { millisecondsInDay } from 'date-fns/constants';
import { subMilliseconds } from 'date-fns/subMilliseconds';
import { and, eq, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { DataSource, Db } from '#api/db/database.ts';
import { decisions, replyVersions, staffNotes } from '#api/db/decision-schema.ts';
import { notifications } from '#api/db/message-schema.ts';
import { namedAccounts, openidNonces, roleChanges } from '#api/db/person-schema.ts';
import { replays } from '#api/db/replay-schema.ts';
import { postVersions, reportMutes, reports, reviewLog, reviews } from '#api/db/review-schema.ts';
import { posts } from '#api/db/schema.ts';
import { RESPONSE_MAX_AGE_MS } from '#api/model/auth/queries.ts';
import { LINEUP_KEPT_DAYS } from '#api/model/players/lineup-accounts.ts';
import { forgetDeletedPosts } from '#api/model/posts/rules.ts';
import { KIND } from '#api/model/reviews/queue.ts';

const YEAR = 365 * millisecondsInDay;

/** Rows per transaction: few enough that other writes never wait long. */
const BATCH = 1_000;

interface Expiry {
  key: AnyPgColumn;
  where: (now: number) => SQL | undefined;
}

/** Rows whose time in `column` is more than `ms` ago; only those that meet the other conditions, too. */
const olderThan = (key: AnyPgColumn, column: AnyPgColumn, ms: number, ...conditions: SQL[]): Expiry => ({
  key,
  where: (now) => and(lt(column, subMilliseconds(now, ms)), ...conditions),
});

const EXPIRIES: readonly Expiry[] = [
  olderThan(notifications.id, notifications.acknowledgedAt, 90 * millisecondsInDay),
  olderThan(roleChanges.id, roleChanges.changedAt, 3 * YEAR),
  // Looked up at the publisher, by the day.
  olderThan(namedAccounts.name, namedAccounts.day, LINEUP_KEPT_DAYS * millisecondsInDay),
  // No response is accepted after half of this time.
  olderThan(openidNonces.nonce, openidNonces.seenAt, 2 * RESPONSE_MAX_AGE_MS),
  olderThan(reports.id, reports.decidedAt, YEAR),
  // Who decided, looked at a reporter or muted one.
  olderThan(reviewLog.id, reviewLog.createdAt, YEAR),
  // Kept posts with their objections.
  olderThan(decisions.id, decisions.createdAt, YEAR, eq(decisions.kind, 'kept')),
  // Of staff about players. Those about a post go with it.
  olderThan(staffNotes.id, staffNotes.createdAt, YEAR, isNotNull(staffNotes.playerId)),
  // Posts and replies that their authors replaced after a report.
  olderThan(postVersions.id, postVersions.replacedAt, 90 * millisecondsInDay),
  olderThan(replyVersions.id, replyVersions.replacedAt, 90 * millisecondsInDay),
  olderThan(reportMutes.accountId, reportMutes.mutedUntil, 0),
  // Items without advice or report, not held and not decided.
  olderThan(
    reviews.postId,
    reviews.openedAt,
    30 * millisecondsInDay,
    eq(reviews.kind, KIND.new),
    eq(reviews.reports, 0),
    isNull(reviews.decidedAt),
    // A decision that is in force can be undone.
    isNull(reviews.decisionId),
    // A held post counts only once it was kept, which needs its item (rule 28.6).
    sql`not exists (select from ${posts} where ${posts.id} = ${reviews.postId} and ${posts.held})`,
  ),
];

async function deleteBatch(db: Db, { key, where }: Expiry, now: number): Promise<number> {
  const expired = db.select({ key }).from(key.table).where(where(now)).limit(BATCH);
  // As an array, so that its rows are found by their keys, however many there are.
  const isExpired = sql`${key} = any(array(${expired}))`;
  // The condition is repeated for rows that another transaction changes in the meantime.
  const rows = await db
    .delete(key.table)
    .where(and(isExpired, where(now)))
    .returning({ key });
  return rows.length;
}

/** The last attempt at a job that is neither waiting nor running. */
const lastAttempt = sql`greatest(${replays.startedAt}, ${replays.processedAt}, ${replays.createdAt})`;

/** A stored file that was never decoded stays among the failed jobs (rule 29.8). */
const isDecoded = or(isNotNull(replays.facts), isNull(replays.sha256));

/** Errors of jobs, 30 days after the last attempt. */
async function forgetErrors(db: Db, now: number): Promise<void> {
  const limit = subMilliseconds(now, 30 * millisecondsInDay).toISOString();
  await db
    .update(replays)
    .set({ lastError: null })
    .where(
      and(isNotNull(replays.lastError), isNull(replays.runAfter), isDecoded, sql`${lastAttempt} < ${limit}`),
    );
}

/** Removes expired data of all regions as of `now` (milliseconds since 1970), until `signal` is aborted. */
export async function applyRetention(database: DataSource, now: number, signal: AbortSignal): Promise<void> {
  for (const region of database.regions) {
    if (signal.aborted) return;
    for (const expiry of EXPIRIES) {
      let deleted = BATCH;
      while (deleted === BATCH && !signal.aborted)
        deleted = await database.transaction(region, (db) => deleteBatch(db, expiry, now));
    }
    // Apart, so that none waits for another's rows.
    for (const forget of [forgetErrors, forgetDeletedPosts])
      await database.transaction(region, (db) => forget(db, now));
  }
}
