/** Reads of replays. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { posts, replays } from '#api/db/schema.ts';
import { isLaterThan, type ListKey } from '#api/db/sql.ts';
import { whereListed } from '#api/posts/visibility.ts';
import type { Viewer } from '#lib/domain/permissions.ts';
import type { Replay } from '#lib/schemas/replay.ts';

const columns = {
  id: replays.id,
  postId: replays.postId,
  fileName: replays.fileName,
  fileSize: replays.fileSize,
  players: replays.players,
  chatMessages: replays.chatMessages,
  modLocked: posts.modLocked,
  authorId: posts.authorId,
  sha256: replays.sha256,
  minimapSha256: replays.minimapSha256,
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

/** The API's Replay. Its addresses are absolute, below `apiOrigin`. */
export function toReplay(row: ReplayRow, apiOrigin: string): Replay {
  const address = `${apiOrigin}/api/Replay/${row.id}`;
  return {
    id: row.id,
    postId: row.postId,
    downloadUri: row.sha256 === null ? null : `${address}/file`,
    minimapUri: row.minimapSha256 !== null ? `${address}/minimap` : null,
    players: row.players as Replay['players'],
    chatMessages: row.chatMessages as Replay['chatMessages'],
  };
}
