/** Reads of clans. */
import { sql } from 'drizzle-orm';
import type { Db, Reader } from '#api/db/database.ts';
import { createLoader } from '#api/db/loader.ts';
import { clans, players } from '#api/db/schema.ts';
import { isoTimeOfText, LIST_PIECE, likeLiteral } from '#api/db/sql.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';
import {
  clanInfoColumns,
  profileColumns,
  type StoredProfile,
  type StoredState,
} from '#api/model/players/profile.ts';
import type { Clan, ClanListing } from '#lib/schemas/clan.ts';

const LIMIT = sql.placeholder('limit');
const LISTED = buildStatement(sql`select ${clanInfoColumns} from ${clans}
  where (tag, clans.id) > (${sql.placeholder('tag')}, ${sql.placeholder('id')}::bigint) order by tag, clans.id limit ${LIMIT}`);

/** The next clans, by tag. */
export const listClans = (db: Db, after: ClanListing | null): Promise<ClanListing[]> =>
  runStatement(db, LISTED, { tag: after?.tag ?? '', id: after?.id ?? 0, limit: LIST_PIECE });

const START = sql.placeholder('start');
const PART = sql.placeholder('part');
const startsWith = sql`(lower(tag) like ${START} or lower(name) like ${START})`;
const contains = sql`(lower(tag) like ${PART} or lower(name) like ${PART})`;
const STARTING = buildStatement(sql`select ${clanInfoColumns} from ${clans} where ${startsWith}
  order by (lower(tag) = ${sql.placeholder('lower')}) desc, (lower(name) = ${sql.placeholder('lower')}) desc,
    (lower(tag) like ${START}) desc, (lower(name) like ${START}) desc, tag, clans.id limit ${LIMIT}`);
const CONTAINING = buildStatement(sql`select ${clanInfoColumns} from ${clans}
  where ${contains} and not ${startsWith} order by tag, clans.id limit ${LIMIT}`);

/**
 * Clans whose tag or name contains `text` in any letter case: equal tags first, then equal names, then tags and names that
 * start with it. Two statements, because few texts need the second one.
 */
export async function searchClans(db: Db, text: string, limit: number): Promise<ClanListing[]> {
  const lower = text.toLowerCase();
  const literal = likeLiteral(lower);
  const values = { lower, start: `${literal}%`, part: `%${literal}%` };
  const first = await runStatement<ClanListing>(db, STARTING, { ...values, limit });
  if (first.length === limit) return first;
  const others = await runStatement<ClanListing>(db, CONTAINING, { ...values, limit: limit - first.length });
  return [...first, ...others];
}

/** A clan as stored, times in ISO 8601. */
export type StoredClan = Omit<Clan, 'members' | 'outdated'>;

const loadClans = createLoader<StoredClan>(
  (matches) => sql`select ${clanInfoColumns}, description, is_disbanded as "isDisbanded",
  created_at as "createdAt", updated_at as "updatedAt", members_updated_at as "membersUpdatedAt", refreshed_at as "refreshedAt"
  from ${clans} where id ${matches}`,
  ({ id }) => id,
);

/** A clan; null when it does not exist. */
export async function findClan(db: Reader, id: number): Promise<StoredClan | null> {
  const [row] = await loadClans(db, [id]);
  if (row === undefined) return null;
  const clan = { ...row };
  for (const time of ['createdAt', 'updatedAt', 'membersUpdatedAt', 'refreshedAt'] as const)
    clan[time] = isoTimeOfText(row[time]);
  return clan;
}

/** The clan's part that decides whether it is refreshed. */
export const clanStateOf = ({ id, refreshedAt, isDisbanded }: StoredClan): StoredState => ({
  id,
  refreshedAt: refreshedAt === null ? null : new Date(refreshedAt),
  gone: isDisbanded,
});

const loadMembers = createLoader<StoredProfile & { clanId: number }>(
  (matches) => sql`select ${profileColumns}, clan_id::float8 as "clanId"
  from ${players} where clan_id ${matches}
  order by case when clan_member_role between 1 and 6 then clan_member_role else 7 end, joined_clan_at nulls last, players.id`,
  ({ clanId }) => clanId,
);

/** A clan's members by rank, Commander to Private and unknown ranks last, then by join date (rule 6.10). */
export const findMembers = (db: Reader, clan: number): Promise<StoredProfile[]> => loadMembers(db, [clan]);
