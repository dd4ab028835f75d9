/** The web server's answers are those of the project's own site server, which other tests describe. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import { REGION_IDS, regionHost } from '#lib/regions.ts';
import { redirects, routes } from '#lib/routes.ts';
import { createSiteListener } from '#scripts/site-server/site-server.ts';
import { close, listen } from '#scripts/support/listen.ts';
import { currentTestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';
import { type RawAnswer, rawRequest } from '#tests/support/raw-request.ts';
import { loadConfig } from '../../src/config.ts';
import { createEdgeHandler } from '../../src/edge/handler.ts';

const site = currentTestSite();
const ENCODINGS = ['', 'gzip', 'br', 'br;q=0, gzip'];

const fill = (pattern: string): string => pattern.replace(/:\w+/g, '500000001,A%2FB%20%D0%9A');
const addresses = routes.map(({ pattern }) => fill(pattern));
const untidy = addresses.flatMap((address) => [
  `${address}/?tab=sent`,
  `/${address.replaceAll('/', '//')}`,
  `${address}//`,
]);
const SCRIPT = readdirSync(path.join(site.distDir, 'eu/hashed')).find((name) => name.endsWith('.js'));

/** Addresses of each kind; every region's host gets all of them. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  routes: [...addresses, ...addresses.map((address) => `${address}?page=2`)],
  redirects: [...redirects.map(({ from }) => `${fill(from)}?from=mail`), ...untidy, '//example.org/'],
  files: [
    `/hashed/${SCRIPT}`,
    '/favicon.svg',
    '/favicon.ico',
    '/robots.txt',
    '/sitemap.xml',
    '/manifest.webmanifest',
    '/sw.js',
    '/assets/guidelines.html',
    '/.well-known/security.txt',
  ],
  'missing files': [
    '/nowhere',
    '/player/1,a/b',
    '/index.html',
    '/player/_/index.html',
    '/player/index.html',
    '/404.html',
    '/404.html.br',
    '/assets',
    '/hashed/',
    '/hashed/gone.js',
    `/hashed/${SCRIPT}.br`,
    '/PLAYER',
  ],
};

/** Headers that must be alike. An ETag and a date differ, because they come from files at another place. */
const COMPARED = [
  'location',
  'content-type',
  'content-encoding',
  'cache-control',
  'content-security-policy',
  'x-frame-options',
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'strict-transport-security',
  'allow',
];

function comparable({ status, headers, body }: RawAnswer) {
  // Redirects and refusals have a body that no one reads.
  const isFile = status === 200 || status === 404;
  const names = COMPARED.filter((name) => isFile || !/^content-(type|encoding)$/.test(name));
  const vary = [...new Set((headers.vary ?? '').toLowerCase().split(/,\s*/))].toSorted().join();
  return {
    status,
    headers: Object.fromEntries(names.map((name) => [name, headers[name]])),
    ...(isFile && { vary, body: createHash('sha256').update(body).digest('hex') }),
  };
}

let servers: Server[];
let ownPort: number;

test.beforeAll(async () => {
  const edge = createEdgeHandler({ ...loadConfig(testSiteEnvironment(site)), fetch: () => Promise.reject() });
  servers = await listen(createSiteListener(site.distDir, { edge }), {
    host: '127.0.0.1',
    port: 0,
    name: 'PORT',
  });
  [ownPort] = servers.map((server) => (server.address() as AddressInfo).port) as [number];
});
test.afterAll(() => close(servers));

for (const region of REGION_IDS)
  test(`${region} answers every address as the site server does (Rule 21.1)`, async () => {
    const host = regionHost(region, `localhost:${site.port}`);
    for (const address of Object.values(ADDRESSES).flat())
      for (const encoding of ENCODINGS) {
        const options = { headers: { host, ...(encoding && { 'accept-encoding': encoding }) } };
        const [own, deployed] = await Promise.all([
          rawRequest(ownPort, address, options),
          rawRequest(site.port, address, options),
        ]);
        expect(comparable(deployed), `${address} with ${encoding}`).toEqual(comparable(own));
      }
  });

const host = `localhost:${site.port}`;

test('An unchanged file is answered with 304, in the same encoding only (Rule 21.2)', async () => {
  for (const address of ['/posts', `/hashed/${SCRIPT}`, '/assets/guidelines.html']) {
    const headers = { host, 'accept-encoding': 'br' };
    const first = await rawRequest(site.port, address, { headers });
    const etag = first.headers.etag ?? '';
    expect(etag, address).toMatch(/"/);
    const again = await rawRequest(site.port, address, { headers: { ...headers, 'if-none-match': etag } });
    expect(again.status, address).toBe(304);
    expect(again.body).toHaveLength(0);
    expect(again.headers['cache-control']).toBe(first.headers['cache-control']);
  }
});

test('Conditions, ranges and methods count for files alone (Rule 21.1)', async () => {
  const read = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
    rawRequest(site.port, address, { headers: { host, ...headers }, method });
  const missing = await read('/hashed/gone.js', { 'if-none-match': '*', range: 'bytes=0-3' });
  expect([missing.status, missing.body.length > 1000]).toEqual([404, true]);
  const part = await read('/favicon.ico', { range: 'bytes=0-9' });
  expect([part.status, part.body.length]).toEqual([206, 10]);
  const head = await read('/posts', {}, 'HEAD');
  expect([head.status, head.body.length, Number(head.headers['content-length']) > 1000]).toEqual([
    200,
    0,
    true,
  ]);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    for (const address of ['/', '/posts/1', '/nowhere', '/favicon.svg']) {
      const { status, headers } = await read(address, {}, method);
      expect([status, headers.allow], `${method} ${address}`).toEqual([405, 'GET, HEAD']);
    }
});

/** Statuses: nginx refuses paths that leave the root or contain a null byte, Caddy finds no file for them. */
for (const [address, nginx, caddy] of [
  ['/%', 400, 400],
  ['/player/%E0%A4%A', 400, 400],
  ['/%ff', 404, 404],
  ['/%00', 400, 404],
  ['/../secret.txt', 400, 404],
  ['/..%2fsecret.txt', 400, 404],
  ['/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc/passwd', 400, 404],
] as const)
  test(`The hostile address ${address} is refused`, async () => {
    const { status, body } = await rawRequest(site.port, address, { headers: { host } });
    expect(status).toBe(process.env.WEB_SERVER === 'nginx' ? nginx : caddy);
    expect(body.includes('root:x')).toBe(false);
  });

test('Neither the version nor the name of the server is sent', async () => {
  const { headers } = await rawRequest(site.port, '/', { headers: { host } });
  expect(headers.server ?? 'nginx').toBe('nginx');
});
