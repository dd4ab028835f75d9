/** Calls of `/api/mod` and `/api/decisions`. */

import type { FastifyInstance } from 'fastify';
import { type Ctx, type Deps, route, type SENT } from '#api/calls/core/route.ts';
import { sendList } from '#api/calls/core/whole-list.ts';
import { createModAction } from '#api/calls/moderation/actions.ts';
import { createBan, listBans, revertBan } from '#api/calls/moderation/bans.ts';
import { createObjection, getDecision, listDecisions } from '#api/calls/moderation/decisions.ts';
import { decideObjection, getObjection, listObjections } from '#api/calls/moderation/objections.ts';
import { removeReply, restoreReply } from '#api/calls/moderation/replies.ts';
import { removeAndBan, revertModAction, revertRemoveAndBan } from '#api/calls/moderation/revert.ts';
import { confirmWarning, createWarning } from '#api/calls/moderation/warnings.ts';
import type { Db } from '#api/db/database.ts';
import { notFound, validationError } from '#api/http/errors.ts';
import { ACTIONS_PIECE, findModAction, readActions } from '#api/model/moderation.ts';
import * as decision from '#lib/schemas/calls/decision.ts';
import * as calls from '#lib/schemas/calls/moderation.ts';
import * as replyCalls from '#lib/schemas/calls/reply.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';

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
  return sendList(ctx, read, { piece: ACTIONS_PIECE, emptyStatus: 204 });
}

/** Registers the calls. */
export function moderationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.getModAction, get);
  route(app, deps, calls.listModActions, list);
  route(app, deps, calls.createModAction, createModAction);
  route(app, deps, calls.revertModAction, revertModAction);
  route(app, deps, calls.listBans, listBans);
  route(app, deps, calls.createBan, createBan);
  route(app, deps, calls.revertBan, revertBan);
  route(app, deps, calls.removeAndBan, removeAndBan);
  route(app, deps, calls.revertRemoveAndBan, revertRemoveAndBan);
  route(app, deps, decision.getDecision, getDecision);
  route(app, deps, decision.createObjection, createObjection);
  route(app, deps, decision.listDecisions, listDecisions);
  route(app, deps, decision.listObjections, listObjections);
  route(app, deps, decision.getObjection, getObjection);
  route(app, deps, decision.decideObjection, decideObjection);
  route(app, deps, replyCalls.removeReply, removeReply);
  route(app, deps, replyCalls.restoreReply, restoreReply);
  route(app, deps, decision.createWarning, createWarning);
  route(app, deps, decision.confirmWarning, confirmWarning);
}
