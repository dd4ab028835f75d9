/** What a profile shows beside karma: role badges, ratings and tabs. */
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { PROFILE_ROLES } from '#lib/schemas/profile.ts';

/** A profile role with a badge. */
export interface RoleBadge {
  id: number;
  name: string;
}

const ROLE_BADGES: readonly RoleBadge[] = [
  { id: PROFILE_ROLES.administrator, name: 'Platform Administrator' },
  { id: PROFILE_ROLES.communityManager, name: 'Community Manager' },
];

/** The badges of a profile's role ids, each once, administrators first; ids without a badge show none (Rule 5.2). */
export function roleBadges(roleIds: readonly number[]): RoleBadge[] {
  return ROLE_BADGES.filter(({ id }) => roleIds.includes(id));
}

/** A player's three ratings; null stands for N/A. */
export interface VisibleRatings {
  performance: number | null;
  teamplay: number | null;
  courtesy: number | null;
}

/** Ratings as the viewer may see them: an opt-out hides them from everyone but that player and staff (Rule 5.7). */
export function visibleRatings(player: PlayerProfile, canSeeHidden: boolean): VisibleRatings {
  if (player.optedOut && !canSeeHidden) return { performance: null, teamplay: null, courtesy: null };
  return {
    performance: player.ratingPerformance,
    teamplay: player.ratingTeamplay,
    courtesy: player.ratingCourtesy,
  };
}

/** The lists of posts on a profile. */
export const PROFILE_TABS = ['received', 'sent'] as const;
/** One of the two lists. */
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** The tabs there are: no Received where an opt-out hides it from the viewer (Rule 5.7). */
export function profileTabs(isHidden: boolean): readonly ProfileTab[] {
  return isHidden ? ['sent'] : PROFILE_TABS;
}

/** The tab an address asks for, as far as the viewer has it; otherwise the first one. */
export function tabOf(asked: string | undefined, tabs: readonly ProfileTab[]): ProfileTab {
  return tabs.find((tab) => tab === asked) ?? tabs[0] ?? 'sent';
}
