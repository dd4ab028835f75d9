/** Calls of `/api/mod` and `/api/decisions`. */

import type { FastifyInstance } from 'fastify';
import { type Ctx, type Deps, route, type SENT } from '#api/calls/core/route.ts';
import { sendList } from '#api/calls/core/whole-list.ts';
import * as acts from '#api/calls/moderation/acts.ts';
import { listBans } from '#api/calls/moderation/bans.ts';
import {
  confirmWarning,
  createObjection,
  getDecision,
  listDecisions,
  listOwnDecisions,
} from '#api/calls/moderation/decisions.ts';
import * as objections from '#api/calls/moderation/objections.ts';
import type { Db } from '#api/db/database.ts';
import { notFound, validationError } from '#api/http/errors.ts';
import { toWire } from '#api/http/wire-form.ts';
import { ACTIONS_PIECE, findModAction, readActions } from '#api/model/moderation.ts';
import * as decision from '#lib/schemas/calls/decision.ts';
import * as calls from '#lib/schemas/calls/moderation.ts';
import * as replyCalls from '#lib/schemas/calls/reply.ts';
import { type ModAction, ModActionSchema } from '#lib/schemas/moderation.ts';

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
