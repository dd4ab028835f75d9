/** Reads of replays. */
import { and, asc, eq, or } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { posts, replays } from '#api/db/schema.ts';
import { isStaff, type Viewer } from '#lib/domain/permissions.ts';
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

/** A replay with what decides who may see it; null when there is none. */
export async function findReplay(db: Db, id: string) {
  const [row] = await db
    .select(columns)
    .from(replays)
    .innerJoin(posts, eq(posts.id, replays.postId))
    .where(eq(replays.id, id));
  return row ?? null;
}

/** A replay as read here. */
export type ReplayRow = NonNullable<Awaited<ReturnType<typeof findReplay>>>;

/** Ids of the replays of posts that the viewer may see, oldest first. */
export async function listReplayIds(db: Db, viewer: Viewer): Promise<string[]> {
  const unlocked = eq(posts.modLocked, false);
  const own = viewer === null ? undefined : eq(posts.authorId, viewer.id);
  const rows = await db
    .select({ id: replays.id })
    .from(replays)
    .innerJoin(posts, eq(posts.id, replays.postId))
    .where(isStaff(viewer) ? undefined : and(or(unlocked, own)))
    .orderBy(asc(replays.createdAt), asc(replays.id));
  return rows.map((row) => row.id);
}

/** The wire's Replay; its addresses are absolute, below `apiOrigin`. */
export function toReplay(row: ReplayRow, apiOrigin: string): Replay {
  const address = `${apiOrigin}/api/Replay/${row.id}`;
  return {
    id: row.id,
    postId: row.postId,
    downloadUri: `${address}/file`,
    minimapUri: row.minimapSha256 !== null ? `${address}/minimap` : null,
    players: row.players as Replay['players'],
    chatMessages: row.chatMessages as Replay['chatMessages'],
  };
}
