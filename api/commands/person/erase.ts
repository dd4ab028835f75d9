/** Erases a person in one region: everything that `coverage.ts` lists, with karma, files and other players' replays. */
import { and, eq, exists, sql } from 'drizzle-orm';
import { COVERAGE, columnsOf, columnsWith, keyOf } from '#api/commands/person/coverage.ts';
import {
  findForeignReplays,
  findOwnPosts,
  identify,
  isAny,
  isNotificationAbout,
  lockPlayers,
  type Person,
  searchable,
} from '#api/commands/person/find.ts';
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
import { type Identities, keepErasure, lockErasures } from '#api/model/players/erasures.ts';
import { moveKarma, NO_KARMA } from '#api/model/posts/karma.ts';
import { keepGone } from '#api/model/posts/queries.ts';
import { foldTotals } from '#api/model/posts/totals.ts';
import { releaseFilesOf, type Stored } from '#api/model/replays/files.ts';
import {
  excerptsOf,
  fileNamePattern,
  isAmong,
  maskJson,
  maskParts,
  mentionPattern,
  textsIn,
} from '#api/model/replays/mask.ts';
import { identifyIn, storeMasked, WITHOUT_FILE } from '#api/model/replays/mask-erased.ts';
import { uncountReports } from '#api/model/reviews/queue.ts';
import { NOTIFICATION_TYPE } from '#lib/schemas/notification.ts';

/** A text of someone else that an erasure changes. */
export interface ChangedText {
  table: string;
  column: string;
  /** Of the row. */
  id: string;
  /** The mentions with a few words around them, before the change. */
  excerpts: readonly string[];
}

/** Report of an erasure: numbers of rows by change and by table. */
export interface ErasureReport extends Pick<Person, 'unusedNames' | 'candidates'> {
  names: readonly string[];
  /** Every text of others that is masked. */
  texts: ChangedText[];
  deleted: Record<string, number>;
  unlinked: Record<string, number>;
  masked: Record<string, number>;
  /** Messages on Discord that the API will delete or reword. */
  messages: number;
}

function count(into: Record<string, number>, table: string, rows: number): void {
  if (rows > 0) into[table] = (into[table] ?? 0) + rows;
}

/** Adds a text to the report if it has a mention. */
function list(
  report: ErasureReport,
  place: Omit<ChangedText, 'excerpts'>,
  text: string,
  pattern: string,
): void {
  const excerpts = excerptsOf(text, pattern);
  if (excerpts.length > 0) report.texts.push({ ...place, excerpts });
}

/** Removes the person from records that stay. */
async function unlinkRecords(db: Db, report: ErasureReport, id: number): Promise<void> {
  for (const { table, column: name } of columnsWith('actor', 'hidden')) {
    const column = sql.identifier(name);
    const { rows } = await db.execute(
      sql`update ${tableNamed(table)} set ${column} = null where ${column} = ${id} returning 1`,
    );
    count(report.unlinked, table, rows.length);
  }
}

/**
 * Removes the person's name as the moderator from what staff were told of bans and warnings, which has no id of the moderator. Needs
 * the moderators of decisions.
 */
async function unlinkNotifications(db: Db, report: ErasureReport, id: number): Promise<void> {
  const { type, payload, emittedAt } = notifications;
  const former = JSON.stringify({ modUsername: FORMER_MODERATOR.modUsername });
  const decision = and(
    eq(decisions.modId, id),
    eq(decisions.createdAt, emittedAt),
    sql`${decisions.personId}::text = ${payload}->>'userId'`,
  );
  const rows = await db
    .update(notifications)
    .set({ payload: sql`${payload} || ${former}::jsonb` })
    .where(
      and(eq(type, NOTIFICATION_TYPE.banWithoutPost), exists(db.select().from(decisions).where(decision))),
    )
    .returning({ id: notifications.id });
  count(report.unlinked, 'notifications', rows.length);
}

/** Leaves the warnings that came with removals of the person's posts and replies: whom they warn is someone else. */
async function keepWarnings(db: Db, id: number, postIds: readonly string[]): Promise<void> {
  await db.execute(sql`update ${decisions} set kind = 'warned', former = null,
      reason = coalesce(reason, (select reason from ${modActions} where ${modActions.id} = ${decisions.id}))
    where post_id = ${anyOf(postIds)} and person_id <> ${id} and id in (select id from ${warnings})`);
}

async function deleteRows(
  db: Db,
  report: ErasureReport,
  id: number,
  postIds: readonly string[],
): Promise<void> {
  for (const table of Object.keys(COVERAGE)) {
    const conditions = [
      ...columnsOf(table, 'person').map((name) => sql`${sql.identifier(name)} = ${id}`),
      ...columnsOf(table, 'post').map((name) => sql`${sql.identifier(name)} = ${anyOf(postIds)}`),
      ...(table === 'notifications' ? [isNotificationAbout(id)] : []),
      ...(table === 'decisions'
        ? [sql`post_id = ${anyOf(postIds)} and kind not in ('banned', 'warned')`]
        : []),
    ];
    if (conditions.length === 0) continue;
    const { rows } = await db.execute(
      sql`delete from ${tableNamed(table)} where ${isAny(conditions)} returning 1`,
    );
    count(report.deleted, table, rows.length);
  }
}

/** Masks the person in other players' replays, and releases their files. */
async function maskReplays(
  tx: Tx,
  stored: Stored,
  report: ErasureReport,
  persons: Identities,
  ownPosts: readonly string[],
): Promise<void> {
  for (const replay of await findForeignReplays(tx.db, persons, ownPosts)) {
    const inFile = await identifyIn(tx.db, replay, persons);
    const masked = maskParts(replay, inFile);
    if (masked === null) continue;
    const pattern = mentionPattern(inFile) ?? '(?!)';
    for (const { playerId, username, messageContent } of replay.chatMessages)
      if (!isAmong(inFile, playerId, username))
        list(report, { table: 'replays', column: 'chat_messages', id: replay.id }, messageContent, pattern);
    await releaseFilesOf(tx, stored, replay.postId);
    await storeMasked(tx.db, replay.id, masked);
    count(report.masked, 'replays', 1);
  }
}

/** Masks mentions in the texts of a column. */
async function maskColumn(
  db: Db,
  report: ErasureReport,
  { table, column: name }: { table: string; column: string },
  pattern: string,
  ids: ReadonlySet<number>,
): Promise<void> {
  const isJson = columnsOf(table, 'json').includes(name);
  const column = sql.identifier(name);
  const { rows } = await db.execute<{ id: string; row: string; value: unknown }>(
    sql`select ${sql.identifier(keyOf(table))}::text as id, ctid::text as row, ${column} as value from ${tableNamed(table)}
      where ${isJson ? searchable(column) : sql`${column}::text`} ~* ${pattern} for update`,
  );
  for (const { id, row, value } of rows) {
    const masked = maskJson(value, pattern, ids);
    const json = sql`${JSON.stringify(masked)}::jsonb`;
    const texts = sql`array(select jsonb_array_elements_text(${json}))`;
    const stored = isJson ? json : Array.isArray(masked) ? texts : sql`${masked}`;
    await db.execute(sql`update ${tableNamed(table)} set ${column} = ${stored} where ctid = ${row}::tid`);
    for (const text of textsIn(value, pattern)) list(report, { table, column: name, id }, text, pattern);
  }
  count(report.masked, table, rows.length);
}

/** Replaces file names that have a name or id between other characters than letters and digits. */
async function renameFiles(db: Db, report: ErasureReport, persons: Identities): Promise<void> {
  const pattern = fileNamePattern(persons) ?? '(?!)';
  const found = await db
    .select({ id: replays.id, fileName: replays.fileName })
    .from(replays)
    .where(sql`${replays.fileName} ~* ${pattern}`)
    .for('update');
  for (const { id, fileName } of found) {
    list(report, { table: 'replays', column: 'file_name', id }, fileName, pattern);
    await db.update(replays).set({ fileName: WITHOUT_FILE.fileName }).where(eq(replays.id, id));
  }
}

/** How an erasure treats texts of others. */
export interface ErasureOptions {
  /** Leaves the names in them, for names that are ordinary words. */
  keepMentions: boolean;
  /** Further names that the operator has checked. */
  names?: readonly string[];
}

/**
 * Erases the account of one region. Posts by and about it are removed with their karma, replays and videos. Files are removed
 * after the commit.
 */
export async function erasePerson(
  tx: Tx,
  stored: Stored,
  id: number,
  { keepMentions, names = [] }: ErasureOptions,
): Promise<ErasureReport> {
  const { db, region, now } = tx;
  await lockErasures(db, 'exclusive');
  await lockPlayers(db, id);
  const person = await identify(db, id, names);
  const report: ErasureReport = {
    names: [...person.names],
    unusedNames: person.unusedNames,
    candidates: person.candidates,
    deleted: {},
    unlinked: {},
    masked: {},
    texts: [],
    messages: 0,
  };
  const own = await findOwnPosts(db, id);
  const ownIds = own.map((post) => post.id);
  for (const post of own) {
    if (post.playerId !== id) await moveKarma(db, post.playerId, post, NO_KARMA);
    await releaseFilesOf(tx, stored, post.id);
  }
  const pattern = mentionPattern(keepMentions ? { ...person, names: new Set() } : person);
  report.messages = await withdrawPerson(db, now, { accountId: id, postIds: ownIds, mentions: pattern });
  await maskReplays(tx, stored, report, person, ownIds);
  await unlinkNotifications(db, report, id);
  await unlinkRecords(db, report, id);
  await uncountReports(db, id);
  await keepGone(db, ownIds);
  const later = await lockLaterPosts(db, ownIds);
  await keepWarnings(db, id, ownIds);
  await deleteRows(db, report, id, ownIds);
  await adviseAll(db, later);
  if (pattern !== null)
    for (const column of columnsWith('text', 'json'))
      await maskColumn(db, report, column, pattern, person.ids);
  await renameFiles(db, report, person);
  await foldTotals(db, region);
  await keepErasure(db, { ids: person.ids, names: person.lastingNames }, now);
  return report;
}
