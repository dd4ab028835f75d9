/** Reads of players. */
import { eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { clans, players } from '#api/db/schema.ts';
import { LIST_PIECE, likeLiteral } from '#api/db/sql.ts';
import { clanInfoColumns } from '#api/model/players/profile.ts';
import type { PlayerListing } from '#lib/schemas/player.ts';

const listing = { id: players.id, username: players.username };

/** The next players, by id. */
export async function listPlayers(db: Db, after: PlayerListing | null): Promise<PlayerListing[]> {
  return db
    .select(listing)
    .from(players)
    .where(after === null ? undefined : gt(players.id, after.id))
    .orderBy(players.id)
    .limit(LIST_PIECE);
}

/** A player's id and name; null when the player does not exist. */
export async function findPlayer(db: Db, id: number): Promise<PlayerListing | null> {
  const [row] = await db.select(listing).from(players).where(eq(players.id, id));
  return row ?? null;
}

/**
 * Players whose name contains `text` in any letter case: names that start with it, then others, both in the order of the
 * names' characters. So an equal name is the first. Two statements, because few texts need the second one.
 */
export async function searchPlayers(db: Db, text: string, limit: number): Promise<PlayerListing[]> {
  const literal = likeLiteral(text.toLowerCase());
  const name = sql`lower(${players.username})`;
  const startsWith = sql`${name} like ${`${literal}%`}`;
  const find = (where: SQL, count: number) =>
    db.select(listing).from(players).where(where).orderBy(sql`${name} using ~<~`, players.id).limit(count);
  const first = await find(startsWith, limit);
  if (first.length === limit) return first;
  const contains = sql`${name} like ${`%${literal}%`}`;
  return [...first, ...(await find(sql`${contains} and not (${startsWith})`, limit - first.length))];
}

/** Several players by id, each with its clan. */
export async function findPlayersWithClans(db: Db, ids: readonly number[]) {
  return db
    .select({ player: players, clan: clanInfoColumns })
    .from(players)
    .leftJoin(clans, eq(clans.id, players.clanId))
    .where(inArray(players.id, [...ids]));
}

/** Several players by id. */
export async function findPlayers(db: Db, ids: readonly number[]) {
  return db
    .select()
    .from(players)
    .where(inArray(players.id, [...ids]))
    .orderBy(players.id);
}
