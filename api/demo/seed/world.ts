/** A region's invented world, the same for the same region and time. It holds no real people. */

import { addHours } from 'date-fns/addHours';
import { addMilliseconds } from 'date-fns/addMilliseconds';
import { addMinutes } from 'date-fns/addMinutes';
import { millisecondsInDay } from 'date-fns/constants';
import { min } from 'date-fns/min';
import { subMilliseconds } from 'date-fns/subMilliseconds';
import { subMinutes } from 'date-fns/subMinutes';
import type { notifications } from '#api/db/message-schema.ts';
import type { modActions, platformBans } from '#api/db/moderation-schema.ts';
import type { reports, reviews } from '#api/db/review-schema.ts';
import { FIXED_ACCOUNTS } from '#api/demo/accounts.ts';
import { createRandom, type Random } from '#api/demo/random.ts';
import texts from '#api/demo/seed/data/texts.json' with { type: 'json' };
import { inventReason } from '#api/demo/seed/texts.ts';
import { inventEncounters } from '#api/demo/seed/world-battles.ts';
import { inventClans, inventPlayers, inventUsers, type PlayerRow } from '#api/demo/seed/world-players.ts';
import { type InventedPost, inventPosts } from '#api/demo/seed/world-posts.ts';
import { KIND } from '#api/model/reviews/queue.ts';
import { netFlair, parseFlairs } from '#lib/domain/flairs.ts';
import type { RegionId } from '#lib/regions.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';
import { NOTIFICATION_TYPE } from '#lib/schemas/notification.ts';

type ReviewRow = typeof reviews.$inferInsert;

type ReportRow = typeof reports.$inferInsert;

/** The newest posts that no moderator has looked at. */
const UNREVIEWED = 40;

/** Reports of each reported post. */
const REPORTS = [3, 2, 1, 1];

const FIXED_IDS = new Set(FIXED_ACCOUNTS.map(({ id }) => id));

/** Items of the queue with their reports, the same for the same region. Moderators are involved in none of the reported posts. */
function inventReviews(
  region: RegionId,
  { players, posts }: { players: readonly PlayerRow[]; posts: readonly InventedPost[] },
  now: number,
): { reviews: ReviewRow[]; reports: ReportRow[] } {
  // Its own, so that everything else of the world stays the same with it.
  const random = createRandom(`${region} queue`);
  const newest = posts.filter(({ modLocked, readOnly }) => !modLocked && !readOnly).slice(-UNREVIEWED);
  // Held posts count only once a moderator keeps them, so each has an item.
  const waiting = [...new Set([...posts.filter(({ held }) => held), ...newest])];
  const reported = newest
    .filter(
      ({ authorId, playerId, flairs }) =>
        !FIXED_IDS.has(authorId) && !FIXED_IDS.has(playerId) && netFlair(parseFlairs(flairs ?? 0)) < 0,
    )
    .slice(0, REPORTS.length);
  const reporters = players.slice(FIXED_ACCOUNTS.length);
  const reportRows = reported.flatMap((post, index) => {
    const others = reporters.filter(({ id }) => id !== post.authorId && id !== post.playerId);
    const first = random.between(0, Math.max(others.length - REPORTS.length, 0));
    // Everyone reports a post once. A small region has fewer players than reports.
    const ids = [post.playerId, ...others.slice(first).map(({ id }) => id)].slice(0, REPORTS[index]);
    return ids.map((reporterId, number): ReportRow & { createdAt: Date } => ({
      id: random.guid(),
      postId: post.id,
      reporterId,
      ...(texts.reports[(index * 2 + number) % texts.reports.length] as { rule: string; words: string }),
      createdAt: min([
        subMinutes(now, 5 - number),
        addMinutes(post.createdAt, random.between(20, 300) * (number + 1)),
      ]),
    }));
  });
  const reviewRows = waiting.map((post): ReviewRow => {
    const own = reportRows.filter(({ postId }) => postId === post.id);
    return {
      postId: post.id,
      authorId: post.authorId,
      playerId: post.playerId,
      kind: own.length > 0 ? KIND.reported : KIND.new,
      reports: own.length,
      openedAt: post.createdAt,
    };
  });
  return { reviews: reviewRows, reports: reportRows };
}

type ModActionRow = typeof modActions.$inferInsert & { id: string; createdAt: Date };

type BanRow = typeof platformBans.$inferInsert & { id: string; createdAt: Date };

type NotificationRow = typeof notifications.$inferInsert;

const MODERATORS = FIXED_ACCOUNTS.filter((account) => account.roles.includes('mod')).map(
  (account) => account.id,
);

const BANNED = FIXED_ACCOUNTS.find((account) => account.banned);

const OTHER_BANS = 24;

/** Pending notifications about received posts, per fixed account. */
const PENDING_PER_ACCOUNT = 3;

const textOf = (post: InventedPost) => ({ title: post.title, content: post.content, flairs: post.flairs });

/** An update for every read-only post and a deletion for every locked one, in that order where both apply. */
function inventModActions(random: Random, posts: readonly InventedPost[], now: number): ModActionRow[] {
  const action = (post: InventedPost, kind: 'update' | 'delete', minutes: number): ModActionRow => {
    const isUpdate = kind === 'update';
    const eligible = MODERATORS.filter((id) => id !== post.authorId && id !== post.playerId);
    return {
      id: random.guid(),
      postId: post.id,
      authorId: post.authorId,
      actionType: MOD_ACTION_TYPE[kind],
      modId: random.pick(eligible.length > 0 ? eligible : MODERATORS),
      reason: inventReason(random, kind),
      updatedPost: isUpdate ? textOf(post) : null,
      previousPost: isUpdate ? { ...textOf(post), title: `${post.title}!`.slice(0, 60) } : null,
      createdAt: min([subMinutes(now, 1), addMinutes(post.createdAt, minutes)]),
    };
  };
  return posts.flatMap((post) => [
    ...(post.readOnly ? [action(post, 'update', random.between(10, 400))] : []),
    ...(post.modLocked ? [action(post, 'delete', random.between(401, 900))] : []),
  ]);
}

/** A permanent ban of the fixed banned account, with an earlier reverted one, and bans of every kind on others. */
function inventBans(random: Random, players: readonly PlayerRow[], now: number): BanRow[] {
  const ban = (userId: number, startedDaysAgo: number, days: number | null, reverted: boolean): BanRow => {
    const createdAt = subMilliseconds(now, startedDaysAgo * millisecondsInDay);
    return {
      id: random.guid(),
      userId,
      modId: random.pick(MODERATORS),
      reason: inventReason(random, 'ban'),
      bannedUntil: days === null ? null : addMilliseconds(createdAt, days * millisecondsInDay),
      reverted,
      createdAt,
      updatedAt: reverted ? addHours(createdAt, 1) : null,
    };
  };
  const others = Array.from({ length: OTHER_BANS }, (_, index) => {
    const { id } = players[random.between(FIXED_ACCOUNTS.length, players.length - 1)] as PlayerRow;
    const kind = index % 4;
    if (kind === 0) return ban(id, random.between(40, 600), random.pick([3, 7, 30]), false);
    if (kind === 1) return ban(id, random.between(1, 5), 30, false);
    if (kind === 2) return ban(id, random.between(5, 300), null, true);
    return ban(id, random.between(5, 300), null, false);
  });
  if (BANNED === undefined) return others;
  return [ban(BANNED.id, 200, 7, true), ban(BANNED.id, 30, null, false), ...others];
}

/** The newest posts about each fixed account, the newest mod action on its posts, and the ban, as pending notifications. */
function inventNotifications(
  random: Random,
  world: { posts: readonly InventedPost[]; modActions: readonly ModActionRow[]; bans: readonly BanRow[] },
): NotificationRow[] {
  const notification = (
    accountId: number,
    type: number,
    emittedAt: Date,
    subject: Partial<NotificationRow>,
  ): NotificationRow => ({
    id: random.guid(),
    accountId,
    type,
    postId: null,
    modActionId: null,
    banId: null,
    payload: {},
    emittedAt,
    ...subject,
  });
  const newestFirst = world.posts.toReversed();
  const perAccount = FIXED_ACCOUNTS.flatMap(({ id }): NotificationRow[] => {
    const received = newestFirst
      .filter((post) => post.playerId === id && !post.modLocked)
      .slice(0, PENDING_PER_ACCOUNT)
      .map((post) => notification(id, NOTIFICATION_TYPE.postAdded, post.createdAt, { postId: post.id }));
    const action = world.modActions.findLast(({ authorId }) => authorId === id);
    if (action === undefined) return received;
    const type =
      action.actionType === MOD_ACTION_TYPE.delete
        ? NOTIFICATION_TYPE.postModDeleted
        : NOTIFICATION_TYPE.postModEdited;
    const subject = { postId: action.postId, modActionId: action.id };
    return [...received, notification(id, type, action.createdAt, subject)];
  });
  const bans = world.bans
    .filter((ban) => ban.userId === BANNED?.id && !ban.reverted)
    .map((ban) => {
      const payload = { reason: ban.reason, until: ban.bannedUntil?.toISOString() ?? null };
      const subject = { banId: ban.id, payload };
      return notification(ban.userId, NOTIFICATION_TYPE.platformBan, ban.createdAt, subject);
    });
  return [...perAccount, ...bans];
}

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
