/** Reads of posts with their players, clans and replay state, and the wire's Post. */
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { clans, players, posts, replays } from '#api/db/schema.ts';
import { isoTime, type PageWindow } from '#api/db/sql.ts';
import { clanInfoColumns } from '#api/players/profile.ts';
import { canSeeTicketId, type Viewer } from '#lib/domain/permissions.ts';
import type { ClanInfo, PlayerListing } from '#lib/schemas/player.ts';
import type { Post } from '#lib/schemas/post.ts';
import { REPLAY_STATE, type Replay } from '#lib/schemas/replay.ts';

const columns = {
  id: posts.id,
  authorId: posts.authorId,
  playerId: posts.playerId,
  flairs: posts.flairs,
  title: posts.title,
  content: posts.content,
  ticketId: posts.ticketId,
  modLocked: posts.modLocked,
  readOnly: posts.readOnly,
  createdAt: posts.createdAt,
  updatedAt: posts.updatedAt,
  replayId: replays.id,
  replayState: replays.state,
};

/** `nulls last` as in the indexes, which PostgreSQL uses only for the same order. */
const NEWEST_FIRST = [sql`${posts.createdAt} desc nulls last`, sql`${posts.id} desc nulls last`];

const selectRows = (db: Db) =>
  db
    .select(columns)
    .from(posts)
    .leftJoin(replays, eq(replays.postId, posts.id))
    .orderBy(...NEWEST_FIRST)
    .$dynamic();

type StoredRow = Awaited<ReturnType<typeof selectRows>>[number];

/** A post with everything that a list shows of it. */
export interface PostRow extends Omit<StoredRow, 'authorId' | 'playerId'> {
  author: PlayerListing;
  authorClan: ClanInfo | null;
  player: PlayerListing;
  playerClan: ClanInfo | null;
  /** Whether the player it is about has opted out; decides who sees the post listed, never sent. */
  playerOptedOut: boolean;
}

/** Adds author and target. One query for all posts is cheaper to plan than joining players and clans twice. */
async function withParties(db: Db, rows: StoredRow[]): Promise<PostRow[]> {
  const ids = [...new Set(rows.flatMap(({ authorId, playerId }) => [authorId, playerId]))];
  const found = await db
    .select({
      id: players.id,
      username: players.username,
      optedOut: players.optedOut,
      clan: clanInfoColumns,
    })
    .from(players)
    .leftJoin(clans, eq(clans.id, players.clanId))
    .where(inArray(players.id, ids));
  const parties = new Map(found.map(({ clan, optedOut, ...party }) => [party.id, { party, clan, optedOut }]));
  return rows.flatMap(({ authorId, playerId, ...row }) => {
    const author = parties.get(authorId);
    const player = parties.get(playerId);
    // Foreign keys guarantee both; this is for the types.
    if (author === undefined || player === undefined) return [];
    return {
      ...row,
      author: author.party,
      authorClan: author.clan,
      player: player.party,
      playerClan: player.clan,
      playerOptedOut: player.optedOut,
    };
  });
}

/** The posts that match `where`, newest first; all of them, or one page. */
export async function readPosts(db: Db, where: SQL | undefined, page?: PageWindow): Promise<PostRow[]> {
  const query = selectRows(db).where(where);
  const rows = await (page === undefined ? query : query.limit(page.limit).offset(page.offset));
  return rows.length === 0 ? [] : withParties(db, rows);
}

/** A post, without any check of who may see it; null when it does not exist. */
export async function findPost(db: Db, id: string): Promise<PostRow | null> {
  const [row] = await readPosts(db, eq(posts.id, id));
  return row ?? null;
}

/** A stored post, locked until the transaction ends, so that changes to it take turns; null when it does not exist. */
export async function lockPost(db: Db, id: string): Promise<typeof posts.$inferSelect | null> {
  const [row] = await db.select().from(posts).where(eq(posts.id, id)).for('update');
  return row ?? null;
}

const replayStateOf = (state: number | null): Post['replayState'] =>
  state === REPLAY_STATE.processing || state === REPLAY_STATE.ready ? state : REPLAY_STATE.notReady;

/** The wire's Post. The ticket id is only for the author, mod, admin and wg (rule 17.3). Lists have no replay. */
export function toPost(row: PostRow, viewer: Viewer, replay: Replay | null = null): Post {
  return {
    id: row.id,
    player: { ...row.player, clan: row.playerClan },
    author: { ...row.author, clan: row.authorClan },
    flairs: row.flairs,
    title: row.title,
    content: row.content,
    modLocked: row.modLocked,
    readOnly: row.readOnly,
    replayId: row.replayId,
    replay,
    replayState: replayStateOf(row.replayState),
    createdAt: row.createdAt.toISOString(),
    updatedAt: isoTime(row.updatedAt),
    supportTicketStatus: {
      hasTicket: row.ticketId !== null,
      ticketId: canSeeTicketId(viewer, row) ? row.ticketId : null,
    },
  };
}
