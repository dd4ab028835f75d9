/** Columns of a profile, and the wire's PlayerProfile. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { platformBans } from '#api/db/moderation-schema.ts';
import { clans, players } from '#api/db/schema.ts';
import { isoTime } from '#api/db/sql.ts';
import { canGiveNegativeKarma } from '#lib/domain/karma.ts';
import { canSeeOptedOut, type Viewer } from '#lib/domain/permissions.ts';
import type { ClanInfo, PlayerProfile } from '#lib/schemas/player.ts';

/**
 * Whether a platform ban of the selected player is in force at `now` (milliseconds since 1970). In plain SQL, because
 * drizzle omits table names in the columns of a query without joins.
 */
export function isBannedAt(now: number): SQL<boolean> {
  const at = new Date(now).toISOString();
  return sql`exists (select 1 from ${platformBans} as ban where ban.user_id = players.id
    and not ban.reverted and (ban.banned_until is null or ban.banned_until > ${at}))`.mapWith(Boolean);
}

/** A clan as shown next to a player's name. */
export const clanInfoColumns = {
  id: clans.id,
  tag: clans.tag,
  name: clans.name,
  leagueColor: clans.leagueColor,
};

const { createdAt: _createdAt, updatedAt: _updatedAt, ...columns } = getTableColumns(players);

/** Everything of a player that a profile needs, except the clan. */
export const profileColumns = (now: number) => ({ ...columns, postsBanned: isBannedAt(now) });

/** A player as read with `profileColumns`. */
export type StoredProfile = Omit<typeof players.$inferSelect, 'createdAt' | 'updatedAt'> & {
  postsBanned: boolean;
};

/**
 * A player's numbers as `viewer` may see them; null for what is hidden. The publisher hides both karmas from everyone
 * (rule 5.3), an opt-out hides site karma and ratings from everyone except the player and staff (rule 5.7).
 */
export function visibleNumbers(row: Omit<StoredProfile, 'postsBanned'>, viewer: Viewer) {
  const hidden = row.optedOut && !canSeeOptedOut(viewer, row.id);
  return {
    gameKarma: row.wgHidden ? null : row.gameKarma,
    siteKarma: hidden || row.wgHidden ? null : row.siteKarma,
    ratingPerformance: hidden ? null : row.ratingPerformance,
    ratingTeamplay: hidden ? null : row.ratingTeamplay,
    ratingCourtesy: hidden ? null : row.ratingCourtesy,
  };
}

/** The part of a stored player or clan that decides whether it is refreshed. `gone`: the account is deleted, or the clan disbanded. */
export interface StoredState {
  id: number;
  refreshedAt: Date | null;
  gone: boolean;
}

/** The player's part that decides whether it is refreshed. */
export const stateOf = (
  row: Pick<StoredProfile, 'id' | 'refreshedAt' | 'accountDeletedAt'>,
): StoredState => ({
  id: row.id,
  refreshedAt: row.refreshedAt,
  gone: row.accountDeletedAt !== null,
});

/**
 * The profile as `viewer` may see it, with null for what is hidden. `clanInfo` is null inside a clan's own member list;
 * `withClan` false omits the membership. Only the publisher's directory knows whether the profile is outdated.
 */
export function toProfile(
  row: StoredProfile,
  viewer: Viewer,
  clanInfo: ClanInfo | null,
  withClan = true,
): PlayerProfile {
  const membership = {
    clanInfo,
    clanMemberRole: row.clanMemberRole,
    joinedClanAt: isoTime(row.joinedClanAt),
  };
  return {
    id: row.id,
    username: row.username,
    clan: withClan && row.clanId !== null ? membership : null,
    ...visibleNumbers(row, viewer),
    wgHidden: row.wgHidden,
    optedOut: row.optedOut,
    wgAccountCreatedAt: isoTime(row.wgAccountCreatedAt),
    lastBattleTime: isoTime(row.lastBattleTime),
    optOutChanged: isoTime(row.optOutChanged),
    negativeKarmaAble: canGiveNegativeKarma(row),
    postsBanned: row.postsBanned,
    refreshedAt: isoTime(row.refreshedAt),
    outdated: false,
  };
}
