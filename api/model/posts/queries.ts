/** Reads of posts with their players, clans and replay state, and the wire's Post. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#api/db/database.ts';
import { replays } from '#api/db/replay-schema.ts';
import { clans, players, posts } from '#api/db/schema.ts';
import { isoTime, newestFirst } from '#api/db/sql.ts';
import { shipNameOn } from '#api/model/ships.ts';
import { canSeeTicketId, type Viewer } from '#lib/domain/permissions.ts';
import type { ClanInfo, PlayerListing } from '#lib/schemas/player.ts';
import type { Post } from '#lib/schemas/post.ts';
import { type Battle, REPLAY_STATE, type Replay } from '#lib/schemas/replay.ts';

/** Name, and the clan's id, tag, name and colour. */
type Party = readonly [string, number | null, string | null, string | null, number | null];

/** A player with the clan, as one column. Subqueries are cheaper to plan than joins of players and clans, twice. */
const partyOf = (id: PgColumn) => sql<Party>`(
  select json_build_array(party.username, clan.id, clan.tag, clan.name, clan.league_color)
  from ${players} as party left join ${clans} as clan on clan.id = party.clan_id where party.id = ${id})`;

/** The battle of a replay. */
const battleColumns = {
  hasFacts: sql<boolean>`${replays.facts} is not null`,
  map: replays.map,
  playedAt: replays.playedAt,
  authorShip: replays.authorShip,
  authorShipName: shipNameOn(replays.authorShip),
  playerShip: replays.playerShip,
  playerShipName: shipNameOn(replays.playerShip),
};

const columns = {
  id: posts.id,
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
  /** Whether the player it is about has opted out; decides who sees the post listed, never sent. */
  playerOptedOut: posts.subjectHidden,
};
const parties = {
  authorId: posts.authorId,
  author: partyOf(posts.authorId),
  playerId: posts.playerId,
  player: partyOf(posts.playerId),
};

const selectRows = (db: Db) =>
  db
    .select({ ...columns, ...parties, ...battleColumns })
    .from(posts)
    .leftJoin(replays, eq(replays.postId, posts.id));

type StoredRow = Awaited<ReturnType<typeof selectRows>>[number];

/** A post with everything that a list shows of it. */
export interface PostRow extends Omit<StoredRow, keyof typeof parties | keyof typeof battleColumns> {
  author: PlayerListing;
  authorClan: ClanInfo | null;
  player: PlayerListing;
  playerClan: ClanInfo | null;
  /** The battle of its replay; null before the facts are known. */
  battle: Battle | null;
}

function clanOf([, id, tag, name, leagueColor]: Party): ClanInfo | null {
  if (id === null || tag === null || name === null || leagueColor === null) return null;
  return { id, tag, name, leagueColor };
}

const shipOf = (shipParamsId: number | null, shipName: string | null): Battle['author'] =>
  shipParamsId === null ? null : { shipParamsId, shipName };

function toRow({ authorId, author, playerId, player, ...stored }: StoredRow): PostRow {
  const { hasFacts, map, playedAt, authorShip, authorShipName, playerShip, playerShipName, ...row } = stored;
  const battle: Battle = {
    map,
    playedAt,
    author: shipOf(authorShip, authorShipName),
    player: shipOf(playerShip, playerShipName),
  };
  return {
    ...row,
    battle: hasFacts ? battle : null,
    author: { id: authorId, username: author[0] },
    authorClan: clanOf(author),
    player: { id: playerId, username: player[0] },
    playerClan: clanOf(player),
  };
}

/** The posts that match `where`, newest first. */
export async function readPosts(db: Db, where: SQL): Promise<PostRow[]> {
  const rows = await selectRows(db)
    .where(where)
    .orderBy(...newestFirst(posts.createdAt, posts.id));
  return rows.map(toRow);
}

/** Builds the query of the posts whose ids the query `ids` returns, newest first, and of the value of `total` with them. */
export const buildPostPage = (db: Db, ids: SQL, total: SQL) =>
  db
    .select({ ...columns, ...parties, ...battleColumns, total: sql`${total}`.mapWith(Number) })
    .from(sql`(${ids}) as page`)
    .innerJoin(posts, sql`${posts.id} = page.id`)
    .leftJoin(replays, eq(replays.postId, posts.id))
    .orderBy(...newestFirst(posts.createdAt, posts.id))
    .prepare('post page');

/** A built query, which can be run often. */
export type PostPageQuery = ReturnType<typeof buildPostPage>;

/** Runs a query that `buildPostPage` has built; null without posts. */
export async function readPostPage(query: PostPageQuery): Promise<{ rows: PostRow[]; total: number } | null> {
  const rows = await query.execute();
  const [first] = rows;
  if (first === undefined) return null;
  return { rows: rows.map(({ total: _, ...row }) => toRow(row)), total: first.total };
}

/** A post, without any check of who may see it; null when it does not exist. */
export async function findPost(db: Db, id: string): Promise<PostRow | null> {
  const [row] = await readPosts(db, eq(posts.id, id));
  return row ?? null;
}

/**
 * A stored post, locked until the transaction ends, so that changes to it take turns; null when it does not exist. The player
 * it is about is locked first, because an opt-out changes the player before the posts.
 */
export async function lockPost(db: Db, id: string): Promise<typeof posts.$inferSelect | null> {
  const subject = db.select({ id: posts.playerId }).from(posts).where(eq(posts.id, id));
  await db.select({ id: players.id }).from(players).where(eq(players.id, subject)).for('no key update');
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
    ...(row.replayId === null ? {} : { battle: row.battle }),
    replayState: replayStateOf(row.replayState),
    createdAt: row.createdAt.toISOString(),
    updatedAt: isoTime(row.updatedAt),
    supportTicketStatus: {
      hasTicket: row.ticketId !== null,
      ticketId: canSeeTicketId(viewer, row) ? row.ticketId : null,
    },
  };
}
