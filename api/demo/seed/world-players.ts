/** Invented clans and players of one region. */

import { millisecondsInDay } from 'date-fns/constants';
import { subMilliseconds } from 'date-fns/subMilliseconds';
import type { clans, players, users } from '#api/db/schema.ts';
import { FIXED_ACCOUNTS } from '#api/demo/accounts.ts';
import type { Random } from '#api/demo/random.ts';
import { inventClan, inventClanDescription, inventUsername } from '#api/demo/seed/texts.ts';
import type { RegionId } from '#lib/regions.ts';
import { CLAN_RANKS } from '#lib/schemas/player.ts';

export type ClanRow = typeof clans.$inferInsert;
export type PlayerRow = typeof players.$inferInsert;
type UserRow = typeof users.$inferInsert;

const CLAN_COUNT = 60;
const CLAN_SIZE_MAX = 45;

/** First account id of a region's invented players. Those of the last region exceed 32 bits, as some real ones do. */
export const FIRST_ID: Readonly<Record<RegionId, number>> = {
  eu: 510_000_000,
  na: 1_010_000_000,
  cis: 10_000_000,
  sea: 7_010_000_000,
};

/** ARGB colours of the leagues; 0 is a clan without one. */
export const LEAGUE_COLORS = [0xffcda4ff, 0xffbee7bd, 0xffe3d6a0, 0xffcce4e4, 0xffcc9966, 0];

/** The moment `days` before `now`. */
export const ago = (now: number, days: number): Date =>
  subMilliseconds(now, Math.round(days * millisecondsInDay));

const refreshed = (at: Date) => ({ updatedAt: at, refreshedAt: at });

/** Sixty clans, one of them disbanded and one without a league. */
export function inventClans(random: Random, region: RegionId, now: number): ClanRow[] {
  const taken = new Set<string>();
  let id = FIRST_ID[region] - 9_000_000;
  return Array.from({ length: CLAN_COUNT }, (_, index) => {
    const { name, tag } = inventClan(random, taken);
    id += random.between(1, 90);
    return {
      id,
      tag,
      name,
      leagueColor: LEAGUE_COLORS[index % LEAGUE_COLORS.length] as number,
      description: inventClanDescription(random, name),
      isDisbanded: index === CLAN_COUNT - 1,
      createdAt: ago(now, random.between(200, 2800)),
      ...refreshed(ago(now, random.between(0, 30))),
      membersUpdatedAt: index === CLAN_COUNT - 2 ? null : ago(now, random.next() * 2),
    };
  });
}

/** The first member of a clan is its commander. Higher ranks are rarer. */
function inventRank(random: Random, isFirst: boolean): number {
  if (isFirst) return CLAN_RANKS.Commander;
  const roll = random.next();
  if (roll < 0.06) return CLAN_RANKS.ExecutiveOfficer;
  if (roll < 0.14) return CLAN_RANKS.Recruiter;
  if (roll < 0.28) return CLAN_RANKS.CommissionedOfficer;
  if (roll < 0.5) return CLAN_RANKS.Officer;
  return roll > 0.99 ? CLAN_RANKS.Unknown : CLAN_RANKS.Private;
}

/** A player's clan, if any; the first member is its commander. */
export interface InventedMembership {
  clan: ClanRow | undefined;
  isFirst: boolean;
}

/** Returns a function that draws a clan with room, or none. The last clans stay small or empty. */
function createClanDraw(random: Random, clanRows: readonly ClanRow[]): () => InventedMembership {
  const sizes = new Map<number, number>();
  return () => {
    if (random.chance(0.25)) return { clan: undefined, isFirst: false };
    const clan = clanRows[Math.floor(random.next() ** 1.4 * (clanRows.length - 1))];
    const size = clan ? (sizes.get(clan.id) ?? 0) : 0;
    if (!clan || size >= CLAN_SIZE_MAX) return { clan: undefined, isFirst: false };
    sizes.set(clan.id, size + 1);
    return { clan, isFirst: size === 0 };
  };
}

/** A player whose account the publisher returned within the last days. */
export function inventPlayer(
  random: Random,
  now: number,
  identity: { id: number; username: string },
  { clan, isFirst }: InventedMembership,
): PlayerRow {
  const createdDays = random.between(60, 3600);
  const optedOut = random.chance(0.02);
  return {
    ...identity,
    clanId: clan?.id ?? null,
    clanMemberRole: clan ? inventRank(random, isFirst) : CLAN_RANKS.Unknown,
    joinedClanAt: clan ? ago(now, random.between(1, Math.min(createdDays, 1500))) : null,
    gameKarma: Math.round(random.next() ** 3 * 420) - random.between(0, 24),
    siteKarma: 0,
    ratingPerformance: 0,
    ratingTeamplay: 0,
    ratingCourtesy: 0,
    wgHidden: random.chance(0.05),
    optedOut,
    optOutChanged: optedOut || random.chance(0.01) ? ago(now, random.between(1, 400)) : null,
    wgAccountCreatedAt: ago(now, createdDays),
    lastBattleTime: random.chance(0.03) ? null : ago(now, random.next() ** 3 * 300),
    createdAt: ago(now, Math.min(createdDays, 730)),
    ...refreshed(ago(now, random.next() * 3)),
  };
}

/** The fixed accounts and about two thousand others, with their clans. */
export function inventPlayers(
  random: Random,
  region: RegionId,
  now: number,
  clanRows: readonly ClanRow[],
  count: number,
): PlayerRow[] {
  const taken = new Set(FIXED_ACCOUNTS.map((account) => account.username.toLowerCase()));
  const draw = createClanDraw(random, clanRows);
  const fixed = FIXED_ACCOUNTS.map((account): PlayerRow => {
    const membership = draw();
    const clan = account.clanless ? undefined : (membership.clan ?? clanRows[0]);
    const isFirst = membership.clan === clan && membership.isFirst;
    return {
      ...inventPlayer(random, now, account, { clan, isFirst }),
      id: account.id,
      username: account.username,
      gameKarma: 40 + (account.id % 10) * 11,
      wgHidden: account.wgHidden ?? false,
      optedOut: account.optedOut ?? false,
      optOutChanged: account.optedOut ? ago(now, 90) : null,
      lastBattleTime: ago(now, 0.5),
    };
  });
  let id = FIRST_ID[region];
  const others = Array.from({ length: count }, () => {
    id += random.between(1, 4000);
    return inventPlayer(random, now, { id, username: inventUsername(random, taken) }, draw());
  });
  return [...fixed, ...others];
}

/** The fixed accounts' users with their roles. */
export function inventUsers(random: Random, now: number): UserRow[] {
  return FIXED_ACCOUNTS.map((account) => ({
    id: account.id,
    seed: random.guid(),
    roles: [...account.roles],
    createdAt: ago(now, 700),
  }));
}
