/** Calls below `/feed` (rule 23.9). */

import type { FastifyInstance } from 'fastify';
import { Feed } from 'feed';
import { excerpt, flairText, linesOf, shownName } from '#api/base/shown-text.ts';
import { apiOriginOf, type Ctx, type Deps, route, SENT } from '#api/calls/core/route.ts';
import { notFound } from '#api/http/errors.ts';
import { etagOf, matchesEtag } from '#api/http/etag.ts';
import { findPlayersWithClans } from '#api/model/players/queries.ts';
import { readLatest, readOfPlayer } from '#api/model/posts/lists.ts';
import type { PostPage } from '#api/model/posts/pages.ts';
import type { PostRow } from '#api/model/posts/queries.ts';
import { parseFlairs } from '#lib/domain/flairs.ts';
import { paths } from '#lib/paths.ts';
import { regions } from '#lib/regions.ts';
import * as calls from '#lib/schemas/calls/feed.ts';
import { playerName } from '#lib/schemas/player.ts';

/** Title of a feed, addresses of its page on the site and of itself, and origin of the site. */
type FeedHead = Record<'title' | 'page' | 'self' | 'site', string>;

const SUMMARY_MAX_LENGTH = 400;

/** Feed readers show all texts as HTML, so plain text is escaped. The library escapes for XML. */
const asHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The whole post in paragraphs. */
const contentOf = ({ content }: PostRow): string =>
  linesOf(content)
    .filter((line) => line !== '')
    .map((line) => `<p>${asHtml(line)}</p>`)
    .join('');

const changedAt = ({ createdAt, updatedAt }: PostRow): Date => new Date(updatedAt ?? createdAt);

/** The feed of posts that are listed for everyone, newest first. */
function atomFeed({ title, page, self, site }: FeedHead, rows: readonly PostRow[]): string {
  const newest = Math.max(0, ...rows.map((row) => changedAt(row).getTime()));
  const feed = new Feed({
    title,
    id: self,
    link: page,
    feedLinks: { atom: self },
    updated: new Date(newest),
    image: `${site}/icons/icon-512.png`,
    favicon: `${site}/icons/icon-192.png`,
    generator: 'Fleet Karma',
    copyright: '',
  });
  for (const row of rows) {
    const author = shownName(row.author.username, playerName(row.author.id));
    const player = shownName(row.player.username, playerName(row.player.id));
    const parts = [
      `${author} about ${player}`,
      flairText(parseFlairs(row.flairs), row.held),
      excerpt(row.content, SUMMARY_MAX_LENGTH),
    ];
    feed.addItem({
      title: asHtml(shownName(row.title, 'Untitled post')),
      id: `urn:uuid:${row.id}`,
      link: site + paths.post(row.id),
      date: changedAt(row),
      published: new Date(row.createdAt),
      author: [{ name: author, link: site + paths.player(row.author) }],
      description: asHtml(parts.filter(Boolean).join(' · ')),
      content: contentOf(row),
    });
  }
  return feed.atom1();
}

/** Entries of a feed. */
const FEED_WINDOW = { limit: 25, offset: 0 };

type FeedCtx = Ctx<typeof calls.getLatestFeed> | Ctx<typeof calls.getPlayerFeed>;

/** Feeds show everyone what visitors see, because shared caches keep them. */
const readerOf = ({ deps, region }: FeedCtx) => ({ database: deps.database, region, viewer: null });

function send(ctx: FeedCtx, name: string, [path, self]: [string, string], { rows }: PostPage): typeof SENT {
  const { region, deps, request, reply } = ctx;
  const site = deps.config.siteOrigins[region][0] as string;
  const title = `${name} · Fleet Karma ${regions[region].label}`;
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
  return send(ctx, 'Latest posts', [paths.posts, calls.getLatestFeed.path], page);
}

async function ofPlayer(ctx: Ctx<typeof calls.getPlayerFeed>): Promise<typeof SENT> {
  const { params } = ctx;
  const [player] = await ctx.read((db) => findPlayersWithClans(db, [params.id]));
  if (player === undefined) throw notFound();
  const name = player.optedOut ? playerName(player.id) : shownName(player.username, playerName(player.id));
  const page = await readOfPlayer(readerOf(ctx), 'received', params.id, FEED_WINDOW);
  const path = paths.player({ id: player.id, username: name });
  return send(ctx, `Posts about ${name}`, [path, `/feed/player/${player.id}.atom`], page);
}

/** Registers the calls. */
export function feedRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.getLatestFeed, latest);
  route(app, deps, calls.getPlayerFeed, ofPlayer);
}
