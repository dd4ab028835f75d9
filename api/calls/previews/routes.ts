/** Calls below `/og`: previews for the edge handler, and their pictures. */

import type { FastifyInstance } from 'fastify';
import { type Ctx, callerOf, type Deps, route, SENT } from '#api/calls/core/route.ts';
import {
  type Card,
  type CardResult,
  readClanCard,
  readPlayerCard,
  readPostCard,
} from '#api/calls/previews/cards.ts';
import { createPictures, type Pictures } from '#api/calls/previews/pictures.ts';
import { cardVersion, previewOf } from '#api/calls/previews/preview.ts';
import type { Reader } from '#api/db/database.ts';
import { ApiError, notFound, problem } from '#api/http/errors.ts';
import { matchesEtag } from '#api/http/etag.ts';
import { clanStateOf, findClan } from '#api/model/players/clans.ts';
import type { StoredState } from '#api/model/players/profile.ts';
import { readStored } from '#api/model/replays/files.ts';
import { findReplay } from '#api/model/replays/queries.ts';
import { findPlayerState } from '#api/publisher/store.ts';
import { regions } from '#lib/regions.ts';
import * as calls from '#lib/schemas/calls/preview.ts';
import { NO_PAGE_TYPE, type PreviewPage } from '#lib/schemas/preview.ts';

type LookUpCtx = Ctx<typeof calls.getPlayerPreview> | Ctx<typeof calls.getClanPreview>;
/** The context of a response; the calls differ only in how they read their card. */
type PictureCtx = Pick<Ctx, 'deps' | 'region' | 'read' | 'request' | 'reply'> & {
  query: { v?: string | undefined };
};

function sendPreview({ region }: Pick<Ctx, 'region'>, card: CardResult<Card>): PreviewPage {
  if (card === null || card === 'gone') throw problem(card === null ? 404 : 410, { type: NO_PAGE_TYPE });
  return card === 'hidden' ? { noindex: true } : previewOf(card, region);
}

async function findClanState(db: Reader, id: number): Promise<StoredState | null> {
  const clan = await findClan(db, id);
  return clan && clanStateOf(clan);
}

/** A player who is unknown may have been erased, which only the reader of the card finds out. */
function unless404(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

/**
 * Looks a player or clan up of whom the API knows at most the name. False: the caller does not wait for that, and the answer
 * is 202.
 */
async function lookedUp(kind: 'player' | 'clan', ctx: LookUpCtx): Promise<boolean> {
  const { deps, region, params, query, reply, read } = ctx;
  const find = kind === 'player' ? findPlayerState : findClanState;
  const state = await read((db) => find(db, params.id));
  if (query.lookUp)
    await deps.publisher.ensure(kind, region, params.id, state, callerOf(ctx)).catch(unless404);
  else if (state === null || state.refreshedAt === null) {
    reply.code(202);
    return false;
  }
  return true;
}

/**
 * Sends the picture; for a page that is hidden or gone one that names no one (rule 23.7). Unknown: 404. Browsers keep it if
 * the address has its version.
 */
async function sendPicture(
  { deps, region, query, request, reply, read }: PictureCtx,
  found: CardResult<Card>,
  pictures: Pictures,
): Promise<typeof SENT> {
  if (found === null) throw notFound();
  const card = found === 'gone' ? 'hidden' : found;
  const version = cardVersion(card, region);
  const etag = `"${version}"`;
  reply.isVersioned = query.v === version;
  // Chat programs and other sites show it.
  reply.headers({ etag, 'cross-origin-resource-policy': 'cross-origin' });
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    reply.code(304).send();
    return SENT;
  }
  const order = { card, label: regions[region].label };
  const picture = await pictures.get(version, order, async () => {
    if (card === 'hidden' || card.kind !== 'post' || !card.replayId || !card.battle?.thumbnail) return null;
    const { replayId } = card;
    const replay = await read((db) => findReplay(db, replayId));
    return readStored(deps.files, region, replay?.timelineSha256 ?? null);
  });
  reply.header('content-type', 'image/png').send(picture);
  return SENT;
}

/** Registers the calls (rules 23.1, 23.2 and 23.7). */
export function previewRoutes(app: FastifyInstance, deps: Deps): void {
  const pictures = createPictures(deps.now);
  app.addHook('onClose', () => pictures.close());
  type CardCtx<Id> = Pick<Ctx, 'read'> & { params: { id: Id } };
  const readPlayer = ({ read, params }: CardCtx<number>) => read((db) => readPlayerCard(db, params.id));
  const readPost = ({ read, params }: CardCtx<string>) => read((db) => readPostCard(db, params.id));
  const readClan = ({ read, params }: CardCtx<number>) => read((db) => readClanCard(db, params.id));

  route(app, deps, calls.getPlayerPreview, async (ctx) =>
    (await lookedUp('player', ctx)) ? sendPreview(ctx, await readPlayer(ctx)) : undefined,
  );
  route(app, deps, calls.getPostPreview, async (ctx) => sendPreview(ctx, await readPost(ctx)));
  route(app, deps, calls.getClanPreview, async (ctx) =>
    (await lookedUp('clan', ctx)) ? sendPreview(ctx, await readClan(ctx)) : undefined,
  );
  route(app, deps, calls.getPlayerPicture, async (ctx) => sendPicture(ctx, await readPlayer(ctx), pictures));
  route(app, deps, calls.getPostPicture, async (ctx) => sendPicture(ctx, await readPost(ctx), pictures));
  route(app, deps, calls.getClanPicture, async (ctx) => sendPicture(ctx, await readClan(ctx), pictures));
}
