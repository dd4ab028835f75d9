/** Parts of queries that several resources share: a player's clan, and whether a ban is in force. */
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { clans, platformBans, players } from '#api/db/schema.ts';

/** Whether a platform ban of the account in `userId` is in force at `now` (milliseconds since 1970). */
export function isBannedAt(userId: AnyPgColumn, now: number): SQL<boolean> {
  const at = new Date(now).toISOString();
  return sql<boolean>`exists (select 1 from ${platformBans} where ${platformBans.userId} = ${userId}
    and not ${platformBans.reverted} and (${platformBans.bannedUntil} is null or ${platformBans.bannedUntil} > ${at}))`;
}

/** A clan as it stands beside a name. */
export const clanInfoColumns = {
  id: clans.id,
  tag: clans.tag,
  name: clans.name,
  leagueColor: clans.leagueColor,
};

/** Everything of a player that a profile needs, besides the clan. */
export const profileColumns = (now: number) => ({
  id: players.id,
  username: players.username,
  clanId: players.clanId,
  clanMemberRole: players.clanMemberRole,
  joinedClanAt: players.joinedClanAt,
  gameKarma: players.gameKarma,
  siteKarma: players.siteKarma,
  wgHidden: players.wgHidden,
  optedOut: players.optedOut,
  ratingPerformance: players.ratingPerformance,
  ratingTeamplay: players.ratingTeamplay,
  ratingCourtesy: players.ratingCourtesy,
  wgAccountCreatedAt: players.wgAccountCreatedAt,
  lastBattleTime: players.lastBattleTime,
  optOutChanged: players.optOutChanged,
  postsBanned: isBannedAt(players.id, now).mapWith(Boolean),
});

/** `text` as a LIKE pattern's literal part: the underscore of names is no wildcard. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
