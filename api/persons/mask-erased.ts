/** Masks erased persons in what is decoded later. */
import { eq } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { replays } from '#api/db/replay-schema.ts';
import { findErased, lockErasures } from '#api/persons/fingerprints.ts';
import { identitiesIn, maskParts } from '#api/persons/mask.ts';
import type { DecodedParts } from '#api/replays/decoder.ts';
import { REPLAY_STATE } from '#lib/schemas/replay.ts';
import { REPLAY_EXTENSION } from '#lib/schemas/replay-upload.ts';

/** The columns of a replay whose file, video and timeline were removed, because they contain the names of all players. */
export const WITHOUT_FILE = {
  fileName: `replay${REPLAY_EXTENSION}`,
  sha256: null,
  minimapSha256: null,
  timelineSha256: null,
  state: REPLAY_STATE.notReady,
  lastError: null,
  runAfter: null,
  startedAt: null,
};

/** Replaces a replay's parts by masked ones, without its file. Call `releaseFilesOf` before. */
export async function storeMasked(db: Db, replayId: string, masked: DecodedParts): Promise<void> {
  await db
    .update(replays)
    .set({ ...masked, ...WITHOUT_FILE })
    .where(eq(replays.id, replayId));
}

/** The parts without erased persons; null when there are none. Needs the transaction that stores the parts. */
export async function maskErased(db: Db, parts: DecodedParts): Promise<DecodedParts | null> {
  await lockErasures(db, 'shared');
  const erased = await findErased(db, identitiesIn(parts));
  return erased.ids.size + erased.names.size === 0 ? null : maskParts(parts, erased);
}
