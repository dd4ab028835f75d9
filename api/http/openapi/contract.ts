/** The calls and schemas of the contract. Their names in the code are also those in the OpenAPI document. */
import * as timelines from 'wows-replay/timeline';
import type { Call } from '#lib/schemas/call.ts';
import * as auth from '#lib/schemas/calls/auth.ts';
import * as clan from '#lib/schemas/calls/clan.ts';
import * as cooldown from '#lib/schemas/calls/cooldown.ts';
import * as decision from '#lib/schemas/calls/decision.ts';
import * as features from '#lib/schemas/calls/features.ts';
import * as feed from '#lib/schemas/calls/feed.ts';
import * as karmaHistory from '#lib/schemas/calls/karma-history.ts';
import * as byNames from '#lib/schemas/calls/lineup.ts';
import * as map from '#lib/schemas/calls/map.ts';
import * as moderation from '#lib/schemas/calls/moderation.ts';
import * as player from '#lib/schemas/calls/player.ts';
import * as post from '#lib/schemas/calls/post.ts';
import * as postChanges from '#lib/schemas/calls/post-changes.ts';
import * as praised from '#lib/schemas/calls/praised.ts';
import * as preview from '#lib/schemas/calls/preview.ts';
import * as profile from '#lib/schemas/calls/profile.ts';
import * as replay from '#lib/schemas/calls/replay.ts';
import * as reply from '#lib/schemas/calls/reply.ts';
import * as report from '#lib/schemas/calls/report.ts';
import * as review from '#lib/schemas/calls/review.ts';
import * as ribbons from '#lib/schemas/calls/ribbons.ts';
import * as ships from '#lib/schemas/calls/ships.ts';
import * as stats from '#lib/schemas/calls/stats.ts';
import * as timeline from '#lib/schemas/calls/timeline.ts';
import * as clans from '#lib/schemas/clan.ts';
import * as decisions from '#lib/schemas/decision.ts';
import * as acts from '#lib/schemas/moderation.ts';
import * as notifications from '#lib/schemas/notification.ts';
import * as players from '#lib/schemas/player.ts';
import * as posts from '#lib/schemas/post.ts';
import * as previews from '#lib/schemas/preview.ts';
import * as profiles from '#lib/schemas/profile.ts';
import * as replays from '#lib/schemas/replay.ts';
import * as reports from '#lib/schemas/report.ts';
import * as reviews from '#lib/schemas/review.ts';
import * as writtenActs from '#lib/schemas/written-moderation.ts';
import * as writtenPosts from '#lib/schemas/written-post.ts';
import { z } from '#lib/schemas/zod.ts';

/** Resources in the order of the API page, then the modules that have schemas only. */
const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  ...[auth, profile, player, byNames, ribbons, karmaHistory, clan, post, cooldown, postChanges, moderation],
  ...[report, review, decision, reply, replay, timeline, map, stats, praised, ships, features, preview, feed],
  ...[posts, players, clans, profiles, replays, timelines, acts, notifications, reports, reviews, decisions],
  ...[previews, writtenPosts, writtenActs],
];

const EXPORTED = MODULES.flatMap((module) => Object.entries(module));
const isCall = (value: unknown): value is Call => value instanceof Object && 'summary' in value;

/** Name and call. A list, so that a name that two resources share is not lost. */
export const NAMED_CALLS: readonly (readonly [name: string, call: Call])[] = EXPORTED.flatMap(
  ([name, value]) => (isCall(value) ? [[name, value] as const] : []),
);

/** Names of components by schema: `PostSchema` is the component `Post`. A schema with two names has the first one. */
export const NAMED_SCHEMAS: ReadonlyMap<z.ZodMiniType, string> = new Map(
  EXPORTED.toReversed().flatMap(([name, value]) =>
    value instanceof z.ZodMiniType && name.endsWith('Schema') ? [[value, name.slice(0, -6)] as const] : [],
  ),
);

/** Roots of the hubs' messages, which no call has. */
export const HUB_SCHEMAS: readonly z.ZodMiniType[] = [
  ...notifications.NOTIFICATION_SCHEMAS,
  reviews.ReviewChangeSchema,
];
