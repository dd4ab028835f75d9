/** Writes the publisher's data about clans and their members. */
import { and, eq, inArray, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { clans, players } from '#api/db/schema.ts';
import { withoutErased } from '#api/model/players/erasures.ts';
import { lockPlayers } from '#api/publisher/store-player.ts';
import type { ClanDetails, Member } from '#api/publisher/types.ts';

const NO_CLAN = { clanId: null, clanMemberRole: 0, joinedClanAt: null };

/**
 * The date of joining. The site's list counts whole days, so a stored date of about the same day is kept: it may be exact,
 * and it does not move from day to day.
 */
const JOINED = sql`case when players.clan_id = excluded.clan_id
  and abs(extract(epoch from players.joined_clan_at - excluded.joined_clan_at)) < 172800
  then players.joined_clan_at else excluded.joined_clan_at end`;

async function saveMembers(db: Db, clanId: number, listed: readonly Member[], at: Date): Promise<void> {
  const byId = new Map((await withoutErased(db, listed)).map((member) => [member.id, member]));
  const members = [...byId.values()].sort((a, b) => a.id - b.id);
  const ids = members.map(({ id }) => id);
  await lockPlayers(db, or(eq(players.clanId, clanId), inArray(players.id, ids)));
  await db
    .update(players)
    .set(NO_CLAN)
    .where(and(eq(players.clanId, clanId), notInArray(players.id, ids)));
  const rows = members.map(({ id, username, role, joinedAt }) => ({
    id,
    username,
    clanId,
    clanMemberRole: role,
    joinedClanAt: joinedAt,
    createdAt: at,
    updatedAt: at,
  }));
  if (rows.length === 0) return;
  await db
    .insert(players)
    // Ordered by id, so that two writes of the same rows cannot wait for each other.
    .values(rows)
    .onConflictDoUpdate({
      target: players.id,
      set: {
        username: sql`excluded.username`,
        clanId: sql`excluded.clan_id`,
        clanMemberRole: sql`excluded.clan_member_role`,
        joinedClanAt: JOINED,
      },
    });
}

/**
 * Stores a clan, and its members when the list is known: new ones without karma and dates, and none of those that left.
 * False for a disbanded clan without a name that is not stored. Needs a transaction.
 */
export async function saveClan(db: Db, clan: ClanDetails, now: number): Promise<boolean> {
  const at = new Date(now);
  const { id, tag, name, leagueColor, description, isDisbanded, createdAt, members } = clan;
  const changes = {
    isDisbanded,
    updatedAt: at,
    refreshedAt: at,
    ...(members !== null && { membersUpdatedAt: at }),
    ...(leagueColor !== null && { leagueColor }),
    ...(createdAt !== null && { createdAt }),
    // The description of a disbanded clan is lost like its name.
    ...(tag !== null && name !== null && { tag, name, description }),
  };
  const updated = await db.update(clans).set(changes).where(eq(clans.id, id)).returning({ id: clans.id });
  if (updated.length === 0) {
    if (tag === null || name === null) return false;
    const row = { id, tag, name, ...changes };
    await db.insert(clans).values(row).onConflictDoUpdate({ target: clans.id, set: changes });
  }
  if (members !== null) await saveMembers(db, id, members, at);
  return true;
}

/** Marks a stored clan as disbanded because the publisher no longer knows it; false when it is not stored. */
export async function markDisbanded(db: Db, id: number, now: number): Promise<boolean> {
  const at = new Date(now);
  const updated = await db
    .update(clans)
    .set({ isDisbanded: true, refreshedAt: at, updatedAt: at })
    .where(eq(clans.id, id))
    .returning({ id: clans.id });
  return updated.length > 0;
}
