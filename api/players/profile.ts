/** A player as the wire shows one to a viewer. */
import { canGiveNegativeKarma } from '#lib/domain/karma.ts';
import { canSeeOptedOut, type Viewer } from '#lib/domain/permissions.ts';
import type { ClanInfo, PlayerProfile } from '#lib/schemas/player.ts';

/** What a profile is made of. */
export interface StoredProfile {
  id: number;
  username: string;
  clanId: number | null;
  clanMemberRole: number;
  joinedClanAt: Date | null;
  gameKarma: number;
  siteKarma: number;
  wgHidden: boolean;
  optedOut: boolean;
  ratingPerformance: number;
  ratingTeamplay: number;
  ratingCourtesy: number;
  wgAccountCreatedAt: Date | null;
  lastBattleTime: Date | null;
  optOutChanged: Date | null;
  postsBanned: boolean;
}

/** ISO 8601 in UTC, or null. */
export function instant(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

/** The numbers of a player that may be hidden. */
type StoredNumbers = Pick<
  StoredProfile,
  | 'id'
  | 'wgHidden'
  | 'optedOut'
  | 'gameKarma'
  | 'siteKarma'
  | 'ratingPerformance'
  | 'ratingTeamplay'
  | 'ratingCourtesy'
>;

/**
 * A player's numbers as `viewer` may see them; null for what is hidden. The publisher hides both karmas from everyone
 * (rule 5.3), an opt-out hides site karma and ratings from everyone but the player and staff (rule 5.7).
 */
export function visibleNumbers(row: StoredNumbers, viewer: Viewer) {
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
 * The profile as `viewer` may see it, with null for what is hidden.
 * `clanInfo` is null inside a clan's own member list; `withClan` false leaves the membership out.
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
    joinedClanAt: instant(row.joinedClanAt),
  };
  return {
    id: row.id,
    username: row.username,
    clan: withClan && row.clanId !== null ? membership : null,
    ...visibleNumbers(row, viewer),
    wgHidden: row.wgHidden,
    optedOut: row.optedOut,
    wgAccountCreatedAt: instant(row.wgAccountCreatedAt),
    lastBattleTime: instant(row.lastBattleTime),
    optOutChanged: instant(row.optOutChanged),
    negativeKarmaAble: canGiveNegativeKarma(row),
    postsBanned: row.postsBanned,
  };
}
