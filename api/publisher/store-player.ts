/** Writes the publisher's data about players. */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { clans, players } from '#api/db/schema.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';
import { withoutErased } from '#api/model/players/erasures.ts';
import { type StoredState, stateOf } from '#api/model/players/profile.ts';
import type { Account, ClanSummary, Membership } from '#api/publisher/types.ts';

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
  const rows = accounts.map((account) => ({
    id: account.id,
    username: account.username,
    gameKarma: account.gameKarma,
    wgHidden: account.hidden,
    wgAccountCreatedAt: account.createdAt,
    lastBattleTime: account.lastBattleTime,
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
