/** Reads of clans. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { clans, players } from '#api/db/schema.ts';
import { LIST_PIECE, likeLiteral } from '#api/db/sql.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';
import {
  clanInfoColumns,
  profileColumns,
  type StoredProfile,
  type StoredState,
} from '#api/model/players/profile.ts';
import type { ClanListing } from '#lib/schemas/clan.ts';

/** The next clans, by tag. */
export async function listClans(db: Db, after: ClanListing | null): Promise<ClanListing[]> {
  return db
    .select(clanInfoColumns)
    .from(clans)
    .where(
      after === null ? undefined : sql`(${clans.tag}, ${clans.id}) > (${after.tag}, ${after.id}::bigint)`,
    )
    .orderBy(clans.tag, clans.id)
    .limit(LIST_PIECE);
}

/**
 * Clans whose tag or name contains `text` in any letter case: equal tags first, then equal names, then tags and names that
 * start with it. Two statements, because few texts need the second one.
 */
export async function searchClans(db: Db, text: string, limit: number): Promise<ClanListing[]> {
  const lower = text.toLowerCase();
  const literal = likeLiteral(lower);
  const tag = sql`lower(${clans.tag})`;
  const name = sql`lower(${clans.name})`;
  const either = (pattern: string): SQL => sql`(${tag} like ${pattern} or ${name} like ${pattern})`;
  const startsWith = either(`${literal}%`);
  const find = (where: SQL, ranks: readonly SQL[], count: number) =>
    db
      .select(clanInfoColumns)
      .from(clans)
      .where(where)
      .orderBy(...ranks, clans.tag, clans.id)
      .limit(count);
  const ranks = [
    sql`(${tag} = ${lower}) desc`,
    sql`(${name} = ${lower}) desc`,
    sql`(${tag} like ${`${literal}%`}) desc`,
    sql`(${name} like ${`${literal}%`}) desc`,
  ];
  const first = await find(startsWith, ranks, limit);
  if (first.length === limit) return first;
  const others = sql`${either(`%${literal}%`)} and not ${startsWith}`;
  return [...first, ...(await find(others, [], limit - first.length))];
}

/** A clan as stored; null when it does not exist. */
export async function findClan(db: Db, id: number) {
  const [row] = await db.select().from(clans).where(eq(clans.id, id));
  return row ?? null;
}

/** The clan's part that decides whether it is refreshed. */
export const clanStateOf = (clan: NonNullable<Awaited<ReturnType<typeof findClan>>>): StoredState => ({
  id: clan.id,
  refreshedAt: clan.refreshedAt,
  gone: clan.isDisbanded,
});

const MEMBERS =
  buildStatement(sql`select ${profileColumns} from ${players} where clan_id = ${sql.placeholder('clan')}
  order by case when clan_member_role between 1 and 6 then clan_member_role else 7 end, joined_clan_at nulls last, players.id`);

/**
 * A clan's members by rank, Commander to Private and unknown ranks last, then by join date (rule 6.10). `now` decides whether a
 * ban is in force.
 */
export const findMembers = (db: Db, clan: number, now: number): Promise<StoredProfile[]> =>
  runStatement(db, MEMBERS, { clan, now: new Date(now).toISOString() });
