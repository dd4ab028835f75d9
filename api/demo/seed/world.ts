/** A region's invented world, the same for the same region and time. It holds no real people. */
import { createRandom } from '#api/demo/random.ts';
import { inventEncounters } from '#api/demo/seed/world-battles.ts';
import { inventBans, inventModActions, inventNotifications } from '#api/demo/seed/world-moderation.ts';
import { inventClans, inventPlayers, inventUsers } from '#api/demo/seed/world-players.ts';
import { inventPosts } from '#api/demo/seed/world-posts.ts';
import { inventReviews } from '#api/demo/seed/world-reviews.ts';
import type { RegionId } from '#lib/regions.ts';

/** How many players and posts to invent. */
export interface WorldSize {
  players: number;
  posts: number;
}

/** About two thousand players and five thousand posts per region. */
export const DEFAULT_WORLD_SIZE: WorldSize = { players: 1990, posts: 5000 };

/** Invents a region's world, except its replays, as of `now` (milliseconds since 1970). */
export function inventWorld(region: RegionId, now: number, size: WorldSize = DEFAULT_WORLD_SIZE) {
  // Independent of `now`: names, texts and pairs stay the same from day to day, only the dates change.
  const random = createRandom(region);
  const clans = inventClans(random, region, now);
  const players = inventPlayers(random, region, now, clans, size.players);
  const users = inventUsers(random, now);
  const encounters = inventEncounters(region, players, now);
  const posts = inventPosts({ random, players, encounters, now }, size.posts);
  const modActions = inventModActions(random, posts, now);
  const bans = inventBans(random, players, now);
  const notifications = inventNotifications(random, { posts, modActions, bans });
  const queue = inventReviews(region, { players, posts }, now);
  return { clans, players, users, encounters, posts, modActions, bans, notifications, ...queue };
}

/** All rows of one region, except its replays. */
export type World = ReturnType<typeof inventWorld>;
