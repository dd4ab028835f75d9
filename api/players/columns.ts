/** Parts of queries that several resources share: a player's clan, and whether a ban is in force. */
import { type SQL, sql } from 'drizzle-orm';
import { clans, players } from '#api/db/schema.ts';

/**
 * Whether a platform ban of the selected player is in force at `now` (milliseconds since 1970). Written out, because
 * drizzle leaves table names away in the columns of a query without joins.
 */
export function isBannedAt(now: number): SQL<boolean> {
  const at = new Date(now).toISOString();
  return sql`exists (select 1 from platform_bans as ban where ban.user_id = players.id
    and not ban.reverted and (ban.banned_until is null or ban.banned_until > ${at}))`.mapWith(Boolean);
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
  postsBanned: isBannedAt(now),
});

/** `text` as a LIKE pattern's literal part: the underscore of names is no wildcard. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
