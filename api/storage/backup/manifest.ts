/**
 * The content of a backup: `manifest.json`, `{region}/{table}.jsonl.gz` with the rows, and `{region}/files` with the files,
 * each named by its SHA-256. The manifest is written last, so a folder without one is not a backup.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { sha256Of } from '#api/files/store.ts';
import { REGION_IDS, type RegionId } from '#lib/regions.ts';
import { z } from '#lib/schemas/zod.ts';

/** A backup cannot be made or restored; the message says why, in one sentence. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** A table or file of a backup is missing, or not as it was written. */
export class DamageError extends BackupError {}

const NAME = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/));
const SUM = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const RegionSchema = z.object({
  tables: z.array(z.object({ name: NAME, columns: z.array(NAME), rows: z.number(), sha256: SUM })),
  /** Names of the files, which are their SHA-256. */
  files: z.array(SUM),
});

/** The contents of `manifest.json`. */
export const ManifestSchema = z.object({
  format: z.literal(1),
  /** Version of the product that made the backup. */
  version: z.string(),
  createdAt: z.string(),
  /** The last migration of the database. */
  migration: z.string(),
  /** Whether it was imported: it then has fewer tables and columns, and triggers write the rest. */
  imported: z._default(z.boolean(), false),
  /** Those that the deployment had. */
  regions: z.partialRecord(z.enum(REGION_IDS), RegionSchema),
});
export type Manifest = z.output<typeof ManifestSchema>;
/** The part of a manifest for one region. */
export type RegionManifest = z.output<typeof RegionSchema>;
/** The part for one table. */
export type TableManifest = RegionManifest['tables'][number];

/** Name of the manifest in the backup's folder. */
export const MANIFEST = 'manifest.json';

/** The checksum of a manifest's other content, which `manifest.json` has as `sha256`. */
export const sumOfManifest = (content: object): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** Paths inside a backup. */
export const inBackup = {
  table: (folder: string, region: RegionId, table: string) => path.join(folder, region, `${table}.jsonl.gz`),
  files: (folder: string, region: RegionId) => path.join(folder, region, 'files'),
  file: (folder: string, region: RegionId, sha256: string) => path.join(folder, region, 'files', sha256),
};

/** Limits of the lines that are inserted with one statement. */
const MOST_LINES = 500;
const MOST_CHARACTERS = 4_000_000;

/**
 * The lines of a table's file, a few hundred at a time. `onBytes` receives the file as it is read. Not
 * `readline`, which also splits at U+2028.
 */
export async function* readLines(
  file: string,
  onBytes = (_: string | Buffer) => {},
): AsyncGenerator<string[]> {
  let lines: string[] = [];
  let characters = 0;
  let rest = '';
  const bytes = createReadStream(file).on('data', onBytes);
  // The loop has its error, too.
  for await (const text of pipeline(bytes, createGunzip(), () => {}).setEncoding('utf8')) {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      lines.push(line);
      characters += line.length;
      if (lines.length < MOST_LINES && characters < MOST_CHARACTERS) continue;
      yield lines;
      lines = [];
      characters = 0;
    }
  }
  if (lines.length > 0) yield lines;
}

/** Reads the manifest. Throws a BackupError when there is none, or it cannot be used. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(path.join(folder, MANIFEST), 'utf8');
  } catch {
    throw new BackupError(`${folder} is not a complete backup: it has no readable ${MANIFEST}.`);
  }
  try {
    const { sha256, ...content } = JSON.parse(text);
    // Releases before this one wrote none.
    if (sha256 !== undefined && sha256 !== sumOfManifest(content)) throw new Error('another sum');
    return ManifestSchema.parse(content);
  } catch {
    throw new BackupError(
      `The ${MANIFEST} in ${folder} is damaged, or was written by another version: use another backup.`,
    );
  }
}

function damage(file: string, isMissing: boolean): DamageError {
  const problem = isMissing ? 'is missing' : 'is damaged';
  return new DamageError(`${file} ${problem}, so nothing was restored: use another backup.`);
}

async function verifyFile(file: string, sha256: string): Promise<number> {
  const sum = await sha256Of(createReadStream(file)).catch(() => null);
  if (sum !== sha256) throw damage(file, sum === null);
  return (await stat(file)).size;
}

function isRow(line: string, columns: number): boolean {
  try {
    const cells = JSON.parse(line);
    const isText = (cell: unknown): boolean => cell === null || typeof cell === 'string';
    return cells.length === columns && cells.every(isText);
  } catch {
    return false;
  }
}

async function verifyTable(file: string, { columns, rows, sha256 }: TableManifest): Promise<void> {
  const hash = createHash('sha256');
  const read = { lines: 0, wrong: 0 };
  try {
    for await (const lines of readLines(file, (chunk) => hash.update(chunk))) {
      read.lines += lines.length;
      read.wrong += lines.filter((line) => !isRow(line, columns.length)).length;
    }
  } catch (error) {
    throw damage(file, (error as NodeJS.ErrnoException).code === 'ENOENT');
  }
  if (hash.digest('hex') !== sha256) throw damage(file, false);
  if (read.lines === rows && read.wrong === 0) return;
  throw new BackupError(
    `${file} has ${read.lines - read.wrong} rows and ${read.wrong} other lines, not ${rows} rows, so nothing was restored: use another backup.`,
  );
}

/**
 * Reads every table and file of a region once; returns the bytes of the files. Throws a DamageError that names the first
 * damaged one, and a BackupError for a table that does not have its rows.
 */
export async function verifyRegion(
  folder: string,
  region: RegionId,
  { tables, files }: RegionManifest,
): Promise<number> {
  for (const table of tables) await verifyTable(inBackup.table(folder, region, table.name), table);
  let bytes = 0;
  for (const sha256 of files) bytes += await verifyFile(inBackup.file(folder, region, sha256), sha256);
  return bytes;
}
