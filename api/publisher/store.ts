/** Writes the publisher's data about players and clans. */
import { and, eq, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { clans, players } from '#api/db/schema.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';
import { withoutErased } from '#api/model/players/erasures.ts';
import { type StoredState, stateOf } from '#api/model/players/profile.ts';
import type { Account, ClanDetails, ClanSummary, Member, Membership } from '#api/publisher/types.ts';

/** The value of the row that could not be inserted, because one with its key exists. */
const excluded = (column: string) => sql.raw(`excluded.${column}`);

/** The new value, or the stored one where the publisher sends none: a hidden profile keeps what was known. */
const orStored = (column: string) => sql.raw(`coalesce(excluded.${column}, players.${column})`);

/**
 * Locks stored players in the order of their ids until the transaction ends. Two look-ups that write the same players in
 * another order could wait for each other; one that also writes a clan writes it first.
 */
export async function lockPlayers(db: Db, where: SQL | undefined): Promise<void> {
  await db.select({ id: players.id }).from(players).where(where).orderBy(players.id).for('no key update');
}

/** Stores accounts, new ones too, but none that was erased. Needs a transaction. */
export async function saveAccounts(db: Db, found: readonly Account[], now: number): Promise<void> {
  const accounts = await withoutErased(db, found);
  if (accounts.length === 0) return;
  const at = new Date(now);
  const rows = accounts.map(({ hidden, createdAt, ...account }) => ({
    ...account,
    wgHidden: hidden,
    wgAccountCreatedAt: createdAt,
    refreshedAt: at,
    createdAt: at,
    updatedAt: at,
  }));
  await db
    .insert(players)
    // In order, so that two writes of the same rows cannot wait for each other.
    .values(rows.sort((a, b) => a.id - b.id))
    .onConflictDoUpdate({
      target: players.id,
      set: {
        username: excluded('username'),
        gameKarma: orStored('game_karma'),
        wgHidden: excluded('wg_hidden'),
        wgAccountCreatedAt: orStored('wg_account_created_at'),
        lastBattleTime: orStored('last_battle_time'),
        refreshedAt: at,
        accountDeletedAt: null,
        updatedAt: at,
      },
    });
}

/** Marks stored players whose accounts no longer exist. Posts, karma and name stay. */
export async function markDeleted(db: Db, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return;
  const at = new Date(now);
  await db
    .update(players)
    .set({
      refreshedAt: at,
      accountDeletedAt: sql`coalesce(${players.accountDeletedAt}, ${at.toISOString()})`,
    })
    .where(inArray(players.id, [...ids]));
}

/** Stores a clan's tag, name and colour; everything else stays until the clan itself is looked up. */
async function saveClanSummary(db: Db, { leagueColor, ...clan }: ClanSummary, now: number): Promise<void> {
  const names = { tag: clan.tag, name: clan.name, ...(leagueColor !== null && { leagueColor }) };
  await db
    .insert(clans)
    .values({ id: clan.id, ...names, updatedAt: new Date(now) })
    .onConflictDoUpdate({ target: clans.id, set: names });
}

/** Stores a player with the membership, or that there is none. Needs a transaction. */
export async function savePlayer(
  db: Db,
  account: Account,
  membership: Membership | null,
  now: number,
): Promise<void> {
  if (membership !== null) await saveClanSummary(db, membership.clan, now);
  await saveAccounts(db, [account], now);
  await db
    .update(players)
    .set({
      clanId: membership?.clan.id ?? null,
      clanMemberRole: membership?.role ?? 0,
      joinedClanAt: membership?.joinedAt ?? null,
    })
    .where(eq(players.id, account.id));
}

/** Whether only a clan's tag and name are stored. */
export async function isSummaryOnly(db: Db, clanId: number): Promise<boolean> {
  return (await db.$count(clans, and(eq(clans.id, clanId), isNull(clans.refreshedAt)))) > 0;
}

const STATE =
  buildStatement(sql`select id::float8 as id, refreshed_at as "refreshedAt", account_deleted_at is not null as "isGone"
  from ${players} where id = ${sql.placeholder('id')}`);

/** When the publisher last returned a player; null for a player who is not stored. */
export async function findPlayerState(db: Db, id: number): Promise<StoredState | null> {
  const [row] = await runStatement<Parameters<typeof stateOf>[0]>(db, STATE, { id });
  return row === undefined ? null : stateOf(row);
}

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
  const rows = members.map(({ role, joinedAt, ...member }) => ({
    ...member,
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
        username: excluded('username'),
        clanId: excluded('clan_id'),
        clanMemberRole: excluded('clan_member_role'),
        joinedClanAt: JOINED,
      },
    });
}

/**
 * Stores a clan, and its members when the list is known: new members without karma and dates, and no former members.
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
