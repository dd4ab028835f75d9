/** The edge handler with a static host and an API that tests control. */
import { perRegion } from '#lib/regions.ts';
import type { Preview } from '#lib/schemas/preview.ts';
import { createEdgeHandler, type EdgeOptions } from '../../src/edge/handler.ts';

/** A page as the build writes it, shortened. */
export const SHELL = [
  '<!doctype html><html lang="en" data-region="eu"><head><meta charset="utf-8">',
  `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'self' 'sha256-AAAA'">`,
  '<script>{const root = "<title>not this one";}</script>',
  '<title>Player · Fleet Karma EU</title><meta name="description" content="A player’s karma, ratings and posts.">',
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml"></head>',
  '<body><svg><title>Clan</title></svg><h1>Player</h1><script type="module" src="/hashed/a.js"></script></body></html>',
].join('');

/** Headers of the static host. */
export const SHELL_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "frame-ancestors 'none'",
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  vary: 'Accept-Encoding',
  etag: '"file"',
  'last-modified': 'Mon, 04 May 2026 12:00:00 GMT',
  'content-length': String(new TextEncoder().encode(SHELL).length),
};

export const PLAYER_PATH = '/player/500000001,Aurora_Captain';
export const POST_ID = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f1';
export const DISCORD = 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)';
export const BROWSER = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

/** The preview of the player at `PLAYER_PATH`, unless overridden. */
export function makePreview(overrides: Partial<Preview> = {}): Preview {
  return {
    path: PLAYER_PATH,
    title: 'Aurora_Captain',
    description: 'Karma +12',
    alt: 'A picture',
    version: 'abc123',
    ...overrides,
  };
}

export const jsonAnswer = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** Answers a request to the API; may never settle. */
export type Answer = (url: string) => Response | Promise<Response>;

/** A handler whose clock does not move until `clock.now` is set. */
export function setUpEdge(answer: Answer, overrides: Partial<EdgeOptions> = {}) {
  const clock = { now: 1_000_000 };
  /** Addresses that the API got requests for. */
  const asked: string[] = [];
  const handler = createEdgeHandler({
    siteOrigins: perRegion((id) => `https://${id}.example.org`),
    apiOrigins: perRegion((id) => `https://api.${id}.example.org`),
    now: () => clock.now,
    fetch: async ({ url }) => {
      asked.push(url);
      return answer(url);
    },
    ...overrides,
  });
  const staticHost = { status: 200, headers: SHELL_HEADERS as Record<string, string>, body: SHELL };
  const requests: Request[] = [];
  const fetchStatic = async (request: Request) => {
    requests.push(request);
    const { status, body } = staticHost;
    return new Response(request.method === 'HEAD' ? null : body, { status, headers: staticHost.headers });
  };
  const visit = (path: string, headers: Record<string, string> = {}, method = 'GET', address?: string) =>
    handler(new Request(`https://example.org${path}`, { method, headers }), fetchStatic, address);
  return {
    clock,
    asked,
    requests,
    staticHost,
    visit,
    crawl: (path: string, headers: Record<string, string> = {}, address?: string) =>
      visit(path, { 'user-agent': DISCORD, ...headers }, 'GET', address),
  };
}
