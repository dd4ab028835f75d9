/** The demo answers only requests that name this machine (rule 18.12). */
import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { hostRefusal } from '#api/http/headers.ts';
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

test('a request without a host is refused', () => {
  expect(hostRefusal({ mode: 'demo' }, new IncomingMessage(new Socket()))).toBe(421);
});

test.each(['localhost:99999', 'x:99999', 'localhost\r\nHost: na.localhost'])(
  'API, hubs and site refuse the Host header “%s” with 400 (Rule 17.36)',
  async (host) => {
    const site = createServer(createSiteListener('', { regions: [] }));
    onTestFinished(() => void site.close());
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const apiPort = Number(new URL(await listenOnLoopback(api)).port);
    const statusAt = async (port: number, ...lines: string[]) => {
      const socket = connect(port, '127.0.0.1').setEncoding('latin1');
      socket.write(`${['GET /api/hubs/post HTTP/1.1', `Host: ${host}`, ...lines].join('\r\n')}\r\n\r\n`);
      const [answer] = await once(socket, 'data');
      socket.destroy();
      return answer.slice(9, 12);
    };
    expect(await statusAt(apiPort)).toBe('400');
    const key = `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==`;
    expect(await statusAt(apiPort, 'Connection: Upgrade', 'Upgrade: websocket', key)).toBe('400');
    expect(await statusAt((site.address() as AddressInfo).port)).toBe('400');
  },
);

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
