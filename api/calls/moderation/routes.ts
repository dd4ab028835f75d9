/** Calls of `/api/mod` and `/api/decisions`. */

import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FastifyInstance } from 'fastify';
import { type Ctx, type Deps, route, type SENT } from '#api/calls/core/route.ts';
import { sendList } from '#api/calls/core/whole-list.ts';
import * as acts from '#api/calls/moderation/acts.ts';
import {
  confirmWarning,
  createObjection,
  getDecision,
  listDecisions,
  listOwnDecisions,
} from '#api/calls/moderation/decisions.ts';
import * as objections from '#api/calls/moderation/objections.ts';
import type { Db } from '#api/db/database.ts';
import { platformBans } from '#api/db/moderation-schema.ts';
import { players } from '#api/db/schema.ts';
import { isoTime, newestFirst } from '#api/db/sql.ts';
import { notFound, validationError } from '#api/http/errors.ts';
import { toWire } from '#api/http/wire-form.ts';
import { ACTIONS_PIECE, findModAction, moderatorOf, readActions } from '#api/model/moderation.ts';
import { isStaff } from '#lib/domain/permissions.ts';
import * as decision from '#lib/schemas/calls/decision.ts';
import * as calls from '#lib/schemas/calls/moderation.ts';
import * as replyCalls from '#lib/schemas/calls/reply.ts';
import { type ModAction, ModActionSchema, type PlatformBan } from '#lib/schemas/moderation.ts';

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
async function listBans(ctx: Ctx<typeof calls.listBans>): Promise<PlatformBan[]> {
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

async function get({ read, params, viewer }: Ctx<typeof calls.getModAction>): Promise<ModAction> {
  const action = await read((db) => findModAction(db, params.id, viewer));
  if (action === null) throw notFound();
  return action;
}

/** All actions of the list: the contract has no pages for them. */
async function list(ctx: Ctx<typeof calls.listModActions>): Promise<typeof SENT> {
  const { postId, userId } = ctx.query;
  if (postId === undefined && userId === undefined)
    throw validationError({ postId: ['Either postId or userId is required.'] }, ctx.request.id);
  const filter = postId === undefined ? { authorId: userId ?? 0 } : { postId };
  const read = (db: Db, after: ModAction | null) => readActions(db, filter, ctx.viewer, after);
  const toItem = (action: ModAction) => toWire(ModActionSchema, action);
  return sendList(ctx, read, { toItem, piece: ACTIONS_PIECE, emptyStatus: 204 });
}

/** Registers the calls. */
export function moderationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.getModAction, get);
  route(app, deps, calls.listModActions, list);
  route(app, deps, calls.createModAction, acts.createModAction);
  route(app, deps, calls.revertModAction, acts.revertModAction);
  route(app, deps, calls.listBans, listBans);
  route(app, deps, calls.createBan, acts.createBan);
  route(app, deps, calls.revertBan, acts.revertBan);
  route(app, deps, calls.removeAndBan, acts.removeAndBan);
  route(app, deps, calls.revertRemoveAndBan, acts.revertRemoveAndBan);
  route(app, deps, decision.listOwnDecisions, listOwnDecisions);
  route(app, deps, decision.getDecision, getDecision);
  route(app, deps, decision.createObjection, createObjection);
  route(app, deps, decision.listDecisions, listDecisions);
  route(app, deps, decision.listObjections, objections.listObjections);
  route(app, deps, decision.getObjection, objections.getObjection);
  route(app, deps, decision.claimObjection, objections.claimObjection);
  route(app, deps, decision.renewObjection, objections.renewObjection);
  route(app, deps, decision.releaseObjection, objections.releaseObjection);
  route(app, deps, decision.decideObjection, objections.decideObjection);
  route(app, deps, replyCalls.removeReply, acts.removeReply);
  route(app, deps, replyCalls.restoreReply, acts.restoreReply);
  route(app, deps, decision.createWarning, acts.createWarning);
  route(app, deps, decision.confirmWarning, confirmWarning);
}
