import { once } from 'node:events';
import { request } from 'node:http';
import { HttpTransportType } from '@microsoft/signalr';
import { expect, test, vi } from 'vitest';
import {
  BREAKING_TOKEN,
  connectRaw,
  createClient,
  greetRaw,
  inScope,
  negotiate,
  SITE_ORIGIN,
  startClient,
  startServer,
  tokenOf,
} from './support.ts';

const secured = [
  { path: '/hub', requiresUser: true, methods: { Who: ({ user }: { user: unknown }) => user } },
];
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('A hub that needs a user answers 401 without one, on negotiation, upgrade and poll', async () => {
  const { url } = await startServer(secured);
  const { response } = await negotiate(url);
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
  await expect(connectRaw(url)).rejects.toThrow('401');
  expect((await fetch(`${url}?id=x`)).status).toBe(401);
  await expect(createClient(url).start()).rejects.toThrow("Status code '401'");
  expect((await negotiate(url, undefined, bearer('invalid'))).response.status).toBe(401);
});

test('A failing authentication refuses an upgrade with 503 and is logged, and others can still connect', async () => {
  const { url, logged } = await startServer(secured);
  await expect(connectRaw(`${url}?access_token=${BREAKING_TOKEN}`)).rejects.toThrow('503');
  expect((await negotiate(url, undefined, bearer(BREAKING_TOKEN))).response.status).toBe(500);
  expect(logged).toEqual([
    {
      details: { err: new Error('The database cannot be reached.') },
      sentence: expect.stringContaining('could not be opened'),
    },
  ]);
  await greetRaw(url, bearer(tokenOf(7)));
});

test('The SignalR client signs in with its token factory', async () => {
  const { url } = await startServer(secured);
  const client = await startClient(url, { accessTokenFactory: () => tokenOf(7) });
  expect(await client.invoke('Who')).toEqual({ id: 7 });
});

test.each([
  ['the access_token query, as from browsers', `?access_token=${tokenOf(7)}`, {}],
  ['the Authorization header', '', bearer(tokenOf(7))],
  ['a cookie', '', { cookie: `token=${tokenOf(7)}` }],
])('A WebSocket is signed in by %s', async (_, query, headers) => {
  const { url, hubs } = await startServer(secured);
  const client = await greetRaw(`${url}${query}`, headers);
  hubs[0]?.sendToUser('main', 8, 'Event', 'not mine');
  hubs[0]?.sendToUser('main', 7, 'Event', 'mine');
  expect(await client.next()).toEqual({ type: 1, target: 'Event', arguments: ['mine'] });
});

test('A connection token works only for its own user and scope', async () => {
  const { url } = await startServer(secured);
  const { body } = await negotiate(url, undefined, bearer(tokenOf(7)));
  const query = `?id=${body.connectionToken}`;
  await expect(connectRaw(`${url}${query}`, bearer(tokenOf(8)))).rejects.toThrow('404');
  const elsewhere = { ...bearer(tokenOf(7)), ...inScope('other') };
  await expect(connectRaw(`${url}${query}`, elsewhere)).rejects.toThrow('404');
  await greetRaw(`${url}${query}`, bearer(tokenOf(7)));
});

test.each([
  [
    'A WebSocket',
    {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    },
  ],
  ['An event stream', { accept: 'text/event-stream' }],
])('%s whose client leaves during authentication keeps no place', async (_, head) => {
  const { url, app, server } = await startServer(secured, { maxPerAccount: 1 });
  const headers = bearer(tokenOf(7));
  const isUpgrade = 'upgrade' in head;
  const query = isUpgrade ? '' : `?id=${(await negotiate(url, undefined, headers)).body.connectionToken}`;
  const user = Promise.withResolvers<{ id: number }>();
  const authenticate = vi.spyOn(server.options, 'authenticate').mockReturnValueOnce(user.promise);
  const received = once(app.server, isUpgrade ? 'upgrade' : 'request');
  const client = request(`${url}${query}`, { headers: { ...headers, ...head } });
  client.on('error', () => undefined).end();
  const [{ socket }] = await received;
  await expect.poll(() => authenticate).toHaveBeenCalled();
  // Not `once`, which rejects when the socket has an error.
  const left = new Promise((resolve) => socket.on('close', resolve));
  client.socket?.resetAndDestroy();
  await left;
  user.resolve({ id: 7 });
  await user.promise;
  expect((await negotiate(url, undefined, headers)).response.status).toBe(200);
  expect(server.connectionCount).toBe(0);
});

test('A connection ends when its sign-in expires', async () => {
  const { url } = await startServer(secured);
  const client = await greetRaw(url, bearer(tokenOf(7, Date.now() + 80)));
  expect(await client.next()).toEqual({ type: 7, error: 'The sign-in has expired.' });
  await client.closed();
});

test('Closing a user ends all connections of that user only', async () => {
  const { url, hubs } = await startServer(secured);
  const [first, second, other] = await Promise.all([7, 7, 8].map((id) => greetRaw(url, bearer(tokenOf(id)))));
  hubs[0]?.closeUser('main', 7, 'Over.');
  expect(await first?.next()).toEqual({ type: 7, error: 'Over.' });
  expect(await second?.next()).toEqual({ type: 7, error: 'Over.' });
  expect(hubs[0]?.count('main')).toBe(1);
  expect(other?.closeCode).toBeNull();
});

test.each(['http://evil.example', 'null', 'http://site.example:4322', `${SITE_ORIGIN}.evil.example`])(
  'Pages of a foreign origin (%s) cannot connect, negotiate or poll',
  async (origin) => {
    const { url } = await startServer();
    await expect(connectRaw(url, { origin })).rejects.toThrow('403');
    const { response } = await negotiate(url, undefined, { origin });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect((await fetch(`${url}?id=x`, { headers: { origin } })).status).toBe(403);
  },
);

test('Pages of an allowed origin can connect, and can read the negotiation with credentials', async () => {
  const { url } = await startServer();
  const { response, body } = await negotiate(url, undefined, { origin: SITE_ORIGIN });
  expect(response.headers.get('access-control-allow-origin')).toBe(SITE_ORIGIN);
  expect(response.headers.get('access-control-allow-credentials')).toBe('true');
  expect(response.headers.get('vary')).toBe('Origin');
  expect(response.headers.get('cache-control')).toBe('no-store');
  await greetRaw(`${url}?id=${body.connectionToken}`, { origin: SITE_ORIGIN });
});

test('A preflight allows the headers that the client sends', async () => {
  const { url } = await startServer(secured);
  for (const path of [url, `${url}/negotiate`]) {
    const response = await fetch(path, {
      method: 'OPTIONS',
      headers: { origin: SITE_ORIGIN, 'access-control-request-method': 'POST' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(SITE_ORIGIN);
    const allowed = response.headers.get('access-control-allow-headers')?.split(', ');
    expect(allowed).toEqual(
      expect.arrayContaining(['x-requested-with', 'x-signalr-user-agent', 'authorization']),
    );
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, DELETE');
  }
});

test.each([HttpTransportType.LongPolling, HttpTransportType.ServerSentEvents])(
  'Transport %i is signed in by header on every request',
  async (transport) => {
    const { url } = await startServer(secured);
    const client = await startClient(url, {
      transport,
      headers: { cookie: `token=${tokenOf(9)}` },
      accessTokenFactory: () => tokenOf(9),
    });
    expect(await client.invoke('Who')).toEqual({ id: 9 });
  },
);
