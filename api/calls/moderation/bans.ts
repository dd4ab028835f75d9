/** Bans from posting. */
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Ctx } from '#api/calls/core/route.ts';
import { platformBans } from '#api/db/moderation-schema.ts';
import { players } from '#api/db/schema.ts';
import { isoTime, newestFirst } from '#api/db/sql.ts';
import { moderatorOf } from '#api/model/moderation.ts';
import { isStaff } from '#lib/domain/permissions.ts';
import type * as calls from '#lib/schemas/calls/moderation.ts';
import type { PlatformBan } from '#lib/schemas/moderation.ts';

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
