/**
 * Which requests each screen's shell starts from the address, before any module: the paths, limits and defaults
 * are those of the call descriptions, so that what is asked early is exactly what the screen asks.
 */
import type { RouteId } from '#lib/routes.ts';
import { getClan, searchClans } from '#lib/schemas/calls/clan.ts';
import { getPlayer, searchPlayers } from '#lib/schemas/calls/player.ts';
import { getPost, listLatestPosts, listReceivedPosts } from '#lib/schemas/calls/post.ts';
import { getProfile } from '#lib/schemas/calls/profile.ts';
import { CLAN_SEARCH_MAX_LENGTH, CLAN_SEARCH_RESULTS_SHOWN } from '#lib/schemas/clan.ts';
import { PAGE_SIZE_MAX, PAGE_SIZE_MAX_SIGNED_IN } from '#lib/schemas/common.ts';
import { PLAYER_SEARCH_MAX_LENGTH, PLAYER_SEARCH_MIN_LENGTH } from '#lib/schemas/player.ts';
import { FEED_PAGE_SIZE_DEFAULT, FEED_PAGE_SIZES, PROFILE_PAGE_SIZE } from '#lib/schemas/post.ts';

/** The id before the comma of `id,name`. */
const PAIR_ID = '^\\d+(?=,|$)';
const GUID = '^[\\da-fA-F]{8}(-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}$';
const PAGE = ['^[1-9]\\d{0,6}$', '1'] as const;
const FLAG = ['^true$', ''] as const;

const withSegment = (path: string): string => path.replace(/:\w+/, '{segment}');

/** The early requests of each screen that has any. */
export const earlyRequests: Partial<Record<RouteId, readonly EarlyRequest[]>> = {
  players: [
    [
      searchPlayers.path.replace(/:\w+/, '{search}'),
      { search: [`^[\\p{L}\\p{N}_]{${PLAYER_SEARCH_MIN_LENGTH},${PLAYER_SEARCH_MAX_LENGTH}}$`] },
    ],
  ],
  player: [
    [`${withSegment(getPlayer.path)}?includeClanInfo=true`, { segment: [PAIR_ID] }],
    [withSegment(getProfile.path), { segment: [PAIR_ID] }],
    [
      `${withSegment(listReceivedPosts.path).replace(/received$/, '{tab}')}?page={page}&pageSize=${PROFILE_PAGE_SIZE}`,
      { segment: [PAIR_ID], tab: ['^(received|sent)$', 'received'], page: PAGE },
    ],
  ],
  clans: [
    [
      `${searchClans.path.replace(/:\w+/, '{search}')}?results=${CLAN_SEARCH_RESULTS_SHOWN}`,
      { search: [`^(?!\\.\\.?$).{1,${CLAN_SEARCH_MAX_LENGTH}}$`] },
    ],
  ],
  clan: [[`${withSegment(getClan.path)}?includeMembers=true`, { segment: [PAIR_ID] }]],
  posts: [
    [
      `${listLatestPosts.path}?page={page}&pageSize={count}&hasReplay={hasReplay}&hideModActions={hideModActions}`,
      {
        page: PAGE,
        count: [
          `^(${FEED_PAGE_SIZES.join('|')})$`,
          String(FEED_PAGE_SIZE_DEFAULT),
          { [PAGE_SIZE_MAX_SIGNED_IN]: String(PAGE_SIZE_MAX) },
        ],
        hasReplay: FLAG,
        hideModActions: FLAG,
      },
    ],
  ],
  post: [[withSegment(getPost.path), { segment: [GUID] }]],
};
