/**
 * The files in a bucket. They are received in the local folder first. Files that are still in that folder, from before there was
 * a bucket, are read from there until `npm run move-files` has moved them.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Bucket } from '#api/files/bucket.ts';
import type { FolderStore } from '#api/files/folder-store.ts';
import type { FileStore } from '#api/files/store.ts';
import { REGION_IDS, type RegionId } from '#lib/regions.ts';

const SUM = /^[0-9a-f]{64}$/;

/** The key of a file. */
export const keyOf = (region: RegionId, sha256: string): string => `${region}/${sha256}`;

/** The sums of the region's files in the bucket, up to 1,000 at a time. */
async function* listBucket(bucket: Bucket, region: RegionId): AsyncGenerator<string[]> {
  const prefix = keyOf(region, '');
  for await (const keys of bucket.list(prefix))
    yield keys.map((key) => key.slice(prefix.length)).filter((name) => SUM.test(name));
}

/** A store on a bucket, with a local folder for what is received and for files of earlier times. */
export function createBucketStore(bucket: Bucket, folder: FolderStore): FileStore {
  const open: FileStore['open'] = async (region, sha256) => {
    const key = keyOf(region, sha256);
    const found = await bucket.stat(key);
    if (found === null) return folder.open(region, sha256);
    return { size: found.size, read: (span) => bucket.read(key, span), close: async () => {} };
  };
  return {
    open,
    receive: folder.receive,
    problem: async () => (await folder.problem()) ?? bucket.check().catch((error: Error) => error.message),
    removeAbandoned: folder.removeAbandoned,
    keep: (region, { path, size, sha256 }) =>
      bucket.put(keyOf(region, sha256), createReadStream(path), size, sha256),
    async put(region, bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await bucket.put(keyOf(region, sha256), bytes, bytes.length, sha256);
      return sha256;
    },
    async local(region, sha256) {
      const inFolder = await folder.local(region, sha256);
      if (inFolder !== null) return inFolder;
      const stored = await open(region, sha256);
      if (stored === null) return null;
      const copy = await folder.receive(await stored.read());
      if (copy.sha256 === sha256) return copy;
      await copy[Symbol.asyncDispose]();
      throw new Error('The file is damaged.');
    },
    async addressOf(region, sha256, as) {
      const key = keyOf(region, sha256);
      return (await bucket.stat(key)) === null ? null : bucket.sign(key, as);
    },
    async remove(region, sha256) {
      await bucket.remove(keyOf(region, sha256));
      await folder.remove(region, sha256);
    },
    async *list(region) {
      yield* listBucket(bucket, region);
      yield* folder.list(region);
    },
    async ageOf(region, sha256) {
      const found = await bucket.stat(keyOf(region, sha256));
      return found === null ? folder.ageOf(region, sha256) : found.ageMs;
    },
    async removeAll(regions = REGION_IDS) {
      for (const region of regions)
        for await (const sums of listBucket(bucket, region))
          for (const sum of sums) await bucket.remove(keyOf(region, sum));
      await folder.removeAll(regions);
    },
  };
}
