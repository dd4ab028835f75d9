/** Calls below `/og`. */
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/deps.ts';
import { notFound } from '#api/http/errors.ts';
import { type Ctx, route } from '#api/http/route.ts';
import {
  type Card,
  type CardResult,
  readClanCard,
  readPlayerCard,
  readPostCard,
} from '#api/previews/cards.ts';
import { previewOf } from '#api/previews/preview.ts';
import * as calls from '#lib/schemas/calls/preview.ts';
import type { Preview } from '#lib/schemas/preview.ts';

/** Shared caches may keep previews and pictures this long, so that an opt-out takes effect soon. In seconds. */
const MAX_AGE_S = 60;

type AnyCtx = Pick<Ctx, 'region' | 'reply'>;

function answer({ region, reply }: AnyCtx, card: CardResult<Card>): Preview {
  if (card === null || card === 'hidden') throw notFound();
  reply.header('cache-control', `public, max-age=${MAX_AGE_S}`);
  return previewOf(card, region);
}

/** Registers the calls (rules 23.1 to 23.3). */
export function previewRoutes(app: FastifyInstance, deps: Deps): void {
  const { database } = deps;
  route(app, deps, calls.getPlayerPreview, async (ctx) =>
    answer(ctx, await database.read(ctx.region, (db) => readPlayerCard(db, ctx.params.id, ctx.now))),
  );
  route(app, deps, calls.getPostPreview, async (ctx) =>
    answer(ctx, await database.read(ctx.region, (db) => readPostCard(db, ctx.params.id))),
  );
  route(app, deps, calls.getClanPreview, async (ctx) =>
    answer(ctx, await database.read(ctx.region, (db) => readClanCard(db, ctx.params.id))),
  );
}
