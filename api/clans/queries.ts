/** Reads of clans. */
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { clans, players } from '#api/db/schema.ts';
import { LIST_PIECE, likeLiteral } from '#api/db/sql.ts';
import { clanInfoColumns, profileColumns } from '#api/players/profile.ts';
import type { StoredState } from '#api/publisher/directory.ts';
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

/** Clans whose tag or name contains `text` in any letter case: equal tags first, then tags and names that start with it. */
export async function searchClans(db: Db, text: string, limit: number): Promise<ClanListing[]> {
  const lower = text.toLowerCase();
  const literal = likeLiteral(lower);
  const tag = sql`lower(${clans.tag})`;
  const name = sql`lower(${clans.name})`;
  return db
    .select(clanInfoColumns)
    .from(clans)
    .where(sql`${tag} like ${`%${literal}%`} or ${name} like ${`%${literal}%`}`)
    .orderBy(
      sql`(${tag} = ${lower}) desc`,
      sql`(${tag} like ${`${literal}%`}) desc`,
      sql`(${name} like ${`${literal}%`}) desc`,
      clans.tag,
      clans.id,
    )
    .limit(limit);
}

/** A clan as stored; null when it does not exist. */
export async function findClan(db: Db, id: number) {
  const [row] = await db.select().from(clans).where(eq(clans.id, id));
  return row ?? null;
}

/** What decides whether a stored clan is refreshed. */
export const clanStateOf = (clan: NonNullable<Awaited<ReturnType<typeof findClan>>>): StoredState => ({
  id: clan.id,
  refreshedAt: clan.refreshedAt,
  gone: clan.isDisbanded,
});

/** A clan's members by rank, Commander to Private and unknown ranks last, then by join date (rule 6.10). */
export async function findMembers(db: Db, clanId: number, now: number) {
  return db
    .select(profileColumns(now))
    .from(players)
    .where(eq(players.clanId, clanId))
    .orderBy(
      sql`case when ${players.clanMemberRole} between 1 and 6 then ${players.clanMemberRole} else 7 end`,
      sql`${players.joinedClanAt} nulls last`,
      players.id,
    );
}
