/** What a profile shows beside karma: role badges, and which live events concern it. */
import type { PlayerProfile } from '#lib/schemas/player.ts';
import type { Post } from '#lib/schemas/post.ts';
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

/** Whether a post is by or about the player, so that a profile must be fetched again (Rule 14.2). */
export function concernsPlayer(post: Post, playerId: number): boolean {
  return post.player.id === playerId || post.author.id === playerId;
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

/** The tabs a viewer has: no Received when the player opted out, except for that player and staff (Rule 5.7). */
export function profileTabs(player: { optedOut: boolean }, canSeeHidden: boolean): readonly ProfileTab[] {
  return player.optedOut && !canSeeHidden ? ['sent'] : PROFILE_TABS;
}

/** The tab an address asks for, as far as the viewer has it; otherwise the first one. */
export function tabOf(asked: string | undefined, tabs: readonly ProfileTab[]): ProfileTab {
  return tabs.find((tab) => tab === asked) ?? tabs[0] ?? 'sent';
}
