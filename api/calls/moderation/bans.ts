/** Bans from posting. */

import { randomUUID } from 'node:crypto';
import { addMilliseconds } from 'date-fns/addMilliseconds';
import { millisecondsInDay } from 'date-fns/constants';
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Ctx, callerOf } from '#api/calls/core/route.ts';
import { checkBanPosts, checkMayBan, type ModeratorCtx } from '#api/calls/moderation/rules.ts';
import type { Tx } from '#api/db/database.ts';
import { platformBans } from '#api/db/moderation-schema.ts';
import { players } from '#api/db/schema.ts';
import { isoTime, newestFirst } from '#api/db/sql.ts';
import { notFound, ruleError } from '#api/http/errors.ts';
import { lockDecision } from '#api/model/decisions/find.ts';
import { endDecision } from '#api/model/decisions/objections.ts';
import { moderatorOf } from '#api/model/moderation.ts';
import { notifyBan, notifyStaff, withdrawNotifications } from '#api/model/notifications/notify.ts';
import { findPlayer } from '#api/model/players/queries.ts';
import { listStaff } from '#api/model/reviews/involved.ts';
import { isStaff } from '#lib/domain/permissions.ts';
import type * as calls from '#lib/schemas/calls/moderation.ts';
import type { PlatformBan } from '#lib/schemas/moderation.ts';
import type { PlayerListing } from '#lib/schemas/player.ts';
import type { SessionUser } from '#lib/schemas/session.ts';
import type { PlatformBanCreate } from '#lib/schemas/written-moderation.ts';

const banned = alias(players, 'banned');
const mod = alias(players, 'mod');

/** Permanent, or not yet over. */
const notEnded = (now: number) =>
  or(isNull(platformBans.bannedUntil), gt(platformBans.bannedUntil, new Date(now)));

/** Which bans are listed (rule 11.5): those in force; for staff also reverted bans, and on request ended bans. */
function whereListed({ query, viewer, now }: Ctx<typeof calls.listBans>) {
  if (query.currentOnly || !isStaff(viewer)) return and(eq(platformBans.reverted, false), notEnded(now));
  return query.history ? undefined : notEnded(now);
}

/** Bans of a user, newest first. */
export async function listBans(ctx: Ctx<typeof calls.listBans>): Promise<PlatformBan[]> {
  const rows = await ctx.read((db) =>
    db
      .select({ ban: platformBans, username: banned.username, modUsername: mod.username })
      .from(platformBans)
      .innerJoin(banned, eq(banned.id, platformBans.userId))
      .leftJoin(mod, eq(mod.id, platformBans.modId))
      .where(and(eq(platformBans.userId, ctx.params.userId), whereListed(ctx)))
      .orderBy(...newestFirst(platformBans.createdAt, platformBans.id)),
  );
  return rows.map(({ ban, username, modUsername }) => ({
    id: ban.id,
    userId: ban.userId,
    username,
    ...moderatorOf({ modId: ban.modId, modUsername }),
    reason: ban.reason,
    rules: ban.rules,
    ...(isStaff(ctx.viewer) ? { postIds: ban.postIds } : {}),
    bannedUntil: isoTime(ban.bannedUntil),
    reverted: ban.reverted,
    createdAt: ban.createdAt.toISOString(),
    updatedAt: isoTime(ban.updatedAt),
  }));
}

/** Tells the other moderators and administrators of a ban that names no post (rule 28.37). */
async function tellStaff(
  tx: Tx,
  viewer: SessionUser,
  { id, username, reason }: PlayerListing & { reason: string },
): Promise<void> {
  const others = (await listStaff(tx.db)).filter((staff) => staff !== viewer.id && staff !== id);
  const moderator = await findPlayer(tx.db, viewer.id);
  const shown = { userId: id, username, modUsername: moderator?.username ?? '', reason };
  await notifyStaff(tx, others, shown);
}

/** Bans a user for `days`, permanently for 0, and notifies them. Returns the id of the ban; 404 for an unknown user. */
export async function issueBan(
  tx: Tx,
  { deps, viewer }: ModeratorCtx,
  { userId, reason, rules = [], postIds = [] }: PlatformBanCreate,
  days: number,
): Promise<string> {
  const { db, now } = tx;
  const player = await findPlayer(db, userId);
  if (player === null) throw notFound();
  await checkMayBan(db, viewer, userId);
  await checkBanPosts(db, viewer, postIds);
  const ban = {
    id: randomUUID(),
    userId,
    modId: viewer.id,
    reason,
    rules,
    postIds,
    bannedUntil: days === 0 ? null : addMilliseconds(now, days * millisecondsInDay),
    createdAt: new Date(now),
  };
  await db.insert(platformBans).values(ban);
  await notifyBan(tx, ban);
  if (postIds.length === 0) await tellStaff(tx, viewer, { ...player, reason });
  await deps.discord.queue(tx, { kind: 'ban', id: ban.id, postId: null, playerId: userId });
  return ban.id;
}

/** Bans a user, who may be known to the publisher only; responds with 202 once it is committed. */
export async function createBan(ctx: Ctx<typeof calls.createBan>): Promise<{ id: string }> {
  const { deps, region, body, query, write } = ctx;
  await deps.publisher.ensurePlayer(region, body.userId, callerOf(ctx));
  return { id: await write((tx) => issueBan(tx, ctx, body, query.days)) };
}

/** Reverts a ban; does nothing when it was reverted before. 404 when it is unknown, or not because of the post. */
export async function liftBan(
  tx: Tx,
  { deps, viewer }: ModeratorCtx,
  id: string,
  postId?: string,
): Promise<void> {
  const { db, now } = tx;
  await lockDecision(db, id);
  const [ban] = await db.select().from(platformBans).where(eq(platformBans.id, id)).for('update');
  if (ban === undefined || (postId !== undefined && !ban.postIds.includes(postId))) throw notFound();
  await checkMayBan(db, viewer, ban.userId);
  if (ban.reverted) return;
  await db
    .update(platformBans)
    .set({ reverted: true, updatedAt: new Date(now) })
    .where(eq(platformBans.id, ban.id));
  await withdrawNotifications(tx, { banId: ban.id });
  await endDecision(tx, deps.discord.mark, ban.id);
  await deps.discord.mark(tx, { id: ban.id });
}

/** Reverts a ban; responds with 205 once it is committed. */
export async function revertBan(ctx: Ctx<typeof calls.revertBan>): Promise<undefined> {
  const { params, query, write } = ctx;
  if (query.id !== undefined && query.id !== params.id)
    throw ruleError('id', 'The id in the path differs from the id in the query.');
  await write((tx) => liftBan(tx, ctx, params.id));
}
