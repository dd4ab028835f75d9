/** Link previews through the local site server, with a real API in front of it (Rules 23.1 to 23.6). */
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
    feedLinks: true,
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
  it('gets the preview of a shared page with the security headers of the site', async () => {
    const get = await startSite(answerPreview);
    const answer = await get(PLAYER_PATH, DISCORD);
    expect(await answer.text()).toContain('<meta property="og:title" content="Aurora_Captain">');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      etag: expect.stringMatching(/^W\//),
    });
    expect(answer.headers.has('last-modified')).toBe(false);
    expect(hosts.at(-1)).toMatch(/^na\.localhost:\d+$/);
  });

  it.each(['br', 'gzip', 'identity'])('gets the same page in %s, with its length', async (encoding) => {
    const get = await startSite(answerPreview);
    const answer = await get(PLAYER_PATH, DISCORD, { headers: { 'accept-encoding': encoding } });
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding, User-Agent');
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0);
    expect(await answer.text()).toContain('og:title');
  });

  it('gets the status of a page that was removed, compressed and without a body for HEAD (Rule 23.13)', async () => {
    const get = await startSite((_request, response) =>
      response.writeHead(410).end(JSON.stringify({ type: NO_PAGE_TYPE })),
    );
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

  it('gets redirects and the not-found page as before', async () => {
    const get = await startSite(answerPreview);
    expect((await get(`${PLAYER_PATH}/`, DISCORD)).status).toBe(301);
    const missing = await get(`${PLAYER_PATH}/more`, DISCORD);
    expect([missing.status, await missing.text()]).toEqual([404, SHELL]);
  });

  it('gets 304 for an unchanged preview, and no body for HEAD', async () => {
    const get = await startSite(answerPreview);
    const etag = (await get(PLAYER_PATH, DISCORD)).headers.get('etag') as string;
    expect((await get(PLAYER_PATH, DISCORD, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const head = await get(PLAYER_PATH, DISCORD, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
  });

  it('gets the plain page when the API is down', async () => {
    const get = await startSite((_request, response) => response.destroy());
    expect(await (await get(PLAYER_PATH, DISCORD)).text()).toBe(SHELL);
  });
});

describe('a browser', () => {
  it('gets the built page without the API, compressed and with its validators (Rule 23.4)', async () => {
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

  it('gets a range of the built page', async () => {
    const get = await startSite(() => undefined);
    const answer = await get(PLAYER_PATH, BROWSER, { headers: { range: 'bytes=0-14' } });
    expect([answer.status, await answer.text()]).toEqual([206, '<!doctype html>']);
  });

  it('gets no body for HEAD', async () => {
    const get = await startSite(() => undefined);
    const answer = await get(PLAYER_PATH, BROWSER, { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(SHELL));
  });
});
