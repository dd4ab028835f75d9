/** Moves the files that rows refer to from the folder to the bucket, while the API runs. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { DataSource } from '#api/db/database.ts';
import type { Bucket } from '#api/files/bucket.ts';
import { keyOf } from '#api/files/bucket-store.ts';
import type { FolderStore } from '#api/files/folder-store.ts';
import { sha256Of } from '#api/files/store.ts';
import { findUnreferenced, holdFile, referencedFiles } from '#api/model/replays/files.ts';
import type { RegionId } from '#lib/regions.ts';

/** Files that are moved at the same time. */
const AT_ONCE = 8;
/** Files between two lines of progress. */
const REPORT_EVERY = 400;

type Outcome = 'moved' | 'present' | 'released' | 'broken';

interface Places {
  database: DataSource;
  folder: FolderStore;
  bucket: Bucket;
}

/** Uploads the file unless its row was deleted meanwhile. Nothing removes it before this transaction ends. */
function upload(
  { database, bucket }: Places,
  region: RegionId,
  sha256: string,
  path: string,
): Promise<boolean> {
  return database.transaction(region, async (db) => {
    await holdFile(db, sha256);
    if ((await findUnreferenced(db, [sha256])).length > 0) return false;
    const { size } = await stat(path);
    const key = keyOf(region, sha256);
    // An interrupted run may have uploaded it.
    if ((await bucket.stat(key))?.size !== size) await bucket.put(key, createReadStream(path), size, sha256);
    return true;
  });
}

async function moveFile(places: Places, region: RegionId, sha256: string): Promise<Outcome> {
  const { folder, bucket } = places;
  const key = keyOf(region, sha256);
  const local = await folder.local(region, sha256);
  if (local === null) return (await bucket.stat(key)) === null ? 'broken' : 'present';
  if ((await sha256Of(createReadStream(local.path))) !== sha256) return 'broken';
  if (!(await upload(places, region, sha256, local.path))) return 'released';
  if ((await sha256Of(await bucket.read(key))) !== sha256) {
    await bucket.remove(key);
    return 'broken';
  }
  await folder.remove(region, sha256);
  return 'moved';
}

/**
 * Moves the files of all regions. Each is removed from the folder once the bucket's copy has been read back and verified. May be
 * interrupted and repeated. `log` receives lines of progress.
 */
export async function moveFilesToBucket(places: Places, log: (text: string) => void) {
  const summary = {
    moved: 0,
    /** Were in the bucket before. */
    present: 0,
    /** Files that are missing, or whose content is not what their name says, as `region/sha256`. They stay as they are. */
    broken: [] as string[],
  };
  for (const region of places.database.regions) {
    const sums = await places.database.read(region, referencedFiles);
    for (let start = 0; start < sums.length; start += AT_ONCE) {
      if (start > 0 && start % REPORT_EVERY === 0) log(`${region}: ${start} of ${sums.length} files`);
      const batch = sums.slice(start, start + AT_ONCE);
      await Promise.all(
        batch.map(async (sum) => {
          const outcome = await moveFile(places, region, sum);
          if (outcome === 'broken') summary.broken.push(keyOf(region, sum));
          else if (outcome !== 'released') summary[outcome] += 1;
        }),
      );
    }
    log(`${region}: ${sums.length} of ${sums.length} files`);
  }
  return summary;
}
