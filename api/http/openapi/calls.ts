/** All calls of the API by the names that they have in the code; these are also their names in the OpenAPI document. */
import type { Call } from '#lib/schemas/call.ts';
import * as auth from '#lib/schemas/calls/auth.ts';
import * as clan from '#lib/schemas/calls/clan.ts';
import * as cooldown from '#lib/schemas/calls/cooldown.ts';
import * as decision from '#lib/schemas/calls/decision.ts';
import { getFeatures } from '#lib/schemas/calls/features.ts';
import * as feed from '#lib/schemas/calls/feed.ts';
import { getKarmaHistory } from '#lib/schemas/calls/karma-history.ts';
import { findByNames } from '#lib/schemas/calls/lineup.ts';
import { getMapPicture } from '#lib/schemas/calls/map.ts';
import * as moderation from '#lib/schemas/calls/moderation.ts';
import * as player from '#lib/schemas/calls/player.ts';
import * as post from '#lib/schemas/calls/post.ts';
import * as postChanges from '#lib/schemas/calls/post-changes.ts';
import { getPraised } from '#lib/schemas/calls/praised.ts';
import * as preview from '#lib/schemas/calls/preview.ts';
import * as profile from '#lib/schemas/calls/profile.ts';
import * as replay from '#lib/schemas/calls/replay.ts';
import * as reply from '#lib/schemas/calls/reply.ts';
import * as report from '#lib/schemas/calls/report.ts';
import * as review from '#lib/schemas/calls/review.ts';
import { getRibbons } from '#lib/schemas/calls/ribbons.ts';
import { getStats } from '#lib/schemas/calls/stats.ts';
import * as timeline from '#lib/schemas/calls/timeline.ts';

/** Resources in the order of the API page. */
const RESOURCES = [
  auth,
  profile,
  player,
  { findByNames, getRibbons, getKarmaHistory },
  clan,
  post,
  cooldown,
  postChanges,
  moderation,
  report,
  review,
  decision,
  reply,
  replay,
  timeline,
  { getMapPicture },
  { getStats, getPraised, getFeatures },
  preview,
  feed,
] as const;

/** Name and call. A list, so that a name that two resources share is not lost. */
export const NAMED_CALLS: readonly (readonly [name: string, call: Call])[] = RESOURCES.flatMap(
  (resource: Readonly<Record<string, Call>>) => Object.entries(resource),
);
