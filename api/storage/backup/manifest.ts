/**
 * The content of a backup: `manifest.json`, `{region}/{table}.jsonl.gz` with the rows, and `{region}/files` with the files,
 * each named by its SHA-256. The manifest is written last, so a folder without one is not a backup.
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
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
  /** Those that the deployment had. */
  regions: z.partialRecord(z.enum(REGION_IDS), RegionSchema),
});
export type Manifest = z.output<typeof ManifestSchema>;
/** The part of a manifest for one region. */
export type RegionManifest = z.output<typeof RegionSchema>;

/** Name of the manifest in the backup's folder. */
export const MANIFEST = 'manifest.json';

/** Paths inside a backup. */
export const inBackup = {
  table: (folder: string, region: RegionId, table: string) => path.join(folder, region, `${table}.jsonl.gz`),
  files: (folder: string, region: RegionId) => path.join(folder, region, 'files'),
  file: (folder: string, region: RegionId, sha256: string) => path.join(folder, region, 'files', sha256),
};

/** Limits of the lines that are inserted with one statement. */
const MOST_LINES = 500;
const MOST_CHARACTERS = 4_000_000;

/** The lines of a table's file, a few hundred at a time. Not `readline`, which also splits at U+2028. */
export async function* readLines(file: string): AsyncGenerator<string[]> {
  let lines: string[] = [];
  let characters = 0;
  let rest = '';
  for await (const text of createReadStream(file).pipe(createGunzip()).setEncoding('utf8')) {
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
    return ManifestSchema.parse(JSON.parse(text));
  } catch {
    throw new BackupError(
      `The ${MANIFEST} in ${folder} is damaged, or was written by another version: use another backup.`,
    );
  }
}

async function check(file: string, sha256: string): Promise<void> {
  const sum = await sha256Of(createReadStream(file)).catch(() => null);
  if (sum === sha256) return;
  const problem = sum === null ? 'is missing' : 'is damaged';
  throw new DamageError(`${file} ${problem}, so nothing was restored: use another backup.`);
}

/** Verifies every table and file of a region. Throws a DamageError that names the first damaged one. */
export async function verifyRegion(
  folder: string,
  region: RegionId,
  { tables, files }: RegionManifest,
): Promise<void> {
  for (const { name, sha256 } of tables) await check(inBackup.table(folder, region, name), sha256);
  for (const sha256 of files) await check(inBackup.file(folder, region, sha256), sha256);
}
