/** The parts of a backup as they are written: lines of a table, the manifest, and the folder that gets its name at the end. */
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { writeNew } from '#api/files/store.ts';
import { BackupError, MANIFEST, type Manifest, sumOfManifest } from '#api/storage/backup/manifest.ts';
import packageJson from '../../../package.json' with { type: 'json' };

/** Access rights of files and folders: the account alone. */
export const PRIVATE_FOLDER = 0o700;
const OWNER_ONLY = 0o600;

/** Writes the lines of a table, some at a time. Returns their number, and the checksum of the file. */
export async function writeLines(
  file: string,
  pieces: AsyncIterable<readonly string[]>,
): Promise<{ rows: number; sha256: string }> {
  let rows = 0;
  const { sha256 } = await pipeline(
    async function* () {
      for await (const lines of pieces) {
        rows += lines.length;
        if (lines.length > 0) yield `${lines.join('\n')}\n`;
      }
    },
    createGzip(),
    (zipped: AsyncIterable<Buffer>) => writeNew(file, zipped),
  );
  return { rows, sha256 };
}

/** Writes the manifest, which makes the folder a backup. `createdAt`: milliseconds since 1970. */
export async function writeManifest(
  folder: string,
  createdAt: number,
  content: Pick<Manifest, 'migration' | 'imported' | 'regions'>,
): Promise<void> {
  const { version } = packageJson;
  const manifest: Manifest = { format: 1, version, createdAt: new Date(createdAt).toISOString(), ...content };
  const text = `${JSON.stringify({ ...manifest, sha256: sumOfManifest(manifest) }, null, 1)}\n`;
  await writeFile(path.join(folder, MANIFEST), text, { flag: 'wx', mode: OWNER_ONLY, flush: true });
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/**
 * Fills a new folder, which is named `unfinished` until it is complete and `target` then. After a failure it is removed. Throws a
 * BackupError when `target` exists.
 */
export async function inNewFolder<T>(
  target: string,
  unfinished: string,
  fill: (folder: string) => Promise<T>,
): Promise<T> {
  if (existsSync(target))
    throw new BackupError(`${target} exists already: give the backup a new name, such as one with the date.`);
  await rm(unfinished, { recursive: true, force: true });
  try {
    await mkdir(unfinished, { recursive: true, mode: PRIVATE_FOLDER });
    const result = await fill(unfinished);
    await rename(unfinished, target);
    await flush(path.dirname(path.resolve(target)));
    return result;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
