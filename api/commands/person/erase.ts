/** Erases a person in one region: everything that `coverage.ts` lists, with karma, files and other players' replays. */
import { eq, type SQL, sql } from 'drizzle-orm';
import { COVERAGE, columnsOf, columnsWith, keyOf } from '#api/commands/person/coverage.ts';
import {
  findCandidates,
  findForeignReplays,
  findOwnPosts,
  isAny,
  isMatch,
  isNotificationAbout,
  lockPlayers,
  type Person,
} from '#api/commands/person/find.ts';
import { count, type ErasureReport, emptyReport, isNothing, list } from '#api/commands/person/report.ts';
import type { Scan } from '#api/commands/person/scan.ts';
import type { Db, Tx } from '#api/db/database.ts';
import { decisions, warnings } from '#api/db/decision-schema.ts';
import { notifications } from '#api/db/message-schema.ts';
import { modActions } from '#api/db/moderation-schema.ts';
import { replays } from '#api/db/replay-schema.ts';
import { anyOf } from '#api/db/sql.ts';
import { tableNamed } from '#api/db/statements.ts';
import { withdrawPerson } from '#api/discord/outbox.ts';
import { lockLaterPosts } from '#api/model/advice/facts.ts';
import { adviseAll } from '#api/model/advice/store.ts';
import { FORMER_MODERATOR } from '#api/model/moderation.ts';
import { keepErasure, lockErasures } from '#api/model/players/erasures.ts';
import { removeKarma } from '#api/model/posts/karma.ts';
import { keepGone } from '#api/model/posts/queries.ts';
import { foldTotals } from '#api/model/posts/totals.ts';
import type { DecodedParts } from '#api/model/replays/decoder.ts';
import { releaseFilesOf, type Stored } from '#api/model/replays/files.ts';
import {
  fileNamePattern,
  isAmong,
  maskJson,
  maskParts,
  mentionPattern,
  textsIn,
} from '#api/model/replays/mask.ts';
import { identifyIn, storeAllMasked, WITHOUT_FILE } from '#api/model/replays/mask-erased.ts';
import { uncountReports } from '#api/model/reviews/queue.ts';
import type { RegionId } from '#lib/regions.ts';
import { NOTIFICATION_TYPE } from '#lib/schemas/notification.ts';

/** One erasure, or the search for what it would change. */
interface Erasure {
  db: Db;
  scan: Scan;
  person: Person;
  /** Ids of the posts by and about the person. */
  own: readonly string[];
  report: ErasureReport;
  /** Null changes nothing, and locks no row: the statements count what they would change. */
  write: { tx: Tx; stored: Stored } | null;
  /** Notifications and replays that no longer have the name, before their texts are masked. */
  cleared: Set<string>;
}

/** Changes the rows of a table that match, or finds them in a dry run. Returns their keys. */
async function change({ db, write }: Erasure, table: string, statement: SQL, where: SQL): Promise<string[]> {
  const key = sql`${sql.identifier(keyOf(table))}::text as id`;
  const { rows } = await db.execute<{ id: string }>(
    write === null
      ? sql`select ${key} from ${tableNamed(table)} where ${where}`
      : sql`${statement} where ${where} returning ${key}`,
  );
  return rows.map((row) => row.id);
}

/** Removes the person from records that stay. */
async function unlinkRecords(erasure: Erasure): Promise<void> {
  for (const { table, column: name } of columnsWith('actor', 'hidden')) {
    const column = sql.identifier(name);
    const update = sql`update ${tableNamed(table)} set ${column} = null`;
    const rows = await change(erasure, table, update, sql`${column} = ${erasure.scan.id}`);
    count(erasure.report.unlinked, table, rows.length);
  }
}

const FORMER = { modUsername: FORMER_MODERATOR.modUsername };

/**
 * Removes the person's name as the moderator from what staff were told of bans and warnings, which has no id of the
 * moderator. Needs the moderators of decisions.
 */
async function unlinkNotifications(erasure: Erasure): Promise<void> {
  const update = sql`update ${notifications} set payload = payload || ${JSON.stringify(FORMER)}::jsonb`;
  const decided = sql`select from ${decisions} where mod_id = ${erasure.scan.id}`;
  // First whether there is any: notifications have no index for this.
  const where = sql`(select exists (${decided})) and type = ${NOTIFICATION_TYPE.banWithoutPost} 
    and exists (${decided} and created_at = emitted_at and person_id::text = payload->>'userId')`;
  const rows = await change(erasure, 'notifications', update, where);
  for (const id of rows) erasure.cleared.add(id);
  count(erasure.report.unlinked, 'notifications', rows.length);
}

/** Decisions with a warning of someone else, which came with the removal of a post or reply of the person. */
const isWarningOfOther = (id: number): SQL =>
  sql`(person_id <> ${id} and id in (select id from ${warnings}))`;

/** Prepares the deletion, and leaves these warnings. Returns the later posts whose advice may change. */
async function beforeDeletion({ db, scan, own }: Erasure): Promise<string[]> {
  await uncountReports(db, scan.id);
  await keepGone(db, own);
  await db.execute(sql`update ${decisions} set kind = 'warned', former = null,
      reason = coalesce(reason, (select reason from ${modActions} where ${modActions.id} = ${decisions.id}))
    where post_id = ${anyOf(own)} and ${isWarningOfOther(scan.id)}`);
  return lockLaterPosts(db, own);
}

/** Whether a row of the table is deleted. */
function isDeleted(table: string, { scan, own }: Erasure): SQL {
  const { id } = scan;
  return isAny([
    ...columnsOf(table, 'person').map((name) => sql`${sql.identifier(name)} = ${id}`),
    ...columnsOf(table, 'post').map((name) => sql`${sql.identifier(name)} = ${anyOf(own)}`),
    ...(table === 'notifications' ? [sql`(${scan.isFound(table)} and ${isNotificationAbout(id)})`] : []),
    ...(table === 'decisions'
      ? [sql`(post_id = ${anyOf(own)} and kind not in ('banned', 'warned') and not ${isWarningOfOther(id)})`]
      : []),
  ]);
}

async function deleteRows(erasure: Erasure): Promise<void> {
  for (const table of Object.keys(COVERAGE)) {
    if (columnsOf(table, 'person', 'post').length === 0) continue;
    const deletion = sql`delete from ${tableNamed(table)}`;
    const rows = await change(erasure, table, deletion, isDeleted(table, erasure));
    count(erasure.report.deleted, table, rows.length);
  }
}

/** Masks the person in other players' replays among those that were found, and releases their files. */
async function maskReplays(erasure: Erasure, isFound = erasure.scan.isFound('replays')): Promise<void> {
  const { db, person, own, report, write, cleared } = erasure;
  const found = await findForeignReplays(db, person, own, isFound, write !== null);
  const identified = await identifyIn(db, found, person);
  const all: (DecodedParts & { id: string; postId: string })[] = [];
  for (const [index, replay] of found.entries()) {
    const inFile = identified[index] ?? person;
    const masked = maskParts(replay, inFile);
    if (masked === null) continue;
    const pattern = mentionPattern(inFile);
    for (const { playerId, username, messageContent } of replay.chatMessages)
      if (!isAmong(inFile, playerId, username))
        list(report, { table: 'replays', column: 'chat_messages', id: replay.id }, messageContent, pattern);
    all.push({ ...masked, id: replay.id, postId: replay.postId });
    cleared.add(replay.id);
  }
  count(report.masked, 'replays', all.length);
  if (write === null || all.length === 0) return;
  await releaseFilesOf(write.tx, write.stored, ...all.map(({ postId }) => postId));
  await storeAllMasked(db, all);
}

/** Replays per transaction: a fifth of a second. */
const AT_ONCE = 200;

/**
 * Masks the person in the replays that were found, in short transactions: there may be thousands, and everyone waits for the
 * erasure itself. Search again afterwards. An interrupted run leaves the rest to the next one.
 */
export async function maskFoundReplays(
  region: RegionId,
  stored: Stored,
  scan: Scan,
  log: (text: string) => void = () => {},
): Promise<ErasureReport> {
  const { person } = scan;
  const report = emptyReport(person);
  const own = await stored.database.read(region, (db) => findOwnPosts(db, scan.id, false));
  const keys = scan.keysOf('replays');
  for (let start = 0; start < keys.length; start += AT_ONCE) {
    const isFound = scan.isFound('replays', keys.slice(start, start + AT_ONCE));
    await stored.database.write(region, (tx) => {
      const write = { tx, stored };
      const ids = own.map((post) => post.id);
      return maskReplays({ db: tx.db, scan, person, own: ids, report, write, cleared: new Set() }, isFound);
    });
    if (start % (50 * AT_ONCE) === 0 && start > 0) log(`Masked ${start} replays.`);
  }
  return report;
}

/** The value of a column as it is before its mentions are masked; null if the row no longer has any. */
const unmasked = ({ cleared }: Erasure, table: string, id: string, value: unknown): unknown => {
  if (!cleared.has(id)) return value;
  return table === 'replays' ? null : { ...(value as object), ...FORMER };
};

/** Masks mentions in the texts of a column. */
async function maskColumn(
  erasure: Erasure,
  { table, column: name }: { table: string; column: string },
  pattern: string,
): Promise<void> {
  const { db, scan, person, report, write } = erasure;
  const isJson = columnsOf(table, 'json').includes(name);
  const column = sql.identifier(name);
  const { rows } = await db.execute<{ id: string; row: string; value: unknown }>(
    sql`select ${sql.identifier(keyOf(table))}::text as id, ctid::text as row, ${column} as value from ${tableNamed(table)}
      where ${scan.isFound(table)} and ${isMatch(table, name, pattern)} and ${isDeleted(table, erasure)} is not true
      order by id ${sql.raw(write === null ? '' : 'for update')}`,
  );
  for (const { id, row, ...stored } of rows) {
    const value = unmasked(erasure, table, id, stored.value);
    const masked = maskJson(value, pattern, person.ids);
    if (JSON.stringify(masked) === JSON.stringify(value)) continue;
    const json = sql`${JSON.stringify(masked)}::jsonb`;
    const texts = sql`array(select jsonb_array_elements_text(${json}))`;
    const changed = isJson ? json : Array.isArray(masked) ? texts : sql`${masked}`;
    const update = sql`update ${tableNamed(table)} set ${column} = ${changed}`;
    if (write !== null) await db.execute(sql`${update} where ctid = ${row}::tid`);
    for (const text of textsIn(value, pattern)) list(report, { table, column: name, id }, text, pattern);
    count(report.masked, table, 1);
  }
}

/** Replaces file names that have a name or id between other characters than letters and digits. */
async function renameFiles(erasure: Erasure): Promise<void> {
  const { db, scan, person, report, write, cleared } = erasure;
  const pattern = fileNamePattern(person);
  const found = await db
    .select({ id: replays.id, fileName: replays.fileName })
    .from(replays)
    .where(
      sql`${scan.isFound('replays')} and ${isMatch('replays', 'file_name', pattern)}
        and ${isDeleted('replays', erasure)} is not true`,
    )
    .orderBy(replays.id);
  for (const { id, fileName } of found) {
    if (cleared.has(id)) continue;
    list(report, { table: 'replays', column: 'file_name', id }, fileName, pattern);
    if (write !== null)
      await db.update(replays).set({ fileName: WITHOUT_FILE.fileName }).where(eq(replays.id, id));
  }
}

/** How an erasure treats texts of others. `keepMentions` leaves the names in them, for names that are ordinary words. */
export interface ErasureOptions {
  keepMentions: boolean;
}

/** Runs the statements in their order. */
async function run(
  db: Db,
  scan: Scan,
  { keepMentions }: ErasureOptions,
  write: Erasure['write'],
  before: ErasureReport = emptyReport(scan.person),
) {
  const { id } = scan;
  const person = await scan.complete(db);
  const candidates = await findCandidates(db, id, person, scan.isFound('replays'));
  const report: ErasureReport = { ...before, candidates };
  const posts = await findOwnPosts(db, id, write !== null);
  const own = posts.map((post) => post.id);
  const erasure: Erasure = { db, scan, person, own, report, write, cleared: new Set() };
  if (write !== null) {
    await removeKarma(db, own);
    await releaseFilesOf(write.tx, write.stored, ...own);
  }
  const pattern = mentionPattern(keepMentions ? { ...person, names: new Set() } : person);
  const erased = { accountId: id, postIds: own, mentions: pattern, isFound: scan.isFound };
  report.messages = await withdrawPerson(db, write?.tx.now ?? null, erased);
  await maskReplays(erasure);
  await unlinkNotifications(erasure);
  await unlinkRecords(erasure);
  const later = write === null ? [] : await beforeDeletion(erasure);
  await deleteRows(erasure);
  await adviseAll(db, later);
  for (const column of columnsWith('text', 'json')) await maskColumn(erasure, column, pattern);
  await renameFiles(erasure);
  if (write === null || isNothing(report)) return report;
  await foldTotals(db, write.tx.region);
  await keepErasure(db, { ids: person.ids, names: person.lastingNames }, write.tx.now);
  return report;
}

/** The report of an erasure that has not happened. Needs a snapshot, and locks nothing. */
export const previewErasure = (db: Db, scan: Scan, options: ErasureOptions): Promise<ErasureReport> =>
  run(db, scan, options, null);

/**
 * Erases the account of one region. Posts by and about it are removed with their karma, replays and videos. Files are removed
 * after the commit. Does nothing when nothing is stored about the account. `before`: what `maskFoundReplays` has done.
 */
export async function erasePerson(
  tx: Tx,
  stored: Stored,
  scan: Scan,
  options: ErasureOptions,
  before?: ErasureReport,
): Promise<ErasureReport> {
  await lockErasures(tx.db, 'exclusive');
  await lockPlayers(tx.db, scan.id);
  return run(tx.db, scan, options, { tx, stored }, before);
}
