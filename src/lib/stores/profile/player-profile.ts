/** The player of a profile page: the account, its roles, and what the viewer may see of it. */
import { computed, onMount, type ReadableAtom } from 'nanostores';
import { httpError } from '#lib/client/errors.ts';
import { getPlayer } from '#lib/client/player.ts';
import { getProfile } from '#lib/client/profile.ts';
import { type VisibleKarma, visibleKarma } from '#lib/domain/karma.ts';
import { canSeeOptedOut } from '#lib/domain/permissions.ts';
import { type RoleBadge, roleBadges, type VisibleRatings, visibleRatings } from '#lib/domain/profile.ts';
import { playerStatisticsUrl } from '#lib/regions.ts';
import { idInPath } from '#lib/routes.ts';
import { runtime } from '#lib/runtime.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import type { ProfileFlags } from '#lib/schemas/profile.ts';
import { $address } from '#lib/stores/core/address.ts';
import { createRemote, type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { $viewer, loadSession } from '#lib/stores/session/session.ts';

const player = createRemote<PlayerProfile>();
const flags = createRemote<ProfileFlags>();

/** The player whose page is open; not found also when the address has no readable id (Rule 5.10). */
export const $player: ReadableAtom<Remote<PlayerProfile>> = player.$remote;

/** The player's id as the address has it; null when there is none. */
export const $playerId = computed($address, ({ path }) => idInPath(path));

/** Whether the player is an administrator or a moderator; undefined while it loads, false when it is not known. */
export const $isStaffProfile = computed(flags.$remote, (remote): boolean | undefined =>
  remote.status === 'loading' ? undefined : roleBadges(remoteValue(remote)?.profileRoles ?? []).length > 0,
);

/** A player's page as the viewer may see it. */
export interface ProfileView {
  player: PlayerProfile;
  karma: VisibleKarma;
  ratings: VisibleRatings;
  badges: readonly RoleBadge[];
  statisticsUrl: string;
  /** The player opted out and the viewer is neither that player nor staff. */
  isHidden: boolean;
}

/** What the header shows; undefined until the player is there. Roles that could not be had show no badge. */
export const $profileView = computed(
  [$player, flags.$remote, $viewer],
  (remote, remoteFlags, viewer): ProfileView | undefined => {
    const value = remoteValue(remote);
    if (value === undefined) return undefined;
    const canSeeHidden = canSeeOptedOut(viewer, value.id);
    return {
      player: value,
      karma: visibleKarma(value, canSeeHidden),
      ratings: visibleRatings(value, canSeeHidden),
      badges: roleBadges(remoteValue(remoteFlags)?.profileRoles ?? []),
      statisticsUrl: playerStatisticsUrl(runtime.region(), value),
      isHidden: value.optedOut && !canSeeHidden,
    };
  },
);

function open(id: number | null): void {
  void player.load(async (signal) => {
    if (id === null) throw httpError(404, '', '');
    return getPlayer(id, signal);
  });
  if (id !== null) void flags.load((signal) => getProfile(id, signal));
}

onMount($player, () => {
  if (runtime.isBrowser) void loadSession();
  let opened: number | null | undefined;
  return $address.subscribe(({ path }) => {
    const id = $playerId.get();
    if (path === '' || id === opened) return;
    opened = id;
    open(id);
  });
});

/** Asks for the player again after a failure. */
export function retryPlayer(): void {
  void player.reload();
}

/** Fetches the header again without a sign of it: karma changed. Resolves to whether that could be done. */
export function refreshPlayer(): Promise<boolean> {
  return player.reload({ mode: 'quiet' });
}
