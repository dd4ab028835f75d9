/** Calls of `/api/mod`. */
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/deps.ts';
import { notFound, validationError } from '#api/http/errors.ts';
import { type Ctx, route } from '#api/http/route.ts';
import { createModAction } from '#api/moderation/actions.ts';
import { createBan, listBans, revertBan } from '#api/moderation/bans.ts';
import { findModAction, listModActions } from '#api/moderation/queries.ts';
import { revertModAction } from '#api/moderation/revert.ts';
import * as calls from '#lib/schemas/calls/moderation.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';

async function get({ deps, region, params, viewer }: Ctx<typeof calls.getModAction>): Promise<ModAction> {
  const action = await deps.database.read(region, (db) => findModAction(db, params.id, viewer));
  if (action === null) throw notFound();
  return action;
}

async function list(ctx: Ctx<typeof calls.listModActions>): Promise<ModAction[] | undefined> {
  const { deps, region, query, viewer, request, reply } = ctx;
  if (query.postId === undefined && query.userId === undefined)
    throw validationError({ postId: ['Either postId or userId is required.'] }, request.id);
  const actions = await deps.database.read(region, (db) => listModActions(db, query, viewer));
  if (actions.length > 0) return actions;
  reply.code(204);
  return undefined;
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
}
