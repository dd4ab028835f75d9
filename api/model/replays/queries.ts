/** Reads of replays. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { replays } from '#api/db/replay-schema.ts';
import { posts } from '#api/db/schema.ts';
import { isLaterThan, type ListKey } from '#api/db/sql.ts';
import { whereListed } from '#api/model/posts/visibility.ts';
import { KNOWN_SHIPS } from '#api/model/ships.ts';
import type { Viewer } from '#lib/domain/permissions.ts';
import type { Replay, ReplayFacts } from '#lib/schemas/replay.ts';

const columns = {
  id: replays.id,
  postId: replays.postId,
  fileName: replays.fileName,
  fileSize: replays.fileSize,
  players: replays.players,
  chatMessages: replays.chatMessages,
  facts: replays.facts,
  decoderVersion: replays.decoderVersion,
  /** By id, of those ships in the roster whose name all posts show. */
  shipNames: sql<Record<string, string> | null>`(
    select json_object_agg(ship.id, ship.name) from ${KNOWN_SHIPS} where ship.id in (
      select (member->>'shipParamsId')::bigint from jsonb_array_elements(${replays.players}) as member))`,
  namedShip: replays.namedShip,
  shipName: replays.shipName,
  modLocked: posts.modLocked,
  authorId: posts.authorId,
  playerId: posts.playerId,
  sha256: replays.sha256,
  /** Whether the file may be downloaded: an imported one, which never has version 0, only after it was accepted (rule 29.8). */
  isServed: sql<boolean>`${replays.sha256} is not null
    and (${replays.facts} is not null or ${replays.decoderVersion} = 0)`,
  minimapSha256: replays.minimapSha256,
  timelineSha256: replays.timelineSha256,
  thumbnailSha256: replays.thumbnailSha256,
};

/** A replay with the columns that decide who may see it; null when it does not exist. */
export async function findReplay(db: Db, id: string) {
  const [row] = await db
    .select(columns)
    .from(replays)
    .innerJoin(posts, eq(posts.id, replays.postId))
    .where(eq(replays.id, id));
  return row ?? null;
}

/** A replay as `findReplay` returns it. */
export type ReplayRow = NonNullable<Awaited<ReturnType<typeof findReplay>>>;

/** Replays per query of the list: fewer than of other lists, because each needs its post. */
export const REPLAY_PIECE = 500;

/** The next replays of posts that are listed for the viewer, oldest first. */
export function listReplays(db: Db, viewer: Viewer, after: ListKey | null): Promise<ListKey[]> {
  const later = after === null ? undefined : isLaterThan(replays.createdAt, replays.id, after);
  return db
    .select({ id: replays.id, createdAt: replays.createdAt })
    .from(replays)
    .innerJoin(posts, eq(posts.id, replays.postId))
    .where(and(whereListed(viewer), later))
    .orderBy(sql`${replays.createdAt} asc nulls first`, sql`${replays.id} asc nulls first`)
    .limit(REPLAY_PIECE);
}

/** The name that all posts show, or the one that the replay itself has. */
const shipNameOf = ({ shipNames, namedShip, shipName }: ReplayRow, id: number): string | null =>
  shipNames?.[id] ?? (namedShip === id ? shipName : null);

/** The API's Replay. Its addresses are absolute, below `apiOrigin`. */
export function toReplay(row: ReplayRow, apiOrigin: string): Replay {
  const address = `${apiOrigin}/api/Replay/${row.id}`;
  const players = row.players as Replay['players'];
  return {
    id: row.id,
    postId: row.postId,
    downloadUri: row.isServed ? `${address}/file` : null,
    minimapUri: row.minimapSha256 !== null ? `${address}/minimap` : null,
    // Another version of the decoder is another address, so that caches do not keep what the former one found.
    timelineUri: row.timelineSha256 === null ? null : `${address}/timeline?v=${row.decoderVersion}`,
    facts: row.facts as ReplayFacts | null,
    players: players.map((player) => ({ ...player, shipName: shipNameOf(row, player.shipParamsId) })),
    chatMessages: row.chatMessages as Replay['chatMessages'],
  };
}
