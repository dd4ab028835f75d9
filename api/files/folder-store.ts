/** The files in a folder, which only the account of the API can read. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DISK_RESERVE, freeBytesOf } from '#api/base/disk.ts';
import { diskProblem } from '#api/base/failures.ts';
import { makePrivate } from '#api/base/private-folder.ts';
import { type FileStore, type IncomingFile, writeNew } from '#api/files/store.ts';
import { REGION_IDS, type RegionId } from '#lib/regions.ts';

/** Folder for files that are being received. Complete files are renamed into their region's folder. */
const INCOMING = 'incoming';
/** Folders inside the files folder. */
const FILE_FOLDERS: readonly string[] = [INCOMING, ...REGION_IDS];
const OWNER_ONLY = 0o600;
const FOLDER_MODE = 0o700;

/** A store whose files have a path. */
export interface FolderStore extends FileStore {
  pathOf(region: RegionId, sha256: string): string;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });

const ageOfPath = async (file: string): Promise<number> => {
  const stats = await stat(file).catch(() => null);
  return stats === null ? 0 : Date.now() - stats.mtimeMs;
};

/** Makes new names in a folder survive a power cut. Windows cannot open folders and does not need this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

async function receiveInto(file: string, source: AsyncIterable<Uint8Array>): Promise<IncomingFile> {
  const dispose = () => rm(file, { force: true });
  try {
    return { path: file, ...(await writeNew(file, source)), [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Removes received files, and those of the regions. The folder itself stays, and need not exist. */
export async function emptyFolder(filesDir: string, regions: readonly RegionId[]): Promise<void> {
  for (const name of [INCOMING, ...regions])
    await rm(path.join(filesDir, name), { recursive: true, force: true });
}

/** Why nothing can be written to the folder; null when something can. */
async function problemIn(file: string, freeBytes: () => Promise<number>): Promise<string | null> {
  try {
    await writeFile(file, '', { mode: OWNER_ONLY });
    await rm(file);
    const isFull = (await freeBytes()) < DISK_RESERVE;
    return isFull ? 'The disk of FILES_DIR is full: free space, or no replay can be stored.' : null;
  } catch (error) {
    const reason = isMissing(error) ? 'a folder in it is missing' : (diskProblem(error) ?? String(error));
    return `FILES_DIR cannot be used: ${reason}.`;
  }
}

/**
 * Opens the folder; creates it or makes it private. Throws a ConfigError when it cannot be used. `freeBytes` is the space on its
 * disk.
 */
export function openFolderStore(filesDir: string, freeBytes = () => freeBytesOf(filesDir)): FolderStore {
  makePrivate(filesDir, 'FILES_DIR', (name) => FILE_FOLDERS.includes(name));
  for (const name of FILE_FOLDERS) makePrivate(path.join(filesDir, name), 'FILES_DIR', () => true);
  const incoming = () => path.join(filesDir, INCOMING, randomUUID());
  const folderOf = (region: RegionId, sha256: string) => path.join(filesDir, region, sha256.slice(0, 2));
  const pathOf = (region: RegionId, sha256: string) => path.join(folderOf(region, sha256), sha256);

  return {
    pathOf,
    receive: (source) => receiveInto(incoming(), source),
    problem: () => problemIn(incoming(), freeBytes),
    async keep(region, { path: received, sha256 }) {
      const folder = folderOf(region, sha256);
      const created = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
      await rename(received, pathOf(region, sha256));
      await syncFolder(folder);
      if (created !== undefined) await syncFolder(path.dirname(folder));
    },
    async put(region, bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const unfinished = incoming();
      await mkdir(folderOf(region, sha256), { recursive: true, mode: FOLDER_MODE });
      await writeFile(unfinished, bytes, { mode: OWNER_ONLY });
      await rename(unfinished, pathOf(region, sha256));
      return sha256;
    },
    async open(region, sha256) {
      try {
        const handle = await open(pathOf(region, sha256));
        return {
          size: (await handle.stat()).size,
          read: async (span = undefined) => handle.createReadStream(span ?? {}),
          close: () => handle.close(),
        };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async local(region, sha256) {
      const file = pathOf(region, sha256);
      const stats = await stat(file).catch(() => null);
      return stats === null ? null : { path: file, [Symbol.asyncDispose]: async () => {} };
    },
    addressOf: async () => null,
    remove: (region, sha256) => rm(pathOf(region, sha256), { force: true }),
    async *list(region) {
      const root = path.join(filesDir, region);
      for (const folder of await namesIn(root)) yield await namesIn(path.join(root, folder));
    },
    ageOf: (region, sha256) => ageOfPath(pathOf(region, sha256)),
    async removeAbandoned(ageMs) {
      const folder = path.join(filesDir, INCOMING);
      for (const name of await namesIn(folder)) {
        const file = path.join(folder, name);
        if ((await ageOfPath(file)) > ageMs) await rm(file, { force: true });
      }
    },
    async removeAll(regions = REGION_IDS) {
      await emptyFolder(filesDir, regions);
      for (const name of [INCOMING, ...regions])
        await mkdir(path.join(filesDir, name), { mode: FOLDER_MODE });
    },
  };
}
