/** Reads of clans. */
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { LIST_PIECE } from '#api/db/keyset.ts';
import { clans, players } from '#api/db/schema.ts';
import { clanInfoColumns, likeLiteral, profileColumns } from '#api/players/columns.ts';
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

/** Clans whose tag or name contains `text` in any letter case: the same tag first, then tags, then names that begin so. */
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

/** A clan as stored; null when there is none. */
export async function findClan(db: Db, id: number) {
  const [row] = await db.select().from(clans).where(eq(clans.id, id));
  return row ?? null;
}

/** Rule 6.10: members by rank, Commander to Private and unknown ones last, then by date of joining. */
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
