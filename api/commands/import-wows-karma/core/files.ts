/** The old site's files: a folder with the containers `replays` and `minimaps` of its blob store. No other folder is read. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '#api/commands/command.ts';
import { sha256Of, writeNew } from '#api/files/store.ts';
import { isMp4 } from '#api/jobs/replays/render.ts';
import { inBackup } from '#api/storage/backup/manifest.ts';
import type { RegionId } from '#lib/regions.ts';

/** Both names begin with the replay's id: with dashes for videos, without for replays. */
const ID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/i;

const keyOf = (id: string): string => id.replaceAll('-', '').toLowerCase();

/** Paths by id. The uploader's part of a name may have slashes, so the rest of it can be in folders. */
async function indexOf(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    const id = ID.exec(path.relative(folder, file))?.[0];
    if (entry.isFile() && id !== undefined) found.set(keyOf(id), file);
  }
  return found;
}

async function isVideo(file: string): Promise<boolean> {
  await using handle = await open(file);
  return await isMp4(handle);
}

/** A number of bytes that our column for it can have. */
const SIZE_MAX = 2_147_483_647;

/** Whether an error is about a file itself. The backup's own disk is no reason to leave a file out. */
const isAbout = ({ path: failed, syscall }: NodeJS.ErrnoException, file: string): boolean =>
  failed === file || syscall === 'read';

/** Reads a file, and copies it to `copy` unless that is null; null when it is empty, too large or cannot be read. */
async function readOldFile(file: string, copy: string | null) {
  try {
    const { size } = await stat(file);
    if (size === 0 || size > SIZE_MAX) return null;
    const source = createReadStream(file);
    return { sha256: copy === null ? await sha256Of(source) : (await writeNew(copy, source)).sha256, size };
  } catch (error) {
    if (copy !== null) await rm(copy, { force: true });
    if (isAbout(error as NodeJS.ErrnoException, file)) return null;
    throw error;
  }
}

/**
 * Opens the folder. `replay` and `video` are null for a file that is missing or cannot be read. Files are copied to `backup`,
 * each content once; with null, they are only read.
 */
export async function openOldFiles(folder: string, region: RegionId, backup: string | null) {
  const index = async (container: string): Promise<Map<string, string>> => {
    const place = path.join(folder, container);
    return indexOf(place).catch(() => {
      throw new CommandError(
        `The folder ${place} cannot be read: copy the blob container ${container} to it.`,
      );
    });
  };
  const replays = await index('replays');
  const videos = await index('minimaps');
  const sums = new Set<string>();

  const take = async (file: string) => {
    if (backup === null) return readOldFile(file, null);
    const copy = path.join(inBackup.files(backup, region), randomUUID());
    const taken = await readOldFile(file, copy);
    if (taken === null) return null;
    if (sums.has(taken.sha256)) await rm(copy);
    else await rename(copy, inBackup.file(backup, region, taken.sha256));
    sums.add(taken.sha256);
    return taken;
  };
  return {
    sums,
    /** Whether a file of the replay exists. */
    has: (id: string) => replays.has(keyOf(id)),
    async replay(id: string) {
      const file = replays.get(keyOf(id));
      return file === undefined ? null : take(file);
    },
    async video(id: string) {
      const file = videos.get(keyOf(id));
      return file !== undefined && (await isVideo(file).catch(() => false)) ? take(file) : null;
    },
  };
}

/** The old site's files by the id of the replay. */
export type OldFiles = Awaited<ReturnType<typeof openOldFiles>>;
