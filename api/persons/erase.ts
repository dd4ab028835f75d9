/** Erases a person in one region: everything that `coverage.ts` lists, with karma, files and other players' replays. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#api/db/database.ts';
import { replays } from '#api/db/replay-schema.ts';
import { anyOf } from '#api/db/sql.ts';
import { tableNamed } from '#api/db/statements.ts';
import type { Deps } from '#api/deps.ts';
import { withdrawPerson } from '#api/discord/outbox.ts';
import { releaseFilesOf } from '#api/files/references.ts';
import { COVERAGE, columnsOf, columnsWith } from '#api/persons/coverage.ts';
import { findForeignReplays, findOwnPosts, identify, lockPlayers, searchable } from '#api/persons/find.ts';
import { type Identities, keepErasure, lockErasures } from '#api/persons/fingerprints.ts';
import { maskJson, maskParts, mentionPattern, OMISSION } from '#api/persons/mask.ts';
import { storeMasked, WITHOUT_FILE } from '#api/persons/mask-erased.ts';
import { moveKarma, NO_KARMA } from '#api/posts/karma.ts';
import { foldTotals } from '#api/posts/totals.ts';

/** What an erasure changes: rows by what happens to them and by table. */
export interface ErasureReport {
  names: readonly string[];
  deleted: Record<string, number>;
  unlinked: Record<string, number>;
  masked: Record<string, number>;
  /** Messages on Discord that the API will delete or reword. */
  messages: number;
}

function count(into: Record<string, number>, table: string, rows: number): void {
  if (rows > 0) into[table] = (into[table] ?? 0) + rows;
}

const isAny = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` or `);

/** Removes the person from records that stay. */
async function unlinkRecords(db: Db, report: ErasureReport, id: number): Promise<void> {
  for (const { table, column: name } of columnsWith('actor')) {
    const column = sql.identifier(name);
    const { rows } = await db.execute(
      sql`update ${tableNamed(table)} set ${column} = null where ${column} = ${id} returning 1`,
    );
    count(report.unlinked, table, rows.length);
  }
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
  deps: Pick<Deps, 'database' | 'files'>,
  report: ErasureReport,
  persons: Identities,
  ownPosts: readonly string[],
): Promise<void> {
  for (const replay of await findForeignReplays(tx.db, persons, ownPosts)) {
    const masked = maskParts(replay, persons);
    if (masked === null) continue;
    await releaseFilesOf(tx, deps, replay.postId);
    await storeMasked(tx.db, replay.id, masked);
    count(report.masked, 'replays', 1);
  }
}

async function maskTexts(db: Db, report: ErasureReport, pattern: string): Promise<void> {
  for (const { table, column: name } of columnsWith('text')) {
    const column = sql.identifier(name);
    const { rows } = await db.execute(
      sql`update ${tableNamed(table)} set ${column} = regexp_replace(${column}, ${pattern}, ${OMISSION}, 'gi')
        where ${column} ~* ${pattern} returning 1`,
    );
    count(report.masked, table, rows.length);
  }
}

async function maskDocuments(
  db: Db,
  report: ErasureReport,
  pattern: string,
  persons: Identities,
): Promise<void> {
  for (const { table, column: name } of columnsWith('json')) {
    const column = sql.identifier(name);
    const { rows } = await db.execute<{ row: string; value: unknown }>(
      sql`select ctid::text as row, ${column} as value from ${tableNamed(table)}
        where ${searchable(column)} ~* ${pattern} for update`,
    );
    for (const { row, value } of rows)
      await db.execute(
        sql`update ${tableNamed(table)} set ${column} = ${JSON.stringify(maskJson(value, pattern, persons.ids))}::jsonb
          where ctid = ${row}::tid`,
      );
    count(report.masked, table, rows.length);
  }
}

/** File names have no word boundaries: `20260504_Some_Name.wowsreplay`. */
async function renameFiles(db: Db, persons: Identities): Promise<void> {
  for (const text of [...persons.names, ...[...persons.ids].map(String)])
    await db
      .update(replays)
      .set({ fileName: WITHOUT_FILE.fileName })
      .where(sql`position(lower(${text}) in lower(${replays.fileName})) > 0`);
}

/**
 * Erases the account of one region. Posts by and about it are removed with their karma, replays and videos. `keepMentions`
 * leaves the name in texts of others, for names that are ordinary words. Files are removed after the commit.
 */
export async function erasePerson(
  tx: Tx,
  deps: Pick<Deps, 'database' | 'files'>,
  id: number,
  { keepMentions }: { keepMentions: boolean },
): Promise<ErasureReport> {
  const { db, region, now } = tx;
  await lockErasures(db, 'exclusive');
  await lockPlayers(db, id);
  const persons = await identify(db, id);
  const report: ErasureReport = {
    names: [...persons.names],
    deleted: {},
    unlinked: {},
    masked: {},
    messages: 0,
  };
  const own = await findOwnPosts(db, id);
  const ownIds = own.map((post) => post.id);
  for (const post of own) {
    if (post.playerId !== id) await moveKarma(db, post.playerId, post, NO_KARMA);
    await releaseFilesOf(tx, deps, post.id);
  }
  const pattern = mentionPattern(keepMentions ? { ...persons, names: new Set() } : persons);
  report.messages = await withdrawPerson(db, now, { accountId: id, postIds: ownIds, mentions: pattern });
  await maskReplays(tx, deps, report, persons, ownIds);
  await unlinkRecords(db, report, id);
  await deleteRows(db, report, id, ownIds);
  if (pattern !== null) {
    await maskTexts(db, report, pattern);
    await maskDocuments(db, report, pattern, persons);
  }
  await renameFiles(db, persons);
  await foldTotals(db, region);
  await keepErasure(db, persons, now);
  return report;
}
