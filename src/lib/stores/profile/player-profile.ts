/** The player whose profile is open: the account, its roles, and what the viewer may see of it. */
import { computed, onMount, type ReadableAtom } from 'nanostores';
import { getPlayer } from '#lib/client/player.ts';
import { getProfile } from '#lib/client/profile.ts';
import { isConcealed } from '#lib/domain/emblems.ts';
import { visibleKarma } from '#lib/domain/karma.ts';
import { canSeeModeration, canSeeOptedOut } from '#lib/domain/permissions.ts';
import { runtime } from '#lib/runtime.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { PROFILE_ROLES } from '#lib/schemas/profile.ts';
import { playerStatisticsUrl } from '#lib/statistics-url.ts';
import { $idInAddress, createAddressed } from '#lib/stores/core/address.ts';
import { type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { rememberVisit } from '#lib/stores/search/recents.ts';
import { $viewer } from '#lib/stores/session/session.ts';

/** The profile roles with a badge. */
const ROLE_BADGES = [
  { id: PROFILE_ROLES.administrator, name: 'Platform Administrator' },
  { id: PROFILE_ROLES.communityManager, name: 'Community Manager' },
];

/** The badges of a profile's role ids, each once, administrators first; ids without a badge show none (Rule 5.2). */
export function roleBadges(roleIds: readonly number[]) {
  return ROLE_BADGES.filter(({ id }) => roleIds.includes(id));
}

/** Ratings as the viewer may see them: an opt-out hides them from everyone but that player and staff (Rule 5.7). */
export function visibleRatings(player: PlayerProfile, canSeeHidden: boolean) {
  if (player.optedOut && !canSeeHidden) return { performance: null, teamplay: null, courtesy: null };
  return {
    performance: player.ratingPerformance,
    teamplay: player.ratingTeamplay,
    courtesy: player.ratingCourtesy,
  };
}

/** A player's three ratings; null is shown as N/A. */
export type VisibleRatings = ReturnType<typeof visibleRatings>;

async function visitPlayer(id: number, signal: AbortSignal): Promise<PlayerProfile> {
  const value = await getPlayer(id, signal);
  const { tag, leagueColor } = value.clan?.clanInfo ?? {};
  const hidden = isConcealed(value) || undefined;
  rememberVisit({ kind: 'player', id, name: value.username, tag, leagueColor, hidden });
  return value;
}

const player = createAddressed($idInAddress, visitPlayer);
const flags = createAddressed($idInAddress, getProfile);

/** The player; not found, too, when the address has no id (Rule 5.10). */
export const $player: ReadableAtom<Remote<PlayerProfile>> = player.$remote;

// The roles load at once, not when the header first needs them.
onMount($player, () => flags.$remote.listen(() => {}));

/** Whether the player is an administrator or a moderator; undefined while loading, false when unknown. */
export const $isStaffProfile = computed(flags.$remote, (remote): boolean | undefined =>
  remote.status === 'loading' ? undefined : roleBadges(remoteValue(remote)?.profileRoles ?? []).length > 0,
);

/** The content of the header; undefined until the player is loaded. Roles that could not be loaded show no badge. */
export const $profileView = computed([$player, flags.$remote, $viewer], (remote, remoteFlags, viewer) => {
  const value = remoteValue(remote);
  if (value === undefined) return undefined;
  const canSeeHidden = canSeeOptedOut(viewer, value.id);
  return {
    player: value,
    karma: visibleKarma(value, canSeeHidden),
    ratings: visibleRatings(value, canSeeHidden),
    badges: roleBadges(remoteValue(remoteFlags)?.profileRoles ?? []),
    /** The player is banned from posting and the viewer is a moderator. */
    showsBan: value.postsBanned && canSeeModeration(viewer),
    statisticsUrl: playerStatisticsUrl(runtime.region(), value),
    /** The player opted out and the viewer is neither that player nor staff. */
    isHidden: value.optedOut && !canSeeHidden,
  };
});

/** A player's page as the viewer may see it. */
export type ProfileView = NonNullable<ReturnType<typeof $profileView.get>>;

/** Loads the player again after a failure. */
export const retryPlayer = player.retry;

/** Reloads the player in the background, because karma changed. Resolves to false when that failed. */
export function refreshPlayer(): Promise<boolean> {
  return player.reload({ mode: 'quiet' });
}
