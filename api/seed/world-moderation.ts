/** Invented moderation of one region: the actions behind locked posts, bans, and pending notifications. */
import type { modActions, notifications, platformBans } from '#api/db/moderation-schema.ts';
import { FIXED_ACCOUNTS } from '#api/seed/accounts.ts';
import type { Random } from '#api/seed/random.ts';
import { inventReason } from '#api/seed/texts.ts';
import type { PlayerRow } from '#api/seed/world-players.ts';
import type { PostRow } from '#api/seed/world-posts.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';
import { NOTIFICATION_TYPE } from '#lib/schemas/notification.ts';

export type ModActionRow = typeof modActions.$inferInsert & { id: string; createdAt: Date };
export type BanRow = typeof platformBans.$inferInsert & { id: string };
export type NotificationRow = typeof notifications.$inferInsert;

const DAY_MS = 86_400_000;
const MODERATORS = FIXED_ACCOUNTS.filter((account) => account.roles.includes('mod')).map(
  (account) => account.id,
);
const BANNED = FIXED_ACCOUNTS.find((account) => account.banned);
/** Notifications that each fixed account finds waiting. */
const PENDING_PER_ACCOUNT = 3;

const textOf = (post: PostRow) => ({ title: post.title, content: post.content, flairs: post.flairs });

/** An update for every read-only post and a deletion for every locked one, in that order where both apply. */
export function inventModActions(random: Random, posts: readonly PostRow[], now: number): ModActionRow[] {
  const action = (post: PostRow, actionType: number, minutes: number): ModActionRow => {
    const eligible = MODERATORS.filter((id) => id !== post.authorId && id !== post.playerId);
    return {
      id: random.guid(),
      postId: post.id,
      authorId: post.authorId,
      actionType,
      modId: random.pick(eligible.length > 0 ? eligible : MODERATORS),
      reason: inventReason(random),
      updatedPost: actionType === MOD_ACTION_TYPE.update ? textOf(post) : null,
      previousPost:
        actionType === MOD_ACTION_TYPE.update
          ? { ...textOf(post), title: `${post.title}!`.slice(0, 60) }
          : null,
      createdAt: new Date(Math.min(now - 60_000, post.createdAt.getTime() + minutes * 60_000)),
    };
  };
  return posts.flatMap((post) => [
    ...(post.readOnly ? [action(post, MOD_ACTION_TYPE.update, random.between(10, 400))] : []),
    ...(post.modLocked ? [action(post, MOD_ACTION_TYPE.delete, random.between(401, 900))] : []),
  ]);
}

/** A permanent ban of the fixed banned account, with an earlier reverted one, and bans of every kind on others. */
export function inventBans(random: Random, players: readonly PlayerRow[], now: number): BanRow[] {
  const ban = (userId: number, startedDaysAgo: number, days: number | null, reverted: boolean): BanRow => {
    const createdAt = new Date(now - startedDaysAgo * DAY_MS);
    return {
      id: random.guid(),
      userId,
      modId: random.pick(MODERATORS),
      reason: inventReason(random),
      bannedUntil: days === null ? null : new Date(createdAt.getTime() + days * DAY_MS),
      reverted,
      createdAt,
      updatedAt: reverted ? new Date(createdAt.getTime() + 3_600_000) : null,
    };
  };
  const others = Array.from({ length: 24 }, (_, index) => {
    const player = players[random.between(FIXED_ACCOUNTS.length, players.length - 1)] as PlayerRow;
    const kind = index % 4;
    if (kind === 0) return ban(player.id, random.between(40, 600), random.pick([3, 7, 30]), false);
    if (kind === 1) return ban(player.id, random.between(1, 5), 30, false);
    if (kind === 2) return ban(player.id, random.between(5, 300), null, true);
    return ban(player.id, random.between(5, 300), null, false);
  });
  if (BANNED === undefined) return others;
  return [ban(BANNED.id, 200, 7, true), ban(BANNED.id, 30, null, false), ...others];
}

/** The newest posts about each fixed account, their author's newest mod action, and the ban, as pending notifications. */
export function inventNotifications(
  random: Random,
  world: { posts: readonly PostRow[]; modActions: readonly ModActionRow[]; bans: readonly BanRow[] },
): NotificationRow[] {
  const newestFirst = world.posts.toReversed();
  const perAccount = FIXED_ACCOUNTS.flatMap(({ id }): NotificationRow[] => {
    const received = newestFirst
      .filter((post) => post.playerId === id && !post.modLocked)
      .slice(0, PENDING_PER_ACCOUNT);
    const acted = world.modActions.findLast((action) => action.authorId === id);
    return [
      ...received.map((post) => ({
        id: random.guid(),
        accountId: id,
        type: NOTIFICATION_TYPE.postAdded,
        postId: post.id,
        modActionId: null,
        banId: null,
        payload: {},
        emittedAt: post.createdAt,
      })),
      ...(acted === undefined
        ? []
        : [
            {
              id: random.guid(),
              accountId: id,
              type:
                acted.actionType === MOD_ACTION_TYPE.delete
                  ? NOTIFICATION_TYPE.postModDeleted
                  : NOTIFICATION_TYPE.postModEdited,
              postId: acted.postId,
              modActionId: acted.id,
              banId: null,
              payload: {},
              emittedAt: acted.createdAt,
            },
          ]),
    ];
  });
  const banned = world.bans.filter((ban) => ban.userId === BANNED?.id && !ban.reverted);
  return [
    ...perAccount,
    ...banned.map((ban) => ({
      id: random.guid(),
      accountId: ban.userId,
      type: NOTIFICATION_TYPE.platformBan,
      postId: null,
      modActionId: null,
      banId: ban.id,
      payload: { reason: ban.reason, until: ban.bannedUntil?.toISOString() ?? null },
      emittedAt: ban.createdAt as Date,
    })),
  ];
}
