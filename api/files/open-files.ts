/** Opens the files: in the bucket if there is one, else in the folder. */
import { type BucketConfig, originOfBucket } from '#api/config/storage.ts';
import { openBucket } from '#api/files/bucket.ts';
import { createBucketStore } from '#api/files/bucket-store.ts';
import { emptyFolder, openFolderStore } from '#api/files/folder-store.ts';
import type { FileStore } from '#api/files/store.ts';
import type { RegionId } from '#lib/regions.ts';

/** The folder of files, and the bucket if there is one. */
export interface FilesPlace {
  filesDir: string;
  bucket: BucketConfig | null;
}

/** Opens the store of files. Throws a ConfigError when the folder cannot be used. */
export function openFiles({ filesDir, bucket }: FilesPlace): FileStore {
  const folder = openFolderStore(filesDir);
  return bucket === null ? folder : createBucketStore(openBucket(bucket), folder);
}

/**
 * Checks the bucket, if there is one. Throws a ConfigError when it does not exist or refuses; returns a sentence when it does not
 * answer, because everything but files works without it.
 */
export async function checkBucket({ bucket }: Pick<FilesPlace, 'bucket'>): Promise<string | null> {
  if (bucket === null) return null;
  const problem = await openBucket(bucket).check();
  return problem && `Files are not available until this is solved: ${problem} (${originOfBucket(bucket)}).`;
}

/** Removes all files of the regions. The place need not exist. */
export async function removeFiles(place: FilesPlace, regions: readonly RegionId[]): Promise<void> {
  if (place.bucket === null) await emptyFolder(place.filesDir, regions);
  else await openFiles(place).removeAll(regions);
}
