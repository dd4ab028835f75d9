/** Imports one region: from the old database into a backup of ours, which `npm run restore` checks and loads. */
import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import { openOldFiles } from '#api/commands/import-wows-karma/core/files.ts';
import { fetchRows, withOldDatabase } from '#api/commands/import-wows-karma/core/old-database.ts';
import { TableReport } from '#api/commands/import-wows-karma/core/report.ts';
import {
  type Cells,
  COLUMN,
  type Context,
  EPOCH,
  momentOf,
  type TableImport,
} from '#api/commands/import-wows-karma/core/table.ts';
import { clans } from '#api/commands/import-wows-karma/tables/clans.ts';
import { modActions, platformBans } from '#api/commands/import-wows-karma/tables/moderation.ts';
import { notifications } from '#api/commands/import-wows-karma/tables/notifications.ts';
import { players } from '#api/commands/import-wows-karma/tables/players.ts';
import { posts } from '#api/commands/import-wows-karma/tables/posts.ts';
import { replays } from '#api/commands/import-wows-karma/tables/replays.ts';
import { roleChanges, users } from '#api/commands/import-wows-karma/tables/users.ts';
import { MIGRATION_NAMES } from '#api/db/migrate.ts';
import { isoTimeOfText } from '#api/db/sql.ts';
import { inBackup, type RegionManifest } from '#api/storage/backup/manifest.ts';
import { inNewFolder, PRIVATE_FOLDER, writeLines, writeManifest } from '#api/storage/backup/write-parts.ts';
import type { RegionId } from '#lib/regions.ts';
import { z } from '#lib/schemas/zod.ts';

/** The mark of production's data. */
const meta: TableImport = {
  name: 'meta',
  async *rows(_old, { report }) {
    report.add('the mark of data that is not the demo’s');
    yield [{ key: 'mode', value: 'production' }];
  },
};

/** Referenced tables first, which is also the order of the report. */
const TABLES: readonly TableImport[] = [
  clans,
  players,
  users,
  roleChanges,
  posts,
  replays,
  modActions,
  platformBans,
  notifications,
  meta,
];

/** Columns whose latest moment is that of the data. */
const DATES = [
  ...['public."Posts"."CreatedAt"', 'public."Posts"."UpdatedAt"', 'public."PlatformBans"."CreatedAt"'],
  ...['public."Notifications"."EmittedAt"', 'public."Notifications"."AcknowledgedAt"'],
  ...['auth."Users"."LastTokenRequested"', 'public."Players"."UpdatedAt"'],
];

/** The latest moment in the database; it is the date of the backup, so that each run has the same result. */
async function latestOf(old: pg.Client): Promise<number> {
  const parts = DATES.map((name) => {
    const column = name.slice(name.lastIndexOf('.') + 1);
    // One date in the future would make all others old.
    return `select max(${momentOf(column)}) as at from ${name.slice(0, name.lastIndexOf('.'))} where ${column} <= now()`;
  });
  const query = `select coalesce(max(at), '2000-01-01')::text as at from (${parts.join(' union all ')}) latest`;
  let latest = 0;
  for await (const [row] of fetchRows(old, 'dates', query, z.object({ at: COLUMN.time })))
    latest = Date.parse(isoTimeOfText(row?.at ?? EPOCH));
  return latest;
}

/** The region to import, and where its data is. */
export interface ImportOrder {
  /** Address of the old database. */
  from: string;
  /** Folder with the old files. */
  files: string;
  region: RegionId;
  /** The folder to write; null to write nothing. */
  target: string | null;
}

/** The lines of a table's file. Adds the names of the columns to `columns` with the first row. */
async function* linesOf(pieces: AsyncGenerator<Cells[]>, columns: string[]): AsyncGenerator<string[]> {
  for await (const rows of pieces) {
    if (columns.length === 0) columns.push(...Object.keys(rows[0] ?? {}));
    yield rows.map((cells) =>
      JSON.stringify(Object.values(cells).map((cell) => (cell === null ? null : String(cell)))),
    );
  }
}

async function readAll(lines: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of lines);
}

async function importTables(
  old: pg.Client,
  { region, files: source }: ImportOrder,
  folder: string | null,
  print: (line: string) => void,
) {
  const asOf = await latestOf(old);
  const tables: RegionManifest['tables'] = [];
  const reports: TableReport[] = [];
  if (folder !== null) await mkdir(inBackup.files(folder, region), { recursive: true, mode: PRIVATE_FOLDER });
  const files = await openOldFiles(source, region, folder);
  for (const { name, rows } of TABLES) {
    const report = new TableReport(name);
    const context: Context = { report, files, asOf, print };
    reports.push(report);
    const columns: string[] = [];
    const lines = linesOf(rows(old, context), columns);
    if (folder === null) await readAll(lines);
    else {
      const written = await writeLines(inBackup.table(folder, region, name), lines);
      tables.push({ name, columns, ...written });
    }
  }
  for (const report of reports) for (const line of report.lines()) print(line);
  const part: RegionManifest = { tables, files: [...files.sums].sort() };
  return { asOf, part };
}

/**
 * Imports a region, and prints the report. Throws a CommandError or BackupError with one sentence when the old database cannot be
 * read, or the folder exists.
 */
export function importRegion(order: ImportOrder, print: (line: string) => void): Promise<void> {
  const { from, region, target } = order;
  const migration = MIGRATION_NAMES.at(-1) ?? '';
  return withOldDatabase(from, async (old) => {
    if (target === null) await importTables(old, order, null, print);
    else
      await inNewFolder(target, `${target}.unfinished`, async (folder) => {
        const { asOf, part } = await importTables(old, order, folder, print);
        await writeManifest(folder, asOf, { migration, imported: true, regions: { [region]: part } });
      });
  });
}
