/** What is read of a post: itself, its replay's state, and both players with their clans. */
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { clans, players, posts, replays } from '#api/db/schema.ts';
import { clanInfoColumns } from '#api/players/columns.ts';
import type { ClanInfo, PlayerListing } from '#lib/schemas/player.ts';

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

/** Newest first, with nulls where the indexes have them: written otherwise, they would not be used. */
const NEWEST_FIRST = [sql`${posts.createdAt} desc nulls last`, sql`${posts.id} desc nulls last`];

const selectRows = (db: Db) =>
  db
    .select(columns)
    .from(posts)
    .leftJoin(replays, eq(replays.postId, posts.id))
    .orderBy(...NEWEST_FIRST)
    .$dynamic();

type StoredRow = Awaited<ReturnType<typeof selectRows>>[number];

/** A post with everything that the wire shows of it in a list. */
export interface PostRow extends Omit<StoredRow, 'authorId' | 'playerId'> {
  author: PlayerListing;
  authorClan: ClanInfo | null;
  player: PlayerListing;
  playerClan: ClanInfo | null;
  /** Decides with others who sees the post listed; never sent. */
  playerOptedOut: boolean;
}

/** Author and target of many posts at once: cheaper to plan than joining players and clans twice. */
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
    // Both always exist: the database holds posts to their players.
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

/** The posts that meet `where`, newest first; all of them, or one page. */
export async function readPosts(
  db: Db,
  where: SQL | undefined,
  page?: { limit: number; offset: number },
): Promise<PostRow[]> {
  const query = selectRows(db).where(where);
  const rows = await (page === undefined ? query : query.limit(page.limit).offset(page.offset));
  return rows.length === 0 ? [] : withParties(db, rows);
}
