import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, Server } from 'node:http';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REGION_IDS } from '#lib/regions.ts';
import { routes } from '#lib/routes.ts';
import { precompress } from '#scripts/build/precompress.ts';
import { createSiteListener } from '#scripts/site-server/site-server.ts';
import { close, listen } from '#scripts/support/listen.ts';

const LONG_SCRIPT = `export const text = '${'fleet '.repeat(400)}';`;
const POLICY = `<meta http-equiv="content-security-policy" content="default-src 'none'; connect-src 'self'; base-uri 'none'; script-src 'self' 'sha256-AAAA'; style-src 'self';">`;
const VIDEO = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));

let dist: string;
let servers: Server[];
let port: number;

async function write(file: string, body: string | Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, body);
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request without changes: `fetch` would normalize the path and decompress the body. */
function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path: url, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
    });
    request.on('error', reject).end();
  });
}

beforeAll(async () => {
  dist = await mkdtemp(path.join(os.tmpdir(), 'site-server-'));
  for (const region of REGION_IDS) {
    const folder = path.join(dist, region);
    for (const route of routes)
      await write(path.join(folder, route.shell), `${POLICY}<h1>${region} ${route.id}</h1>`);
    await write(path.join(folder, '404.html'), `${POLICY}<h1>${region} not found</h1>`);
    await write(path.join(folder, 'hashed/app.C0FFEE.js'), LONG_SCRIPT);
    await write(path.join(folder, 'assets/guidelines.html'), '<p>Be kind.</p>');
    await write(path.join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await write(path.join(folder, 'clip.mp4'), VIDEO);
    await write(path.join(folder, '_headers'), '/*');
  }
  await write(path.join(dist, 'secret.txt'), 'not for visitors');
  await precompress(REGION_IDS.map((region) => path.join(dist, region)));
  servers = await listen(createSiteListener(dist), { host: '127.0.0.1', port: 0, name: 'PORT' });
  [port] = servers.map((server) => (server.address() as AddressInfo).port) as [number];
});

afterAll(async () => {
  await close(servers);
  await rm(dist, { recursive: true });
});

describe('regions', () => {
  it.each([
    ['localhost', 'eu'],
    ['RU.localhost:4321', 'cis'],
    ['unknown.example.org', 'eu'],
  ])('the host %s gets the build of %s', async (host, region) => {
    const { body } = await get('/', { host });
    expect(body.toString()).toBe(`${POLICY}<h1>${region} home</h1>`);
  });
});

describe('routes (Rule 21.1)', () => {
  it.each(routes.map((route) => [route.pattern.replace(/:\w+/g, '500000001,Aurora%20Captain'), route.id]))(
    '%s answers 200 with the shell of %s',
    async (url, id) => {
      const { status, body, headers } = await get(`${url}?page=2`);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body.toString()).toBe(`${POLICY}<h1>eu ${id}</h1>`);
    },
  );

  it('redirects the old address of a post and keeps the query', async () => {
    const { status, headers } = await get('/posts/view/0f1e?from=mail');
    expect(status).toBe(301);
    expect(headers.location).toBe('/posts/0f1e?from=mail');
  });

  it('redirects an address with a trailing slash', async () => {
    const { status, headers } = await get('/player/500000001,Aurora/?tab=sent');
    expect(status).toBe(301);
    expect(headers.location).toBe('/player/500000001,Aurora?tab=sent');
  });

  it.each(['//example.org/', '//player/', '///posts//'])(
    '%s never redirects to another host',
    async (url) => {
      const { headers } = await get(url);
      expect(headers.location ?? '/').toMatch(/^\/(?!\/)/);
    },
  );

  it.each([
    '/nowhere',
    '/player/1,a/b',
    '/index.html',
    '/player/_/index.html',
    '/404.html',
    '/hashed/gone.js',
    '/hashed/app.C0FFEE.js.br',
    '/_headers',
  ])('%s answers 404 with the not-found page', async (url) => {
    const { status, body, headers } = await get(url, { 'if-none-match': '*', range: 'bytes=0-3' });
    expect(status).toBe(404);
    expect(body.toString()).toBe(`${POLICY}<h1>eu not found</h1>`);
    expect(headers['cache-control']).toBe('no-cache');
  });
});

describe('hostile addresses', () => {
  it.each([
    '/%',
    '/player/%E0%A4%A',
    '/%ff',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/..%2fsecret.txt',
    '/%00',
  ])('%s answers 404 and never leaves the build', async (url) => {
    const { status, body } = await get(url);
    expect(status).toBe(404);
    expect(body.toString()).not.toContain('not for visitors');
  });

  it('answers 404 for a path with parent steps', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write('GET /../secret.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      });
      let answer = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        answer += chunk;
      });
      socket.on('end', () => resolve(answer)).on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 404/);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is not allowed', async (method) => {
    const { status, headers } = await get('/', {}, method);
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, HEAD');
  });
});

describe('files (Rules 21.1 and 21.2)', () => {
  it.each([
    ['/hashed/app.C0FFEE.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/favicon.svg', 'image/svg+xml', 'public, max-age=3600'],
    ['/clip.mp4', 'video/mp4', 'public, max-age=3600'],
    ['/assets/guidelines.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/posts', 'text/html; charset=utf-8', 'no-cache'],
  ])('%s has the type %s and the caching "%s"', async (url, type, caching) => {
    const { status, headers } = await get(url);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers['cache-control']).toBe(caching);
  });

  it.each([
    ['br', (body: Buffer) => brotliDecompressSync(body)],
    ['gzip', (body: Buffer) => gunzipSync(body)],
  ])('sends a precompressed %s body to clients that accept it', async (encoding, decompress) => {
    const { headers, body } = await get('/hashed/app.C0FFEE.js', { 'accept-encoding': encoding });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toBe('Accept-Encoding');
    expect(body.length).toBeLessThan(LONG_SCRIPT.length / 5);
    expect(decompress(body).toString()).toBe(LONG_SCRIPT);
  });

  it('does not send an encoding that is refused', async () => {
    const { headers, body } = await get('/hashed/app.C0FFEE.js', { 'accept-encoding': 'br;q=0, gzip;q=0.0' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.toString()).toBe(LONG_SCRIPT);
  });

  it('answers 304 for an unchanged file in the same encoding only', async () => {
    const first = await get('/hashed/app.C0FFEE.js', { 'accept-encoding': 'br' });
    const etag = first.headers.etag as string;
    const again = await get('/hashed/app.C0FFEE.js', {
      'accept-encoding': 'br',
      'if-none-match': `"x", ${etag}`,
    });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
    const plain = await get('/hashed/app.C0FFEE.js', { 'if-none-match': etag });
    expect(plain.status).toBe(200);
  });

  it("serves an editor's new file without a restart", async () => {
    const before = await get('/assets/guidelines.html');
    await write(path.join(dist, 'eu/assets/guidelines.html'), '<p>Be kinder.</p>');
    const after = await get('/assets/guidelines.html', { 'if-none-match': before.headers.etag as string });
    expect(after.status).toBe(200);
    expect(after.body.toString()).toBe('<p>Be kinder.</p>');
  });

  it('HEAD answers with the headers of GET and no body', async () => {
    const { status, headers, body } = await get('/posts', {}, 'HEAD');
    expect(status).toBe(200);
    expect(Number(headers['content-length'])).toBeGreaterThan(0);
    expect(body).toHaveLength(0);
  });
});

it.each([
  ['bytes=-10', 206, 'bytes 990-999/1000'],
  ['bytes=1000-', 416, 'bytes */1000'],
  ['bytes=0-1,5-6', 200, undefined],
])('a video with the range %s is answered with %i', async (range, status, contentRange) => {
  const answer = await get('/clip.mp4', { range });
  expect([answer.status, answer.headers['content-range']]).toEqual([status, contentRange]);
  if (status === 206) expect(answer.body).toEqual(VIDEO.subarray(990));
});

const PAGE_HEADER =
  "connect-src 'self'; base-uri 'none'; script-src-attr 'none'; style-src-attr 'none'; frame-ancestors 'none'";

it.each([
  ['/', PAGE_HEADER],
  ['/posts', PAGE_HEADER],
  ['/nowhere', PAGE_HEADER],
  ['/hashed/app.C0FFEE.js', "frame-ancestors 'none'"],
  ['/posts/view/1', "frame-ancestors 'none'"],
  ['/assets/guidelines.html', "default-src 'none'; sandbox"],
])('%s carries the security headers with the policy "%s" (Rule 16.3)', async (url, policy) => {
  const { headers } = await get(url);
  expect(headers).toMatchObject({
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
  expect(headers).not.toHaveProperty('strict-transport-security');
});

it('requires HTTPS from browsers that reach it over HTTPS', async () => {
  const others = await listen(createSiteListener(dist, { overHttps: true }), {
    host: '127.0.0.1',
    port: 0,
    name: 'PORT',
  });
  const [other] = others.map((server) => (server.address() as AddressInfo).port);
  const { headers } = await fetch(`http://127.0.0.1:${other}/`);
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  await close(others);
});
