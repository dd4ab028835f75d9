/** Data of the first schema after every later migration (rule 22.10). */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DataSource } from '#api/db/database.ts';
import { pendingMigrations } from '#api/db/migrate.ts';
import { createEmbeddedDatabase, openPglite } from '#api/db/pglite.ts';
import { createServerDatabase } from '#api/db/postgres.ts';
import { replays } from '#api/db/replay-schema.ts';
import { players, posts } from '#api/db/schema.ts';
import { type FolderStore, openFolderStore } from '#api/files/folder-store.ts';
import { moveFilesFromDatabase } from '#api/storage/move-from-database.ts';
import { REGION_IDS } from '#lib/regions.ts';
import { filesOf, playersWithWrongSums, rowsOf } from '#tests/support/database-content.ts';
import { wrongTotals } from '#tests/support/post-totals.ts';
import { administer, urlOf } from '#tests/support/postgres/databases.ts';
import { onPostgres } from '#tests/support/test-database.ts';

const SERVER = process.env.TEST_POSTGRES_URL ?? '';
const NAME = `upgrade_${process.pid}`;
/** `created_at` of the first migration in its record. */
const APPLIED_AT = 1795220290889;

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const FIRST_SCHEMA = read('api/db/migrations/0000_initial.sql');
const DATA = read('tests/support/fixtures/schema-7eed07f.sql');
const sha256 = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');

type Row = Record<string, unknown>;
type Content = Record<string, string[]>;

/** The script that makes the schemas of all regions as they were, with data. */
const script = REGION_IDS.map((region) =>
  [
    `create schema ${region}; set search_path to ${region};`,
    FIRST_SCHEMA.replaceAll('--> statement-breakpoint', ''),
    'create table __drizzle_migrations (id serial primary key, hash text not null, created_at bigint);',
    `insert into __drizzle_migrations (hash, created_at) values ('', ${APPLIED_AT});`,
    DATA,
  ].join('\n'),
).join('\n');

async function openFormer(): Promise<DataSource> {
  if (onPostgres) {
    await administer(SERVER, `create database ${NAME}`);
    const url = urlOf(SERVER, NAME);
    await administer(url, script);
    return createServerDatabase({ url });
  }
  const pglite = await openPglite(undefined);
  await pglite.exec(script);
  return createEmbeddedDatabase(pglite);
}

let folder: string;
let database: DataSource;
let files: FolderStore;
let before: Content;
let after: Content;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-upgrade-'));
  files = openFolderStore(path.join(folder, 'files'));
  database = await openFormer();
  before = await rowsOf(database);
  await database.migrate();
  await moveFilesFromDatabase(database, files);
  after = await rowsOf(database);
});
afterAll(async () => {
  await database.close();
  if (onPostgres) await administer(SERVER, `drop database ${NAME} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

const parse = (rows: readonly string[] = []): Row[] => rows.map((row) => JSON.parse(row) as Row);

/** The row without columns that the first schema did not have. */
const former = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column]]));

const FILES = ['replay_files', 'minimap_files'];
const tables = (): string[] =>
  Object.keys(before).filter((name) => !FILES.some((file) => name.endsWith(file)));

test('starts from the first schema as it was released', () => {
  expect(sha256(FIRST_SCHEMA)).toBe('1bfd74dff070c5ee4823af6417073c6ed369b84311f8e49603f539a719da7132');
});

test('applies every migration', async () => {
  expect(await pendingMigrations(database)).toEqual([]);
});

test('keeps every row with all its values, except the older of two pending notifications', () => {
  expect(tables()).toHaveLength(10 * REGION_IDS.length);
  for (const name of tables()) {
    const rows = parse(before[name]);
    const columns = Object.keys(rows[0] ?? {});
    const kept = rows.filter(({ id }) => !String(id).endsWith('601'));
    expect(rows.length, name).toBeGreaterThan(0);
    expect(
      parse(after[name]).map((row) => former(row, columns)),
      name,
    ).toEqual(kept);
  }
});

test('keeps karma and ratings equal to the sums of the posts', async () => {
  expect(await playersWithWrongSums(database)).toEqual([]);
  expect(parse(after['eu.players']).find(({ id }) => id === 530000002)).toMatchObject({ site_karma: -1 });
});

test('counts the posts, and marks those with a replay and those about players who opted out (rule 24.1)', async () => {
  for (const region of REGION_IDS) expect(await wrongTotals(database, region)).toEqual([]);
  const marked = await database.read('eu', (db) =>
    db.execute<{ wrong: number; posts: number }>(
      sql`select count(*)::int as posts, count(*) filter (where
          has_replay <> exists (select from ${replays} as replay where replay.post_id = post.id)
          or subject_hidden <> (select opted_out from ${players} as player where player.id = post.player_id)
          or is_public <> (not mod_locked and not subject_hidden))::int as wrong
        from ${posts} as post`,
    ),
  );
  expect(marked.rows[0]?.posts).toBeGreaterThan(0);
  expect(marked.rows[0]?.wrong).toBe(0);
});

test('keeps every file, in the folder', async () => {
  const contents = [Buffer.from('first\0file'), Buffer.alloc(50_000, 'ab12', 'hex'), Buffer.from('a video')];
  const sums = contents.map(sha256);
  const expected = REGION_IDS.flatMap((region) => sums.map((sum) => `${region} ${sum}`));
  expect(await filesOf({ files })).toEqual(expected.sort());
  const found = await database.read('sea', (db) =>
    db.execute<{ sum: string; video: string | null }>(
      sql`select sha256 as sum, minimap_sha256 as video from ${replays} order by id`,
    ),
  );
  expect(found.rows).toEqual([
    { sum: sums[0], video: sums[2] },
    { sum: sums[1], video: null },
  ]);
});
