/** Reads of replays. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db, Reader } from '#api/db/database.ts';
import { createLoader } from '#api/db/loader.ts';
import { replays } from '#api/db/replay-schema.ts';
import { posts, type StoredPost } from '#api/db/schema.ts';
import { idsInOrder, type StoredKey } from '#api/db/sql.ts';
import { buildStatement, builtOnce, runStatement } from '#api/db/statements.ts';
import { KNOWN_SHIPS } from '#api/model/posts/ships.ts';
import { relationKey } from '#api/model/posts/sources.ts';
import { whereListed } from '#api/model/posts/visibility.ts';
import type { Viewer } from '#lib/domain/permissions.ts';
import type { Replay } from '#lib/schemas/replay.ts';

/** A replay, with what decides who may see it. */
export interface ReplayRow
  extends Pick<
      typeof replays.$inferSelect,
      | 'id'
      | 'postId'
      | 'fileName'
      | 'fileSize'
      | 'decoderVersion'
      | 'namedShip'
      | 'shipName'
      | 'sha256'
      | 'minimapSha256'
      | 'timelineSha256'
      | 'thumbnailSha256'
    >,
    Pick<StoredPost, 'modLocked' | 'authorId' | 'playerId'>,
    Pick<Replay, 'players' | 'chatMessages' | 'facts'> {
  /** By id, of those ships in the roster whose name all posts show. */
  shipNames: Record<string, string> | null;
  /** Whether the file may be downloaded: an imported one, which never has version 0, only after it was accepted (rule 29.8). */
  isServed: boolean;
}

const byId = (
  matches: SQL,
) => sql`select ${replays.id}, ${replays.postId} as "postId", ${replays.fileName} as "fileName",
  ${replays.fileSize} as "fileSize", ${replays.players}, ${replays.chatMessages} as "chatMessages", ${replays.facts},
  ${replays.decoderVersion} as "decoderVersion", (select json_object_agg(ship.id, ship.name) from ${KNOWN_SHIPS} where ship.id in (
    select (member->>'shipParamsId')::bigint from jsonb_array_elements(${replays.players}) as member)) as "shipNames",
  ${replays.namedShip}::float8 as "namedShip", ${replays.shipName} as "shipName", ${posts.modLocked} as "modLocked",
  ${posts.authorId}::float8 as "authorId", ${posts.playerId}::float8 as "playerId", ${replays.sha256},
  ${replays.sha256} is not null and (${replays.facts} is not null or ${replays.decoderVersion} = 0) as "isServed",
  ${replays.minimapSha256} as "minimapSha256", ${replays.timelineSha256} as "timelineSha256",
  ${replays.thumbnailSha256} as "thumbnailSha256"
  from ${replays} join ${posts} on ${posts.id} = ${replays.postId} where ${replays.id} ${matches}`;
const REPLAY = buildStatement(byId(sql`= ${sql.placeholder('id')}`));
const loadReplays = createLoader<ReplayRow, string>(byId, ({ id }) => id, 'uuid');

/** A replay; null when it does not exist. */
export async function findReplay(db: Db, id: string): Promise<ReplayRow | null> {
  const [row] = await runStatement<ReplayRow>(db, REPLAY, { id });
  return row ?? null;
}

/** A replay, outside a transaction; null when it does not exist. Never change it. */
export const loadReplay = async (db: Reader, id: string): Promise<ReplayRow | null> =>
  (await loadReplays(db, [id]))[0] ?? null;

/** Replays per query of the list: fewer than of other lists, because each needs its post. */
export const REPLAY_PIECE = 500;

/** The next replays of posts that are listed for the viewer, oldest first. */
export function listReplays(db: Db, viewer: Viewer, after: StoredKey | null): Promise<StoredKey[]> {
  const statement = builtOnce(`all replays ${after === null} ${relationKey(viewer)}`, () => {
    const from = sql`${replays} join ${posts} on ${posts.id} = ${replays.postId}`;
    const list = { from, where: whereListed(viewer), limit: REPLAY_PIECE };
    return idsInOrder([replays.createdAt, replays.id], list, after);
  });
  return runStatement(db, statement, { viewer: viewer?.id, ...after });
}

/** The name that all posts show, else the name in the replay. */
const shipNameOf = ({ shipNames, namedShip, shipName }: ReplayRow, id: number): string | null =>
  shipNames?.[id] ?? (namedShip === id ? shipName : null);

/** The API's Replay. Its addresses are absolute, below `apiOrigin`. */
export function toReplay(row: ReplayRow, apiOrigin: string): Replay {
  const address = `${apiOrigin}/api/Replay/${row.id}`;
  return {
    id: row.id,
    postId: row.postId,
    downloadUri: row.isServed ? `${address}/file` : null,
    minimapUri: row.minimapSha256 !== null ? `${address}/minimap` : null,
    // Another version of the decoder is another address, so that caches do not keep what the former one found.
    timelineUri: row.timelineSha256 === null ? null : `${address}/timeline?v=${row.decoderVersion}`,
    facts: row.facts,
    players: row.players.map((player) => ({ ...player, shipName: shipNameOf(row, player.shipParamsId) })),
    chatMessages: row.chatMessages,
  };
}
