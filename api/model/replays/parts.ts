/** The stored columns of a decoded replay. */
import { inArray } from 'drizzle-orm';
import { THUMBNAIL_VERSION } from 'wows-replay/battle/surface';
import type { Shown } from 'wows-replay/battle/thumbnail';
import type { Db } from '#api/db/database.ts';
import { players, type StoredPost } from '#api/db/schema.ts';
import type { FileStore, IncomingFile } from '#api/files/store.ts';
import type { ReplayDecoder } from '#api/model/replays/create-decoder.ts';
import type { DecodedParts } from '#api/model/replays/decoder.ts';
import { type NamingFile, namedShipOf } from '#api/model/replays/learn-ship.ts';
import type { DrawnThumbnail } from '#api/model/replays/thumbnails.ts';
import { isParty } from '#lib/domain/roster.ts';

/** The post of a replay. */
export type PostOfReplay = Pick<StoredPost, 'id' | 'authorId' | 'playerId'>;

type Party = Parameters<typeof isParty>[1];

/** The columns of a replay that hold what was decoded, for lists too. */
export function columnsOf(parts: DecodedParts, author: Party, player: Party) {
  const { players, chatMessages, facts = null } = parts;
  const shipOf = (party: Party): number | null =>
    players.find((one) => isParty(one, party))?.shipParamsId || null;
  return {
    players,
    chatMessages,
    facts,
    decoderVersion: facts?.decoderVersion ?? 0,
    map: facts?.map ?? null,
    playedAt: facts?.playedAt ?? null,
    arenaId: facts?.arenaId ?? null,
    authorShip: shipOf(author),
    playerShip: shipOf(player),
  };
}

/**
 * The same, and the ship that it names, for a stored post, whose author and player count by
 * name where the file has no account ids.
 */
export async function columnsFor(
  db: Db,
  parts: DecodedParts & NamingFile,
  { authorId, playerId }: PostOfReplay,
) {
  const rows = await db
    .select({ id: players.id, username: players.username })
    .from(players)
    .where(inArray(players.id, [authorId, playerId]));
  const party = (id: number): Party => ({
    username: '',
    ...rows.find((row) => row.id === id),
    id,
  });
  return { ...columnsOf(parts, party(authorId), party(playerId)), ...namedShipOf(parts) };
}

/** Writes a timeline to the local disk; nothing refers to it yet. */
export async function receivePart(
  files: Pick<FileStore, 'receive'>,
  part: Uint8Array | null,
): Promise<IncomingFile | null> {
  if (part === null) return null;
  const whole = async function* () {
    yield part;
  };
  return files.receive(whole());
}

/** A thumbnail on the local disk, and what it shows. */
export type ReceivedThumbnail = (IncomingFile & Pick<DrawnThumbnail, 'shown'>) | typeof LATE;

/** Instead of a thumbnail that the machine was too busy to draw. It is drawn later (rule 30.62). */
export const LATE = { sha256: null, shown: null, [Symbol.asyncDispose]: async () => {} } as const;

/** Draws the thumbnail and writes it likewise. Null when either fails: a post is accepted without it. */
export async function receiveThumbnail(
  files: Pick<FileStore, 'receive'>,
  decoder: Pick<ReplayDecoder, 'thumbnail'>,
  ...of: Parameters<ReplayDecoder['thumbnail']>
): Promise<ReceivedThumbnail | null> {
  const drawn = await decoder.thumbnail(...of);
  if (drawn === 'late') return LATE;
  const file = await receivePart(files, drawn?.bytes ?? null).catch(() => null);
  return file && Object.assign(file, { shown: drawn?.shown as Shown });
}

/** The columns of a replay's thumbnail. */
export const thumbnailColumns = (thumbnail: Pick<ReceivedThumbnail, 'sha256' | 'shown'> | null) => ({
  thumbnailSha256: thumbnail?.sha256 ?? null,
  thumbnailShown: thumbnail?.shown ?? null,
  thumbnailVersion: thumbnail?.sha256 === null ? 0 : THUMBNAIL_VERSION,
});
