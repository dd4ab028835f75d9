/** Bans from posting. */
import { randomUUID } from 'node:crypto';
import { addMilliseconds } from 'date-fns/addMilliseconds';
import { millisecondsInDay } from 'date-fns/constants';
import { eq } from 'drizzle-orm';
import { platformBans } from '#api/db/moderation-schema.ts';
import { notFound } from '#api/http/errors.ts';
import { type Act, tellStaff } from '#api/model/decisions/acts/act.ts';
import {
  checkBanPosts,
  checkMayBan,
  checkNamed,
  checkNoConflict,
  checkNotReversed,
  namesOwnPost,
} from '#api/model/decisions/rules.ts';
import { notifyBan } from '#api/model/notifications/notify.ts';
import { findPlayer } from '#api/model/players/queries.ts';
import type { PlatformBanCreate } from '#lib/schemas/written-moderation.ts';

/** A ban, for `days` or, with 0, permanent. */
export type NewBan = PlatformBanCreate & { days: number };

/** A ban from posting (rule 11.8); 404 for an unknown player. */
export const ban: Act<NewBan> = {
  async apply(tx, { deps, viewer }, { userId, reason, rules = [], postIds = [], days }) {
    const { db, now } = tx;
    if ((await findPlayer(db, userId)) === null) throw notFound();
    await checkMayBan(db, viewer, userId);
    await checkBanPosts(db, viewer, postIds);
    await checkNotReversed(tx, viewer, postIds);
    const id = randomUUID();
    const bannedUntil = days === 0 ? null : addMilliseconds(now, days * millisecondsInDay);
    const said = { reason, rules, postIds, bannedUntil, createdAt: new Date(now) };
    await db.insert(platformBans).values({ id, userId, modId: viewer.id, ...said });
    // A post of others is no reason.
    if (!(await namesOwnPost(db, id, userId))) await checkNoConflict(db, viewer, userId, now);
    await deps.discord.queue(tx, { kind: 'ban', id, postId: null, playerId: userId });
    return id;
  },
  async revert({ db, now }, _decider, { decision }) {
    await db
      .update(platformBans)
      .set({ reverted: true, updatedAt: new Date(now) })
      .where(eq(platformBans.id, decision.id));
  },
  async involved(db, { viewer }, { decision }) {
    await checkMayBan(db, viewer, decision.personId);
    await checkNamed(db, viewer, decision.id);
  },
  async notify(tx, { decision, ban }) {
    if (ban === null) return;
    await notifyBan(tx, ban);
    if (!(await namesOwnPost(tx.db, ban.id, ban.userId))) await tellStaff(tx, decision, ban.reason);
  },
};
