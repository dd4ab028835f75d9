/** Imported files, which the decoder reads for the first time in the background. */
import { eq } from 'drizzle-orm';
import { hasRepeatedAccount } from 'wows-replay/replay';
import { NOT_CHECKED, replays } from '#api/db/replay-schema.ts';
import { storeAdvice } from '#api/model/advice/store.ts';
import { lockPost } from '#api/model/posts/queries.ts';
import { announceEdited } from '#api/model/posts/visibility.ts';
import { type DecodedFile, RefusedReplay } from '#api/model/replays/decoder.ts';
import { releaseFilesOf, type Stored } from '#api/model/replays/files.ts';
import type { Job } from '#api/model/replays/job-queue.ts';
import { findReplay, type ReplayRow } from '#api/model/replays/queries.ts';
import type { RegionId } from '#lib/regions.ts';
import { INVALID_REPLAY, REPLAY_MAX_BYTES } from '#lib/schemas/replay-upload.ts';

/** Throws a RefusedReplay for a file of a size that no upload has, before it is read into memory. */
export function refuseTooLarge(size: number): void {
  if (size > REPLAY_MAX_BYTES) throw new RefusedReplay(INVALID_REPLAY, 'invalid');
}

/** Throws a RefusedReplay for what an upload refuses besides what the decoder does (rule 15.11), however often it is tried. */
export function refuseImported({ isServed }: ReplayRow, decoded: DecodedFile): void {
  if (!isServed && hasRepeatedAccount(decoded)) throw new RefusedReplay(INVALID_REPLAY, 'invalid');
}

/** Removes an imported replay with its files if it is refused as dangerous. Returns whether it was. */
export async function removeDangerous(
  stored: Stored,
  region: RegionId,
  { replayId, postId }: Job,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof RefusedReplay && error.isDangerous)) return false;
  return stored.database.write(region, async (tx) => {
    await lockPost(tx.db, postId);
    if ((await findReplay(tx.db, replayId))?.decoderVersion !== NOT_CHECKED) return false;
    await releaseFilesOf(tx, stored, postId);
    await tx.db.delete(replays).where(eq(replays.id, replayId));
    await storeAdvice(tx, postId);
    await announceEdited(tx, postId);
    return true;
  });
}
