/**
 * Backups and their restoration, on and between both databases (rules 22.8 and 22.9). Where only the files of a backup decide,
 * on PostgreSQL alone.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { StorageConfig } from '#api/config/storage.ts';
import { replyVersions } from '#api/db/decision-schema.ts';
import { notifications } from '#api/db/message-schema.ts';
import { columnsAfter, MIGRATION_NAMES, pendingMigrations } from '#api/db/migrate.ts';
import { connectDatabase } from '#api/db/open.ts';
import { createServerDatabase } from '#api/db/postgres.ts';
import { replays } from '#api/db/replay-schema.ts';
import { posts } from '#api/db/schema.ts';
import { seedEmptyRegions } from '#api/demo/seed/insert.ts';
import { openFolderStore } from '#api/files/folder-store.ts';
import { createBackup } from '#api/storage/backup/create-backup.ts';
import { type RegionManifest, sumOfManifest } from '#api/storage/backup/manifest.ts';
import { restoreBackup } from '#api/storage/backup/restore-backup.ts';
import { listTables, OMITTED } from '#api/storage/backup/tables.ts';
import { type Data, openData } from '#api/storage/open-data.ts';
import { removeData, requireUnused } from '#api/storage/reset.ts';
import { REGION_IDS } from '#lib/regions.ts';
import { START } from '#tests/support/api.ts';
import { createPlaces } from '#tests/support/data-places.ts';
import { filesOf, playersWithWrongSums, rowsOf } from '#tests/support/database-content.ts';
import { wrongTotals } from '#tests/support/post-totals.ts';
import { administer } from '#tests/support/postgres/databases.ts';
import { onPostgres } from '#tests/support/test-database.ts';

const places = createPlaces();

const openPlace = (place: StorageConfig): Promise<Data> => openData(place, () => {});

const newName = (): string => path.join(places.folder, `backup-${randomUUID()}`);

const KIND = onPostgres ? 'server' : 'embedded';
let place: StorageConfig;
let source: Data;
let content: Awaited<ReturnType<typeof rowsOf>>;
let files: string[];
/** A backup of the source. */
let backup: string;

beforeAll(async () => {
  place = await places.add(KIND);
  source = await openPlace(place);
  await seedEmptyRegions(source, START, { players: 80, posts: 300 });
  content = await rowsOf(source.database);
  files = await filesOf(source);
  backup = newName();
  await createBackup(source, backup);
});
afterAll(async () => {
  await source.database.close();
  await places.remove();
});

const copyOfBackup = (): string => {
  const copy = newName();
  cpSync(backup, copy, { recursive: true });
  return copy;
};

type Region = { tables: RegionManifest['tables'] };
/** Changes the manifest of a backup, as far as the part of EU; its sum, too, unless that is to be `kept`. */
function changeManifest(
  folder: string,
  change: (eu: Region, manifest: Record<string, unknown>) => unknown,
  sum?: 'kept',
): void {
  const file = path.join(folder, 'manifest.json');
  const { sha256, ...manifest } = JSON.parse(readFileSync(file, 'utf8'));
  change(manifest.regions.eu, manifest);
  writeFileSync(file, JSON.stringify({ ...manifest, sha256: sum ? sha256 : sumOfManifest(manifest) }));
}
const tableOf = ({ tables }: Region, name: string) =>
  tables.find((table) => table.name === name) as Region['tables'][number];

/** A copy of the backup in which a line of a table of EU was changed, with the checksums of that. */
function tampered(name: string, position: number, change: (cells: (string | null)[]) => unknown): string {
  const from = copyOfBackup();
  const file = path.join(from, `eu/${name}.jsonl.gz`);
  const lines = gunzipSync(readFileSync(file)).toString().split('\n');
  lines[position] = JSON.stringify(change(JSON.parse(lines[position] ?? '')));
  const bytes = gzipSync(lines.join('\n'));
  writeFileSync(file, bytes);
  changeManifest(from, (eu) => {
    tableOf(eu, name).sha256 = createHash('sha256').update(bytes).digest('hex');
  });
  return from;
}

/** Restores the backup into a new place and opens it. */
async function restored(kind: 'embedded' | 'server', from = backup): Promise<Data> {
  const target = await places.add(kind);
  await restoreBackup(target, from, false);
  const data = await openPlace(target);
  onTestFinished(() => data.database.close());
  return data;
}

const expectEqual = async (data: Data): Promise<void> => {
  expect(await rowsOf(data.database)).toEqual(content);
  for (const region of REGION_IDS) expect(await wrongTotals(data.database, region)).toEqual([]);
  expect(await filesOf(data)).toEqual(files);
  expect(await playersWithWrongSums(data.database)).toEqual([]);
};

describe('a restored backup', () => {
  test('has equal rows, karma and files', async () => {
    expect(content['eu.posts']?.length).toBeGreaterThan(200);
    expect(files.length).toBeGreaterThan(10);
    await expectEqual(await restored(KIND));
  });

  test.runIf(onPostgres)('of a server has equal rows, karma and files in an embedded database', async () => {
    await expectEqual(await restored('embedded'));
  });

  test.runIf(onPostgres)('of an embedded database has equal rows, karma and files on a server', async () => {
    const embedded = await restored('embedded');
    const second = newName();
    await createBackup(embedded, second);
    await expectEqual(await restored('server', second));
  });

  test('can be backed up again before anything else has opened it', async () => {
    const target = await places.add(KIND);
    await restoreBackup(target, backup, false);
    const database = await connectDatabase(target);
    onTestFinished(() => database.close());
    const data = { database, files: openFolderStore(target.filesDir) };
    expect(await createBackup(data, newName())).toMatchObject({ files: files.length, missing: [] });
  });

  test('keeps every kind of value', async () => {
    const data = await openPlace(await places.add(KIND));
    onTestFinished(() => data.database.close());
    const odd = {
      title: ' "quoted"\n\t\\n \u2028 é 漢字 🚢 ',
      content: '{"json": [1, null]}'.padEnd(60, '\n'),
      ticketId: '',
      // As the row is, not as a trigger would set it.
      subjectHidden: true,
    };
    await seedEmptyRegions(data, START, { players: 60, posts: 40 });
    await data.database.transaction('sea', async (db) => {
      const [post] = await db.select().from(posts).limit(1);
      await db
        .update(posts)
        .set(odd)
        .where(eq(posts.id, post?.id ?? ''));
      const chatMessages = [{ text: '\u0001"\\', values: [null, 1e21, -0.5, true] }];
      await db.update(replays).set({ chatMessages, lastError: "it's\r\n" });
      if (post === undefined) throw new Error('There is no post.');
      const version = { postId: post.id, authorId: post.playerId, content: odd.content };
      await db.insert(replyVersions).values({ ...version, replacedAt: new Date(START) });
    });
    const second = newName();
    await createBackup(data, second);
    const rows = await rowsOf((await restored(KIND, second)).database);
    expect(rows).toEqual(await rowsOf(data.database));
    expect(rows['sea.reply_versions']).toHaveLength(1);
  });
});

/** Columns and tables of migrations after the first release. */
const LATER_COLUMNS = [
  ...['mod_actions.rules', 'platform_bans.rules', 'platform_bans.post_ids'],
  ...['posts.advice', 'posts.held', 'replays.thumbnail_sha256'],
  ...['replays.thumbnail_version', 'replays.thumbnail_shown'],
];
const LATER_TABLES = [
  ...['gone_posts', 'post_versions', 'reports', 'report_mutes', 'reviews', 'review_log'],
  ...['sign_post_totals', 'daily_sign_post_totals'],
  ...['decisions', 'objections', 'warnings', 'replies', 'staff_notes'],
  ...['ban_posts', 'reply_versions'],
];

test.skipIf(onPostgres)('a backup from just before the first release can be restored', async () => {
  const old = await openPlace(await places.add(KIND));
  const from = newName();
  await createBackup(old, from);
  await old.database.close();
  const file = path.join(from, 'manifest.json');
  // Such a backup has no sum of its manifest.
  const { sha256: _, ...manifest } = JSON.parse(readFileSync(file, 'utf8'));
  // No table has rows, so what a backup has of columns is their names.
  for (const region of Object.values<RegionManifest>(manifest.regions))
    region.tables = region.tables
      .filter(({ name }) => !LATER_TABLES.includes(name))
      .map(({ columns, ...table }) => ({
        ...table,
        columns: columns.filter((column) => !LATER_COLUMNS.includes(`${table.name}.${column}`)),
      }));
  writeFileSync(file, JSON.stringify({ ...manifest, migration: '0020_ship_votes' }));
  expect(await pendingMigrations((await restored(KIND, from)).database)).toEqual([]);
});

test.runIf(onPostgres)('the columns of each migration are those of a database (Rule 22.9)', async () => {
  const { databaseUrl } = await places.add(KIND);
  await using database = createServerDatabase({ url: databaseUrl ?? '', regions: ['eu'] });
  for (const name of MIGRATION_NAMES) {
    await database.migrate(name);
    const tables = await database.read('eu', listTables);
    const columns = tables.map((table) => [table.name, table.columns.map((column) => column.name)] as const);
    const known = [...columnsAfter(name)].filter(([table]) => !OMITTED.includes(table));
    expect(new Map(known)).toEqual(new Map(columns));
  }
});

describe.runIf(onPostgres)('one region', () => {
  test('is restored while the others stay as they are', async () => {
    const target = await places.add(KIND);
    await restoreBackup(target, backup, false);
    await removeData(target, ['na']);
    const changed = await openPlace(target);
    await changed.database.transaction('eu', (db) => db.delete(notifications));
    const [kept = ''] = files.filter((name) => name.startsWith('eu '));
    await changed.files.remove('eu', kept.slice(3));
    await changed.database.close();
    expect(await restoreBackup(target, backup, false, { only: 'na' })).toMatchObject({ restored: ['na'] });
    await expect(restoreBackup(target, backup, false, { only: 'eu' })).rejects.toThrow(
      'The target already has rows in eu.',
    );
    const data = await openPlace(target);
    onTestFinished(() => data.database.close());
    expect(await rowsOf(data.database)).toEqual({ ...content, 'eu.notifications': [] });
    expect(await filesOf(data)).toEqual(files.filter((name) => name !== kept));
  });

  test('is left empty when its restoration fails, and the others are not', async () => {
    const from = tampered('posts', 100, ([id, , ...rest]) => [id, '9', ...rest]);
    const target = await places.add(KIND);
    await restoreBackup(target, backup, false);
    await expect(restoreBackup(target, from, true, { only: 'eu' })).rejects.toThrow(
      /^Line 101 of .* \(23503\)\. Use another backup\. Empty now, without rows and files: eu\. Solve this and restore again with --replace\.$/,
    );
    const data = await openPlace(target);
    onTestFinished(() => data.database.close());
    const rows = await rowsOf(data.database);
    expect([rows['eu.posts'], rows['na.posts']]).toEqual([[], content['na.posts']]);
    expect(await filesOf(data)).toEqual(files.filter((name) => !name.startsWith('eu ')));
  });

  test('is restored from a backup that has no other, or is damaged elsewhere', async () => {
    const from = newName();
    await createBackup({ ...source, database: { ...source.database, regions: ['cis', 'eu'] } }, from);
    expect(readdirSync(from).sort()).toEqual(['cis', 'eu', 'manifest.json']);
    writeFileSync(path.join(from, 'eu/posts.jsonl.gz'), 'damaged');
    const target = await places.add(KIND);
    await expect(restoreBackup({ ...target, regions: ['na', 'sea'] }, from, false)).rejects.toThrow(
      'The backup has no data of na, sea, only of cis, eu.',
    );
    await expect(restoreBackup(target, from, false)).rejects.toThrow('eu/posts.jsonl.gz is damaged');
    const { restored } = await restoreBackup({ ...target, regions: ['na', 'cis'] }, from, false);
    expect(restored).toEqual(['cis']);
  });
});

describe('a backup', () => {
  test('can be read by its account only', () => {
    const modes = readdirSync(backup, { recursive: true, withFileTypes: true }).map((entry) =>
      (statSync(path.join(entry.parentPath, entry.name)).mode & 0o077).toString(8),
    );
    expect(new Set(modes)).toEqual(new Set(['0']));
  });

  test('does not replace an existing folder', async () => {
    await expect(createBackup(source, backup)).rejects.toThrow(`${backup} exists already`);
  });

  test('leaves nothing behind when it fails', async () => {
    const target = newName();
    const failing: Data = {
      ...source,
      database: {
        ...source.database,
        read: (region, run) =>
          region === 'sea' ? Promise.reject(new Error('lost')) : source.database.read(region, run),
      },
    };
    await expect(createBackup(failing, target)).rejects.toThrow('lost');
    expect([existsSync(target), existsSync(`${target}.unfinished`)]).toEqual([false, false]);
  });

  test.runIf(onPostgres)('names files that are missing or damaged, and can still be restored', async () => {
    const data = await restored(KIND);
    const [first, second] = files.filter((name) => name.startsWith('eu ')).map((name) => name.slice(3));
    const pathOf = async (sum = '') => (await data.files.local('eu', sum))?.path ?? '';
    rmSync(await pathOf(first));
    writeFileSync(await pathOf(second), 'damaged');
    const target = newName();
    const { missing } = await createBackup(data, target);
    expect(missing.sort()).toEqual([first, second].sort());
    expect((await filesOf(await restored(KIND, target))).length).toBe(files.length - 2);
  });
});

describe('restoring is refused', () => {
  /** A place with data, and what happens to it when a restoration is refused. */
  async function refusal(from: string, replace: boolean): Promise<string> {
    const before = await rowsOf(source.database);
    const error = await restoreBackup(place, from, replace).catch((reason: Error) => reason);
    expect(await rowsOf(source.database)).toEqual(before);
    expect(await filesOf(source)).toEqual(files);
    return error instanceof Error ? error.message : 'it was restored';
  }

  test('when the target has data', async () => {
    const target = await places.add(KIND);
    await restoreBackup(target, backup, false);
    await expect(restoreBackup(target, backup, false)).rejects.toThrow(
      /^The target already has rows in eu\.\w+: restore into an empty one, or add --replace to delete what it has\.$/,
    );
    await restoreBackup(target, backup, true);
    const data = await openPlace(target);
    onTestFinished(() => data.database.close());
    await expectEqual(data);
  });

  test.runIf(onPostgres)('when a table of the backup is damaged', async () => {
    const from = copyOfBackup();
    const file = path.join(from, 'na', 'posts.jsonl.gz');
    const bytes = readFileSync(file);
    bytes[bytes.length - 5] = (bytes.at(-5) ?? 0) ^ 1;
    writeFileSync(file, bytes);
    expect(await refusal(from, true)).toBe(
      `${file} is damaged, so nothing was restored: use another backup.`,
    );
  });

  test.runIf(onPostgres)('when a file of the backup is missing', async () => {
    const from = copyOfBackup();
    const [name = ''] = readdirSync(path.join(from, 'eu/files'));
    const file = path.join(from, 'eu/files', name);
    rmSync(file);
    expect(await refusal(from, true)).toBe(
      `${file} is missing, so nothing was restored: use another backup.`,
    );
  });

  const remove = <T>(list: T[], isMeant: (item: T) => boolean) => list.splice(list.findIndex(isMeant), 1);
  test.runIf(onPostgres).each<[string, (eu: Region) => unknown, 'kept'?]>([
    ['rows and 0 other lines, not 1 rows', (eu) => Object.assign(tableOf(eu, 'posts'), { rows: 1 })],
    ['lacks users.id, unlike', (eu) => remove(eu.tables, ({ name }) => name === 'users')],
    ['lacks posts.held, unlike', (eu) => remove(tableOf(eu, 'posts').columns, (name) => name === 'held')],
    ['has posts.invented, unlike', (eu) => tableOf(eu, 'posts').columns.push('invented')],
    ['is damaged, or was written by another version', (eu) => eu.tables.pop(), 'kept'],
  ])('when the manifest is wrong: %s (Rule 22.9)', async (problem, change, sum) => {
    const from = copyOfBackup();
    changeManifest(from, change, sum);
    expect(await refusal(from, true)).toContain(problem);
  });

  test.runIf(onPostgres)('when a line is not a row (Rule 22.9)', async () => {
    expect(
      await refusal(
        tampered('players', 3, ([, ...cells]) => cells),
        true,
      ),
    ).toContain('rows and 1 other lines, not ');
  });

  test.runIf(onPostgres)('when the disk of the files is too small (Rule 22.9)', async () => {
    const target = await places.add(KIND);
    await expect(restoreBackup(target, backup, true, { freeBytes: async () => 1e6 })).rejects.toThrow(
      /^The disk of .*files lacks \d\d MB for the files, so nothing was restored: free space first\.$/,
    );
  });

  test.runIf(onPostgres)('when the role may not create schemas (Rule 22.9)', async () => {
    const target = await places.add(KIND);
    const url = new URL(target.databaseUrl ?? '');
    await administer(url.href, 'create role reader login');
    url.username = 'reader';
    await expect(restoreBackup({ ...target, databaseUrl: url.href }, backup, true)).rejects.toThrow(
      'needs CREATE on its database',
    );
    await administer(target.databaseUrl ?? '', 'drop role reader');
  });

  const LONG = randomBytes(1_000_000).toString('hex');
  test.each<[string, number, string, (cells: (string | null)[]) => unknown]>([
    ['meta', 0, 'a value is too long (54000)', ([, ...rest]) => [LONG, ...rest]],
    ['players', 7, 'a value does not fit its column (22P02)', ([, ...rest]) => ['Aurora', ...rest]],
    [
      'posts',
      100,
      'a value is missing, exists already, or refers to a row that does not exist (23503)',
      ([id, , ...rest]) => [id, '9', ...rest],
    ],
  ])('at a row of %s that cannot be stored, line %i (Rule 22.9)', async (table, position, reason, change) => {
    const from = tampered(table, position, change);
    const file = path.join(from, `eu/${table}.jsonl.gz`);
    await expect(restoreBackup(await places.add(KIND), from, false)).rejects.toThrow(
      `Line ${position + 1} of ${file} cannot be restored: ${reason}. Use another backup.`,
    );
  });

  test.runIf(onPostgres)('when the backup was not finished', async () => {
    const from = copyOfBackup();
    rmSync(path.join(from, 'manifest.json'));
    expect(await refusal(from, true)).toContain('is not a complete backup');
  });

  test.runIf(onPostgres)('when a newer version made the backup', async () => {
    const from = copyOfBackup();
    changeManifest(from, (_, manifest) => {
      Object.assign(manifest, { version: '9.0.0', migration: '9999_later' });
    });
    expect(await refusal(from, true)).toBe(
      'The backup was made by version 9.0.0 with the migration 9999_later, which this version does not have: restore it with the version that made it.',
    );
  });

  test.runIf(onPostgres)('when the API is connected to the database', async () => {
    const other = createServerDatabase({ url: place.databaseUrl ?? '' });
    await other.read('eu', (db) => db.select().from(posts).limit(1));
    expect(await refusal(backup, true)).toContain('stop it first');
    await other.close();
  });

  test.runIf(onPostgres)('but not for connections that were just closed', async () => {
    const url = (await places.add(KIND)).databaseUrl ?? '';
    const [one, other] = [createServerDatabase({ url }), createServerDatabase({ url })];
    const read = () => other.read('eu', (db) => db.execute(sql`select 1`));
    await read();
    const unused = requireUnused(one);
    await read();
    await other.close();
    await expect(unused).resolves.toBeUndefined();
    await one.close();
  });

  test.skipIf(onPostgres)('when the API has opened the embedded database', async () => {
    await expect(restoreBackup(place, backup, true)).rejects.toThrow('in use by process');
  });
});
