/** Masks erased persons in what is decoded later. */
import { eq, sql } from 'drizzle-orm';
import { hasRepeatedAccount } from 'wows-replay/replay';
import type { Db } from '#api/db/database.ts';
import { replays } from '#api/db/replay-schema.ts';
import { findErased, type Identities, lockErasures, ownNames } from '#api/model/players/erasures.ts';
import type { DecodedParts } from '#api/model/replays/decoder.ts';
import { identitiesIn, maskParts, namesIn } from '#api/model/replays/mask.ts';
import { REPLAY_STATE } from '#lib/schemas/replay.ts';
import { REPLAY_EXTENSION } from '#lib/schemas/replay-upload.ts';

/**
 * The columns of a replay whose file, video, timeline and thumbnail were removed, because
 * they contain the names of all players.
 */
export const WITHOUT_FILE = {
  fileName: `replay${REPLAY_EXTENSION}`,
  sha256: null,
  minimapSha256: null,
  timelineSha256: null,
  thumbnailSha256: null,
  thumbnailShown: null,
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

/** The same for many replays, in one statement. */
export async function storeAllMasked(
  db: Db,
  masked: readonly (DecodedParts & { id: string })[],
): Promise<void> {
  await db
    .update(replays)
    .set({
      players: sql`one.players`,
      chatMessages: sql`one."chatMessages"`,
      facts: sql`one.facts`,
      ...WITHOUT_FILE,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(masked)}::jsonb)
        as one (id uuid, players jsonb, "chatMessages" jsonb, facts jsonb)`,
    )
    .where(sql`${replays.id} = one.id`);
}

/**
 * Adds to the persons, for each of the replays, the names that its roster gives them and that no one else has, because its chat
 * uses these names. They are used for this replay only, because anyone can write a file with any name. A roster that lists an
 * account twice or with two names adds none.
 */
export async function identifyIn(
  db: Db,
  replays: readonly DecodedParts[],
  { ids, names }: Identities,
): Promise<Identities[]> {
  const shown = replays.map((parts) =>
    hasRepeatedAccount(parts) ? [] : [...namesIn(parts, { ids, names })],
  );
  const own = await ownNames(db, { ids, names: new Set([...names, ...shown.flat()]) });
  return shown.map((more) => ({ ids, names: new Set([...names, ...more].filter((name) => own.has(name))) }));
}

/** The parts without erased persons; null when there are none. Needs the transaction that stores the parts. */
export async function maskErased(db: Db, parts: DecodedParts): Promise<DecodedParts | null> {
  await lockErasures(db, 'shared');
  const erased = await findErased(db, identitiesIn(parts));
  // Another account may have the name by now.
  const persons = { ids: erased.ids, names: await ownNames(db, erased) };
  if (persons.ids.size + persons.names.size === 0) return null;
  const [identified = persons] = await identifyIn(db, [parts], persons);
  return maskParts(parts, identified);
}
