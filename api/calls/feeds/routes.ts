/** Calls below `/feed` (rule 23.9). */
import type { FastifyInstance } from 'fastify';
import { shownName } from '#api/base/shown-text.ts';
import type { Deps } from '#api/calls/core/route.ts';
import { apiOriginOf, type Ctx, route, SENT } from '#api/calls/core/route.ts';
import { atomFeed, type FeedHead } from '#api/calls/feeds/atom.ts';
import { notFound } from '#api/http/errors.ts';
import { etagOf, matchesEtag } from '#api/http/etag.ts';
import { findPlayersWithClans } from '#api/model/players/queries.ts';
import { readLatest, readReceived } from '#api/model/posts/lists.ts';
import type { PostPage } from '#api/model/posts/pages.ts';
import { paths } from '#lib/paths.ts';
import { regions } from '#lib/regions.ts';
import * as calls from '#lib/schemas/calls/feed.ts';
import { playerName } from '#lib/schemas/player.ts';

/** Entries of a feed. */
const FEED_WINDOW = { limit: 25, offset: 0 };

type FeedCtx = Ctx<typeof calls.getLatestFeed> | Ctx<typeof calls.getPlayerFeed>;

/** Feeds show everyone what visitors see, because shared caches keep them. */
const readerOf = ({ deps, region }: FeedCtx) => ({ database: deps.database, region, viewer: null });

function send(
  ctx: FeedCtx,
  head: Pick<FeedHead, 'title'>,
  [path, self]: [string, string],
  { rows }: PostPage,
): typeof SENT {
  const { region, deps, request, reply } = ctx;
  const site = deps.config.siteOrigins[region][0] as string;
  const title = `${head.title} · Fleet Karma ${regions[region].label}`;
  const body = atomFeed({ title, site, page: site + path, self: apiOriginOf(ctx) + self }, rows);
  // Here, because whole posts may exceed the size up to which every answer gets one.
  const etag = etagOf(body);
  reply.header('etag', etag);
  if (matchesEtag(request.headers['if-none-match'], etag)) reply.code(304).send();
  else reply.header('content-type', `${ctx.call.contentType}; charset=utf-8`).send(body);
  return SENT;
}

async function latest(ctx: Ctx<typeof calls.getLatestFeed>): Promise<typeof SENT> {
  const page = await readLatest(readerOf(ctx), { hasReplay: undefined, hideModActions: true }, FEED_WINDOW);
  return send(ctx, { title: 'Latest posts' }, [paths.posts, calls.getLatestFeed.path], page);
}

async function ofPlayer(ctx: Ctx<typeof calls.getPlayerFeed>): Promise<typeof SENT> {
  const { deps, region, params } = ctx;
  const [player] = await deps.database.read(region, (db) => findPlayersWithClans(db, [params.id]));
  if (player === undefined) throw notFound();
  const name = player.optedOut ? playerName(player.id) : shownName(player.username, playerName(player.id));
  const page = await readReceived(readerOf(ctx), params.id, FEED_WINDOW);
  const path = paths.player({ id: player.id, username: name });
  return send(ctx, { title: `Posts about ${name}` }, [path, `/feed/player/${player.id}.atom`], page);
}

/** Registers the calls. */
export function feedRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.getLatestFeed, latest);
  route(app, deps, calls.getPlayerFeed, ofPlayer);
}
