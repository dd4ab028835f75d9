/** Reads of players. */
import { eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { LIST_PIECE } from '#api/db/keyset.ts';
import { clans, players } from '#api/db/schema.ts';
import { clanInfoColumns, likeLiteral, profileColumns } from '#api/players/columns.ts';
import type { ClanInfo, PlayerListing } from '#lib/schemas/player.ts';

/** The next players, by id. */
export async function listPlayers(db: Db, after: PlayerListing | null): Promise<PlayerListing[]> {
  return db
    .select({ id: players.id, username: players.username })
    .from(players)
    .where(after === null ? undefined : gt(players.id, after.id))
    .orderBy(players.id)
    .limit(LIST_PIECE);
}

/** A player's id and name; null when there is no such player. */
export async function findPlayer(db: Db, id: number): Promise<PlayerListing | null> {
  const [row] = await db
    .select({ id: players.id, username: players.username })
    .from(players)
    .where(eq(players.id, id));
  return row ?? null;
}

/** Players whose name contains `text` in any letter case: those that begin with it first, short names before long. */
export async function searchPlayers(db: Db, text: string, limit: number): Promise<PlayerListing[]> {
  const literal = likeLiteral(text.toLowerCase());
  const name = sql`lower(${players.username})`;
  return db
    .select({ id: players.id, username: players.username })
    .from(players)
    .where(sql`${name} like ${`%${literal}%`}`)
    .orderBy(sql`(${name} like ${`${literal}%`}) desc`, sql`length(${players.username})`, name)
    .limit(limit);
}

/** A player as stored, with or without the clan. */
export type ProfileRow = Awaited<ReturnType<typeof findProfile>>;

/** Everything a profile shows; null when there is no such player. `now` decides whether a ban is in force. */
export async function findProfile(db: Db, id: number, now: number) {
  const [row] = await db
    .select({ ...profileColumns(now), clan: clanInfoColumns })
    .from(players)
    .leftJoin(clans, eq(clans.id, players.clanId))
    .where(eq(players.id, id));
  return row ?? null;
}

/** Metrics of several players, with what decides who may see them. */
export async function findKarmas(db: Db, ids: readonly number[]) {
  return db
    .select({
      id: players.id,
      gameKarma: players.gameKarma,
      siteKarma: players.siteKarma,
      ratingPerformance: players.ratingPerformance,
      ratingTeamplay: players.ratingTeamplay,
      ratingCourtesy: players.ratingCourtesy,
      wgHidden: players.wgHidden,
      optedOut: players.optedOut,
    })
    .from(players)
    .where(inArray(players.id, [...ids]))
    .orderBy(players.id);
}

/** A clan beside a name. */
export type ClanColumns = ClanInfo;
