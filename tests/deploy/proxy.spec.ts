/** How the web server passes on requests for the API, seen from a program in the API's place. */
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import WebSocket, { WebSocketServer } from 'ws';
import { readErrorBody } from '#lib/client/error-body.ts';
import { addressesOf, LOOPBACK } from '#scripts/deploy/deployment.ts';
import { close, freePort, listen } from '#scripts/support/listen.ts';
import { type Running, stop } from '#scripts/support/processes.ts';
import { serverFolder } from '#scripts/testing/deploy/deployed-site.ts';
import { startWebServer, type WebServer } from '#scripts/testing/deploy/web-servers.ts';
import { currentTestSite } from '#scripts/testing/test-site.ts';
import { rawRequest } from '#tests/support/raw-request.ts';

const CRAWLER = 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)';
const MIB = 1024 * 1024;
const folder = `${serverFolder(currentTestSite())}-proxy`;
const logFolder = `${folder}-log`;

let api: Server[];
let web: Running;
let sitePort: number;
let deadSitePort: number;
let port: number;
let deadPort: number;
let deadWeb: Running;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

async function until(check: () => Promise<boolean>): Promise<void> {
  await expect.poll(check, { intervals: [20] }).toBe(true);
}

const isUp = (webPort: number) => () =>
  rawRequest(webPort, '/up', { headers: { host: `localhost:${webPort}` } }).then(
    () => true,
    () => false,
  );

async function startFor(
  apiPort: number,
  name: string,
  env: NodeJS.ProcessEnv = {},
): Promise<[Running, number, number]> {
  const apiHostPort = await freePort();
  const sitePort = await freePort();
  const running = await startWebServer(process.env.WEB_SERVER as WebServer, `${folder}-${name}`, {
    ...addressesOf(`localhost:${sitePort}`, `localhost:${apiHostPort}`, env),
    plainHttp: { site: [`127.0.0.1:${sitePort}`], api: [`127.0.0.1:${apiHostPort}`] },
    siteFolder: currentTestSite().distDir,
    logFolder,
    cacheFolder: `${folder}-cache`,
    api: [`127.0.0.1:${apiPort}`],
    operators: [...LOOPBACK, '127.0.0.8/30'],
    previews: `127.0.0.1:${await freePort()}`,
  });
  await until(isUp(apiHostPort));
  return [running, apiHostPort, sitePort];
}

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  answer = (_request, response) => response.end('up');
  api = await listen((request, response) => answer(request, response), {
    host: '127.0.0.1',
    port: 0,
    name: 'API_PORT',
  });
  const [server] = api as [Server];
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(`echo ${data}`)));
  const apiPort = (server.address() as AddressInfo).port;
  [web, port, sitePort] = await startFor(apiPort, 'live');
  [deadWeb, deadPort, deadSitePort] = await startFor(await freePort(), 'dead', { SWAGGER_PUBLIC: 'false' });
});

test.afterAll(async () => {
  await Promise.all([stop(web), stop(deadWeb), close(api)]);
  for (const name of [`${folder}-live`, `${folder}-dead`, logFolder])
    await rm(name, { recursive: true, force: true });
});

const host = () => `na.localhost:${port}`;

test('The API gets the caller’s address, the host and a request id (Rule 21.4)', async () => {
  const seen = Promise.withResolvers<IncomingMessage>();
  answer = (request, response) => {
    seen.resolve(request);
    response.setHeader('x-request-id', request.headers['x-request-id'] ?? '').end('ok');
  };
  const { headers } = await rawRequest(port, '/api/Status?a=%2F', {
    headers: {
      host: host(),
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil.example',
      'x-request-id': 'forged',
    },
  });
  const request = await seen.promise;
  expect(request.url).toBe('/api/Status?a=%2F');
  expect(request.headers).toMatchObject({
    host: host(),
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': host(),
    'x-forwarded-proto': 'http',
  });
  expect(request.headers['x-request-id']).toMatch(/^[0-9a-f-]{32,36}$/);
  expect(headers['x-request-id']).toBe(request.headers['x-request-id']);
});

test('Live connections are WebSockets from end to end (Rule 21.5)', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/hubs/post`, { headers: { host: host() } });
  await once(socket, 'open');
  socket.send('hello');
  expect(String((await once(socket, 'message'))[0])).toBe('echo hello');
  socket.close();
});

test('What the API sends on a live connection arrives at once (Rule 21.5)', async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    asked.resolve(response);
  };
  const request = http.get({
    port,
    host: '127.0.0.1',
    path: '/api/hubs/post?id=1',
    headers: { host: host() },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(String((await once(response, 'data'))[0])).toBe('data: 1\n\n');
  const sender = await asked.promise;
  sender.write('data: 2\n\n');
  expect(String((await once(response, 'data'))[0])).toBe('data: 2\n\n');
  sender.end();
  request.destroy();
});

const upload = (size: number) =>
  rawRequest(port, '/api/Post', {
    method: 'POST',
    headers: { host: host(), origin: `http://na.localhost:${sitePort}`, 'content-length': String(size) },
    body: Buffer.alloc(size),
  });

test('An upload of 6 MiB passes, a larger one is refused in the API’s form (Rule 21.6)', async () => {
  answer = (request, response) => {
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
    });
    request.on('end', () => response.end(String(size)));
    request.on('error', () => response.destroy());
  };
  expect((await upload(6 * MIB)).body.toString()).toBe(String(6 * MIB));
  const { status, headers, body } = await upload(6 * MIB + 1);
  expect(status).toBe(413);
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'access-control-allow-origin': `http://na.localhost:${sitePort}`,
    'access-control-allow-credentials': 'true',
  });
  expect(JSON.parse(body.toString())).toMatchObject({
    status: 413,
    detail: 'The request must be at most 6 MiB.',
  });
});

test('While the API is down, its hosts answer 503 with a time to wait (Rule 21.7)', async () => {
  const headers = { host: `localhost:${deadPort}`, origin: 'https://elsewhere.example' };
  const answered = await rawRequest(deadPort, '/api/Status', { headers });
  expect(answered.status).toBe(503);
  expect(answered.headers).toMatchObject({
    'retry-after': '2',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  expect(answered.headers).not.toHaveProperty('access-control-allow-origin');
  const shown = readErrorBody(503, answered.headers['content-type'] ?? '', answered.body.toString());
  expect(shown.message).toBe('The service is restarting. Try again in a moment.');
  expect(JSON.parse(answered.body.toString())).toMatchObject({ status: 503, detail: shown.message });
});

const open = async (webPort: number, path: string, localAddress: string) => {
  const headers = { host: `localhost:${webPort}` };
  return (await rawRequest(webPort, path, { headers, localAddress })).status;
};

test('Only the machine itself and named addresses reach /ready and /metrics (Rule 21.12)', async () => {
  answer = (_request, response) => response.end('details');
  for (const path of ['/ready', '/READY/', '//ready?x', '/%72eady', '/metrics'])
    for (const [address, status] of [
      ['127.0.0.1', 200],
      ['127.0.0.9', 200],
      ['127.0.0.2', 403],
    ] as const)
      expect(await open(port, path, address), `${path} from ${address}`).toBe(status);
  for (const path of ['/health', '/readyx', '/api/ready', '/swagger'])
    expect(await open(port, path, '127.0.0.2'), path).toBe(200);
  const headers = { host: `localhost:${port}` };
  const { body } = await rawRequest(port, '/ready', { headers, localAddress: '127.0.0.2' });
  expect(JSON.parse(body.toString())).toMatchObject({ status: 403, title: 'Forbidden' });
});

test('Without SWAGGER_PUBLIC, only operators reach the API’s page (Rule 21.12)', async () => {
  for (const path of ['/swagger', '/swagger/', '/Swagger/json', '/swagger/static/index.html'])
    for (const [address, status] of [
      ['127.0.0.1', 503],
      ['127.0.0.2', 403],
    ] as const)
      expect(await open(deadPort, path, address), `${path} from ${address}`).toBe(status);
});

const page = (webPort: number, address: string, agent?: string) =>
  rawRequest(webPort, address, {
    headers: { host: `localhost:${webPort}`, ...(agent && { 'user-agent': agent }) },
  });

test('Crawlers alone get previews, or the page while these are down (Rule 21.11)', async () => {
  const { port: deployed, distDir } = currentTestSite();
  const player = '/player/500000002';
  // While the process starts, crawlers get the page as browsers do.
  await until(async () => (await page(deployed, player, CRAWLER)).body.includes('Borodino_Gunner'));
  const [filled, plain] = await Promise.all([page(deployed, player, CRAWLER), page(deployed, player)]);
  expect(filled.body.includes('Borodino_Gunner')).toBe(true);
  for (const name of ['content-security-policy', 'x-frame-options', 'referrer-policy', 'content-type'])
    expect(filled.headers[name], name).toBe(plain.headers[name]);
  expect(filled.headers['cache-control']).toBe('private, no-cache');
  const dead = await page(deadSitePort, player, CRAWLER);
  const built = await readFile(path.join(distDir, 'eu/player/_/index.html'), 'utf8');
  for (const { status, headers, body } of [plain, dead]) {
    expect([status, headers['cache-control'], body.toString()]).toEqual([200, 'no-cache', built]);
    expect(headers['content-security-policy']).toContain('connect-src');
  }
  for (const { headers } of [filled, plain])
    expect(headers.vary?.split(', ').toSorted()).toEqual(['Accept-Encoding', 'User-Agent']);
  expect(dead.headers.vary).toContain('User-Agent');
  const unknown = await page(deployed, '/player/999999999,Unknown', CRAWLER);
  expect([unknown.status, unknown.body.toString()]).toEqual([404, built]);
  for (const address of ['/', '/posts', '/nowhere', '/favicon.svg', '/player/500000002/']) {
    const [crawler, browser] = await Promise.all([page(deployed, address, CRAWLER), page(deployed, address)]);
    expect([crawler.status, crawler.headers.location], address).toEqual([
      browser.status,
      browser.headers.location,
    ]);
    expect(crawler.body.equals(browser.body), address).toBe(true);
  }
});

test('The API’s own problems pass unchanged', async () => {
  answer = (_request, response) => response.writeHead(503, { 'retry-after': '9' }).end('own words');
  const { headers, body } = await rawRequest(port, '/api/Status', { headers: { host: host() } });
  expect(headers['retry-after']).toBe('9');
  expect(body.toString()).toBe('own words');
});

test('The access log has the path and the request id, and no query, cookie or token (Rule 21.8)', async () => {
  answer = (_request, response) => response.end('ok');
  const headers = {
    host: host(),
    cookie: 'Auth_NA=secret1',
    authorization: 'Bearer secret2',
    referer: 'http://a/?secret3',
  };
  await rawRequest(port, '/api/hubs/post?access_token=secret4', { headers });
  const file = path.join(logFolder, process.env.WEB_SERVER === 'nginx' ? 'access.log' : 'api.log');
  await until(async () => (await readFile(file, 'utf8')).includes('"/api/hubs/post"'));
  const log = await readFile(file, 'utf8');
  expect(log).not.toContain('secret');
  expect(log).toMatch(/"(id|X-Request-Id)":\[?"[0-9a-f-]{32,36}/);
  if (process.env.WEB_SERVER === 'nginx')
    expect(await readFile(`${folder}-live/debian.log`, 'utf8')).toBe('');
});

test('What is logged while the API is down has no token (Rule 21.8)', async () => {
  let output = '';
  for (const stream of [deadWeb.child.stdout, deadWeb.child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const { status } = await rawRequest(deadPort, '/api/hubs/post?access_token=secret5', {
    headers: { host: `localhost:${deadPort}` },
  });
  expect(status).toBe(503);
  await stop(deadWeb);
  const files = [
    `${folder}-dead/error.log`,
    ...(await readdir(logFolder)).map((name) => `${logFolder}/${name}`),
  ];
  const logs = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  expect([output, ...logs].join('\n')).not.toContain('secret5');
});
