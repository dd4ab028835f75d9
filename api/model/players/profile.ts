/** Columns of a profile, and the wire's PlayerProfile. */
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { platformBans } from '#api/db/moderation-schema.ts';
import type { players } from '#api/db/schema.ts';
import { isoTimeOfText } from '#api/db/sql.ts';
import { canGiveNegativeKarma } from '#lib/domain/karma.ts';
import { canSeeOptedOut, type Viewer } from '#lib/domain/permissions.ts';
import type { ClanInfo, PlayerProfile } from '#lib/schemas/player.ts';

/**
 * Whether a platform ban of the selected player is in force at `now` (milliseconds since 1970, or a placeholder for the time
 * in ISO 8601). In plain SQL, because drizzle omits table names in the columns of a query without joins.
 */
export function isBannedAt(now: number | Placeholder): SQL<boolean> {
  const at = typeof now === 'number' ? new Date(now).toISOString() : now;
  return sql`exists (select 1 from ${platformBans} as ban where ban.user_id = players.id
    and not ban.reverted and (ban.banned_until is null or ban.banned_until > ${at}))`.mapWith(Boolean);
}

/** Expression: the clan as JSON, as shown next to a player's name. */
export const clanInfoJson: SQL = sql`json_build_object(
  'id', clans.id, 'tag', clans.tag, 'name', clans.name, 'leagueColor', clans.league_color)`;

/** Columns of a clan as shown next to a player's name. */
export const clanInfoColumns: SQL = sql`clans.id::float8 as id, clans.tag, clans.name,
  clans.league_color::float8 as "leagueColor"`;

/**
 * Columns of `HidableNumbers`: as text, because drizzle's mapping takes longer than the rest of a call. Ids are floats, which
 * the drivers return as numbers; they are below 2^53.
 */
export const numberColumns: SQL = sql`players.id::float8 as id, game_karma as "gameKarma", site_karma as "siteKarma",
  rating_performance as "ratingPerformance", rating_teamplay as "ratingTeamplay", rating_courtesy as "ratingCourtesy",
  wg_hidden as "wgHidden", opted_out as "optedOut"`;

/**
 * Columns of everything of a player that a profile needs, except the clan. Few players have a ban, and one scan finds out
 * which of a clan's members do.
 */
export const profileColumns: SQL = sql`${numberColumns}, players.username, players.clan_id is not null as "isMember",
  clan_member_role as "clanMemberRole", joined_clan_at as "joinedClanAt", opt_out_changed as "optOutChanged",
  wg_account_created_at as "wgAccountCreatedAt", last_battle_time as "lastBattleTime", players.refreshed_at as "refreshedAt",
  account_deleted_at is not null as "isGone",
  case when exists (select from ${platformBans} as ban where ban.user_id = players.id) then
    (select (extract(epoch from max(coalesce(banned_until, 'infinity'))) * 1000)::float8 from ${platformBans} as ban
      where ban.user_id = players.id and not ban.reverted) end as "bannedUntil"`;

/** The numbers of a player that may be hidden, and what hides them. */
export type HidableNumbers = Pick<
  typeof players.$inferSelect,
  | 'id'
  | 'gameKarma'
  | 'siteKarma'
  | 'ratingPerformance'
  | 'ratingTeamplay'
  | 'ratingCourtesy'
  | 'wgHidden'
  | 'optedOut'
>;

/** A player as read with `profileColumns`; times as PostgreSQL writes them. */
export interface StoredProfile extends HidableNumbers {
  username: string;
  isMember: boolean;
  clanMemberRole: number;
  joinedClanAt: string | null;
  optOutChanged: string | null;
  wgAccountCreatedAt: string | null;
  lastBattleTime: string | null;
  refreshedAt: string | null;
  isGone: boolean;
  /** End of the last platform ban, in milliseconds since 1970; `Infinity` for one without an end, null without a ban. */
  bannedUntil: number | null;
}

/**
 * A player's numbers as `viewer` may see them; null for what is hidden. The publisher hides both karmas from everyone
 * (rule 5.3), an opt-out hides site karma and ratings from everyone except the player and staff (rule 5.7).
 */
export function visibleNumbers(row: HidableNumbers, viewer: Viewer) {
  const hidden = row.optedOut && !canSeeOptedOut(viewer, row.id);
  return {
    gameKarma: row.wgHidden ? null : row.gameKarma,
    siteKarma: hidden || row.wgHidden ? null : row.siteKarma,
    ratingPerformance: hidden ? null : row.ratingPerformance,
    ratingTeamplay: hidden ? null : row.ratingTeamplay,
    ratingCourtesy: hidden ? null : row.ratingCourtesy,
  };
}

/**
 * The part of a stored player or clan that decides whether it is refreshed. `gone`: the
 * account is deleted, or the clan disbanded.
 */
export interface StoredState {
  id: number;
  refreshedAt: Date | null;
  gone: boolean;
}

/** The player's part that decides whether it is refreshed. */
export const stateOf = ({
  id,
  refreshedAt,
  isGone,
}: Pick<StoredProfile, 'id' | 'refreshedAt' | 'isGone'>): StoredState => ({
  id,
  refreshedAt: refreshedAt === null ? null : new Date(refreshedAt),
  gone: isGone,
});

/**
 * The profile as `viewer` may see it, with null for what is hidden. `now` decides whether a ban is in force. `clanInfo` is null
 * inside a clan's own member list; `withClan` false omits the membership. Only the publisher's directory
 * knows whether the profile is outdated.
 */
export function toProfile(
  row: StoredProfile,
  viewer: Viewer,
  now: number,
  clanInfo: ClanInfo | null,
  withClan = true,
): PlayerProfile {
  const membership = {
    clanInfo,
    clanMemberRole: row.clanMemberRole,
    joinedClanAt: isoTimeOfText(row.joinedClanAt),
  };
  return {
    id: row.id,
    username: row.username,
    clan: withClan && row.isMember ? membership : null,
    ...visibleNumbers(row, viewer),
    wgHidden: row.wgHidden,
    optedOut: row.optedOut,
    wgAccountCreatedAt: isoTimeOfText(row.wgAccountCreatedAt),
    lastBattleTime: isoTimeOfText(row.lastBattleTime),
    optOutChanged: isoTimeOfText(row.optOutChanged),
    negativeKarmaAble: canGiveNegativeKarma(row),
    postsBanned: row.bannedUntil !== null && row.bannedUntil > now,
    refreshedAt: isoTimeOfText(row.refreshedAt),
    outdated: false,
  };
}
