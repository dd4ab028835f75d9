/** Link previews through the site server, with a real API in front of it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import http, { type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { perRegion, REGION_IDS } from '#lib/regions.ts';
import { routes } from '#lib/routes.ts';
import { NO_PAGE_TYPE } from '#lib/schemas/preview.ts';
import { precompress } from '#scripts/build/precompress.ts';
import { fetchFromApi } from '#scripts/site-server/edge.ts';
import { createSiteListener } from '#scripts/site-server/site-server.ts';
import { close, listen } from '#scripts/support/listen.ts';
import { BROWSER, DISCORD, makePreview, PLAYER_PATH, SHELL } from '#tests/support/edge.ts';
import { createEdgeHandler } from '../../src/edge/handler.ts';

let dist: string;
let servers: Server[] = [];

beforeAll(async () => {
  dist = await mkdtemp(path.join(os.tmpdir(), 'site-edge-'));
  for (const region of REGION_IDS)
    for (const file of [...routes.map(({ shell }) => shell), '404.html']) {
      await mkdir(path.dirname(path.join(dist, region, file)), { recursive: true });
      await writeFile(path.join(dist, region, file), SHELL);
    }
  await precompress(REGION_IDS.map((region) => path.join(dist, region)));
});
afterEach(async () => {
  await close(servers);
  servers = [];
});
afterAll(() => rm(dist, { recursive: true }));

async function start(listener: RequestListener): Promise<number> {
  const [server] = (await listen(listener, { host: '127.0.0.1', port: 0, name: 'PORT' })) as [Server];
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

/** The status of a conditional request as browsers send it: `fetch` would add `Cache-Control: no-cache`. */
const statusWithEtag = (url: string, etag: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { 'user-agent': BROWSER, 'accept-encoding': 'br', 'if-none-match': etag };
    http
      .get(url, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
      .on('error', reject);
  });

/** A site whose API answers with `api`; returns a function that requests a page of it. */
async function startSite(api: RequestListener) {
  const apiPort = await start(api);
  const edge = createEdgeHandler({
    siteOrigins: perRegion((id) => `https://${id}.example.org`),
    apiOrigins: perRegion(() => `http://na.localhost:${apiPort}`),
    fetch: fetchFromApi(),
  });
  const port = await start(createSiteListener(dist, { edge }));
  return (url: string, agent: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${url}`, {
      ...init,
      redirect: 'manual',
      headers: { 'user-agent': agent, 'accept-encoding': 'identity', ...init.headers },
    });
}

const hosts: (string | undefined)[] = [];
const answerPreview: RequestListener = ({ headers }, response) => {
  hosts.push(headers.host);
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(makePreview()));
};

describe('a crawler', () => {
  it.each(['br', 'gzip', 'identity'])(
    'gets the preview in %s, with the headers of the site',
    async (encoding) => {
      const get = await startSite(answerPreview);
      const headers = { 'accept-encoding': encoding };
      // Repeated, because a busy machine may take longer than a crawler waits.
      let answer = new Response();
      const crawl = async () => {
        answer = await get(PLAYER_PATH, DISCORD, { headers });
        return answer.headers.get('cache-control');
      };
      await expect.poll(crawl).toBe('private, no-cache');
      expect(await answer.text()).toContain('<meta property="og:title" content="Aurora_Captain">');
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        vary: 'Accept-Encoding, User-Agent',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'content-length': expect.stringMatching(/^[1-9]/),
      });
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(answer.headers.has('last-modified')).toBe(false);
      expect(hosts.at(-1)).toMatch(/^na\.localhost:\d+$/);
      const etag = answer.headers.get('etag') ?? '';
      const again = () => get(PLAYER_PATH, DISCORD, { headers: { ...headers, 'if-none-match': etag } });
      await expect.poll(async () => (await again()).status).toBe(304);
    },
  );

  it('gets the status of a page that was removed, compressed and without a body for HEAD', async () => {
    const get = await startSite((_request, response) =>
      response.writeHead(410).end(JSON.stringify({ type: NO_PAGE_TYPE })),
    );
    await expect.poll(async () => (await get(PLAYER_PATH, DISCORD)).status).toBe(410);
    const answer = await get(PLAYER_PATH, DISCORD, { headers: { 'accept-encoding': 'br' } });
    expect([answer.status, answer.headers.get('content-encoding'), await answer.text()]).toEqual([
      410,
      'br',
      SHELL,
    ]);
    const head = await get(PLAYER_PATH, DISCORD, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([410, '']);
    expect((await get(PLAYER_PATH, BROWSER)).status).toBe(200);
  });
});

it('a browser gets the built page without the API, compressed and with its validators', async () => {
  let isAsked = false;
  const get = await startSite(() => {
    isAsked = true;
  });
  const answer = await get(PLAYER_PATH, BROWSER, { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.has('last-modified')).toBe(true);
  expect(await answer.text()).toBe(SHELL);
  const etag = answer.headers.get('etag') as string;
  expect(await statusWithEtag(answer.url, etag)).toBe(304);
  expect(isAsked).toBe(false);
});
