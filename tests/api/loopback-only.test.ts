/** The demo answers only requests that name this machine (rule 18.12). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { loopbackOnly } from '#scripts/site-server/loopback-only.ts';
import { createSiteListener } from '#scripts/site-server/site-server.ts';
import { openTestApi, setUpApi } from '#tests/support/api-fixture.ts';
import { get } from '#tests/support/commands.ts';
import { listenOnLoopback } from '#tests/support/hub-client.ts';

const api = setUpApi();

const OWN = [
  'localhost',
  'localhost:5010',
  'NA.localhost:5010',
  'ru.api.localhost',
  '127.0.0.1',
  '127.8.9.1:80',
  '[::1]:5010',
];
const OTHERS = [
  'api.fleet.example',
  '203.0.113.7:5010',
  '[2001:db8::1]:5010',
  'localhost.fleet.example',
  'fleet.example:localhost',
  '127.0.0.1.fleet.example',
  'notlocalhost',
  '0.0.0.0:5010',
  '[::ffff:203.0.113.7]',
];

const statusFor = async (host: string, path = '/api/status'): Promise<number> =>
  (await api.app.inject({ url: path, headers: { host } })).statusCode;

/** The status of a WebSocket upgrade, or 'open'. */
async function upgrade(origin: string, host: string): Promise<string> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/hubs/post`, { headers: { host } });
  onTestFinished(() => socket.terminate());
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.once('open', () => resolve('open'));
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(String(statusCode)));
  });
}

test.each(OWN)('the API answers %s', async (host) => {
  expect(await statusFor(host)).toBe(200);
});

test.each(OTHERS)('the API refuses “%s” with 421', async (host) => {
  for (const path of ['/api/status', '/id/openid', '/unknown', '/swagger'])
    expect([path, await statusFor(host, path)]).toEqual([path, 421]);
});

test('the refusal says what answers where', async () => {
  const { json, headers } = await api.call('GET', '/api/status', { headers: { host: 'api.fleet.example' } });
  expect(json).toMatchObject({
    status: 421,
    title: 'Misdirected Request',
    detail: 'This is a demo with invented data. It answers only on its own machine, at localhost.',
  });
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('hubs refuse upgrades for other hosts', async () => {
  const origin = await listenOnLoopback(api);
  expect(await upgrade(origin, 'na.localhost')).toBe('open');
  expect(await upgrade(origin, 'api.fleet.example')).toBe('421');
});

const KEY = `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==`;
test.each([
  ['Host: localhost:99999', 400],
  [`Host: localhost:65536\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${KEY}`, 400],
  ['Host: localhost\r\nHost: na.localhost', 400],
  ['Connection: close', 421],
])('a request with %s is refused (Rule 17.36)', async (lines, status) => {
  await listenOnLoopback(api);
  const site = createServer(loopbackOnly(createSiteListener('', { regions: [] }))).listen(0, '127.0.0.1');
  onTestFinished(() => void site.close());
  for (const server of [api.app.server, site]) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
    socket.write(`GET /api/hubs/post HTTP/1.${status === 400 ? 1 : 0}\r\n${lines}\r\n\r\n`);
    expect((await once(socket, 'data'))[0]).toMatch(`HTTP/1.1 ${status} `);
    socket.destroy();
  }
});

test('production answers any host', async () => {
  const production = await openTestApi({ mode: 'production', database: api.database });
  const { status } = await production.call('GET', '/api/status', { headers: { host: 'api.fleet.example' } });
  expect(status).toBe(200);
});

test('the site of the demo refuses other hosts, too', async () => {
  const server = createServer(loopbackOnly((_request, response) => void response.end('the site')));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await get(port, '/', 'asia.localhost')).toBe('200 the site');
  for (const host of OTHERS)
    expect(await get(port, '/', host)).toMatch(/^421 This is a demo with invented data\./);
});
