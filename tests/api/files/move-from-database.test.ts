/** A database of the first version, which kept files in rows, opened by this version (rule 15.8). */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#api/db/open.ts';
import { openPglite } from '#api/db/pglite.ts';
import { createPool } from '#api/db/postgres.ts';
import { replays } from '#api/db/replay-schema.ts';
import { type FolderStore, openFolderStore } from '#api/files/folder-store.ts';
import { moveFilesFromDatabase } from '#api/storage/move-from-database.ts';
import { type Data, openData } from '#api/storage/open-data.ts';
import { REGION_IDS } from '#lib/regions.ts';
import { administer, urlOf } from '#tests/support/postgres/databases.ts';
import { onPostgres } from '#tests/support/test-database.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../api/db/migrations');
/** As `npm run migrate` opens it. */
const OPEN = { bucket: null, mode: null, migrateAtStart: true } as const;
const SERVER = process.env.TEST_POSTGRES_URL ?? '';

let folder: string;
let databaseUrl: string | null = null;
let opened: Data | null = null;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fleet-karma-'));
  if (!onPostgres) return;
  const name = `old_${path.basename(folder).replace(/\W/g, '').toLowerCase()}`;
  await administer(SERVER, `create database ${name}`);
  databaseUrl = urlOf(SERVER, name);
});
afterEach(async () => {
  await opened?.database.close();
  opened = null;
  if (databaseUrl !== null)
    await administer(SERVER, `drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

/** The first migration alone. */
function firstMigration(): string {
  const copy = path.join(folder, 'migrations');
  cpSync(MIGRATIONS, copy, { recursive: true });
  const file = path.join(copy, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }));
  return copy;
}

const replayId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
/** Bytes of replay `index`: a video of 2.5 MiB in the first row, so that it takes several slices. */
const replayBytes = (index: number) => Buffer.from(`replay ${index}`);
const VIDEO = Buffer.alloc(2_621_440, 'video');

const ROWS = 45;
const fill = (region: string) =>
  `
  create schema if not exists ${region}; set search_path to ${region};
  insert into players (id, username) values (1, 'Old_Captain'), (2, 'Old_Gunner');
  insert into posts (id, author_id, player_id, title, content)
    select ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, 1, 2, 'A title', 'Some content'
    from generate_series(1, ${ROWS}) n;
  insert into replays (id, post_id, file_name, file_size, sha256, state)
    select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
      ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid,
      'battle.wowsreplay', 8, encode(sha256(convert_to('replay ' || n, 'UTF8')), 'hex'), 2
    from generate_series(1, ${ROWS}) n;
  insert into replay_files (replay_id, content)
    select id, convert_to('replay ' || right(id::text, 12)::int, 'UTF8') from replays;
  insert into minimap_files (replay_id, content)
    values ('${replayId(1)}', decode('${VIDEO.toString('hex')}', 'hex'));`;

/** Makes the old database with rows in two regions. */
async function createOld(): Promise<void> {
  const migrationsFolder = firstMigration();
  if (databaseUrl !== null) {
    const pool = createPool(databaseUrl);
    for (const region of REGION_IDS) {
      await pool.query(`create schema ${region}; set search_path to ${region}`);
      await migratePg(drizzlePg({ client: pool }), { migrationsFolder, migrationsSchema: region });
    }
    for (const region of ['eu', 'na']) await pool.query(fill(region));
    await pool.end();
    return;
  }
  mkdirSync(dataDir(), { mode: 0o700 });
  const pglite = await openPglite(path.join(folder, 'data', 'database'));
  for (const region of REGION_IDS) {
    await pglite.exec(`create schema ${region}; set search_path to ${region}`);
    await migratePglite(drizzlePglite({ client: pglite }), { migrationsFolder, migrationsSchema: region });
  }
  for (const region of ['eu', 'na']) await pglite.exec(fill(region));
  await pglite.close();
}

const dataDir = () => path.join(folder, 'data');
const filesDir = () => path.join(folder, 'data', 'files');
const log: string[] = [];
const open = async (): Promise<Data> => {
  opened = await openData({ ...OPEN, dataDir: dataDir(), filesDir: filesDir(), databaseUrl }, (text) =>
    log.push(text),
  );
  return opened;
};

async function expectMoved({ database, files }: Data): Promise<void> {
  for (const region of ['eu', 'na'] as const) {
    const { rows } = await database.read(region, (db) =>
      db.execute<{ id: string; sha256: string; minimap: string | null }>(
        sql`select id, sha256, minimap_sha256 as minimap from ${replays} order by id`,
      ),
    );
    expect(rows).toHaveLength(ROWS);
    const contentOf = async (sum: string) => readFileSync((await files.local(region, sum))?.path ?? '');
    for (const [index, row] of rows.entries())
      expect(await contentOf(row.sha256)).toEqual(replayBytes(index + 1));
    expect(rows.filter(({ minimap }) => minimap !== null).map(({ id }) => id)).toEqual([replayId(1)]);
    expect((await contentOf(rows[0]?.minimap as string)).equals(VIDEO)).toBe(true);
  }
  for (const region of REGION_IDS) {
    const { rows } = await database.read(region, (db) =>
      db.execute(
        sql`select to_regclass(${`${region}.replay_files`}) as files, to_regclass(${`${region}.minimap_files`}) as minimaps`,
      ),
    );
    expect(rows).toEqual([{ files: null, minimaps: null }]);
  }
}

test('files move to the folder at start, and the empty tables are dropped', {
  timeout: 120_000,
}, async () => {
  await createOld();
  log.length = 0;
  await expectMoved(await open());
  expect(log).toEqual([`Moved 92 files from the database to ${filesDir()}.`]);
  await opened?.database.close();
  await open();
  expect(log).toHaveLength(1);
});

/** A store that fails after some files, like a killed process or a full disk. */
function breaking(files: FolderStore, after: number): FolderStore {
  let kept = 0;
  return {
    ...files,
    async keep(region, file) {
      await files.keep(region, file);
      kept += 1;
      if (kept > after) throw new Error('killed');
    },
  };
}

test('a killed start is continued by the next one', { timeout: 120_000 }, async () => {
  await createOld();
  const database = await openDatabase({ ...OPEN, dataDir: dataDir(), databaseUrl });
  const files = openFolderStore(filesDir());
  await expect(moveFilesFromDatabase(database, breaking(files, 30))).rejects.toThrow('killed');
  const left = await database.read('eu', (db) =>
    db.execute<{ count: number }>(sql`select count(*)::int as count from eu.replay_files`),
  );
  expect(left.rows[0]?.count).toBe(ROWS - 20);
  await database.close();
  await expectMoved(await open());
});
