import { expect, test } from 'vitest';
import {
  connectRaw,
  createClient,
  greetRaw,
  negotiate,
  startClient,
  startServer,
  tokenOf,
  until,
} from './support.ts';

const TEXT = ['Text'];

test('Negotiation version 1 returns an id and a separate token, different each time', async () => {
  const { url } = await startServer();
  const { response, body } = await negotiate(url);
  expect(response.status).toBe(200);
  expect(body).toEqual({
    negotiateVersion: 1,
    connectionId: expect.stringMatching(/^[\w-]{22}$/),
    connectionToken: expect.stringMatching(/^[\w-]{22}$/),
    availableTransports: [
      { transport: 'WebSockets', transferFormats: TEXT },
      { transport: 'ServerSentEvents', transferFormats: TEXT },
      { transport: 'LongPolling', transferFormats: TEXT },
    ],
  });
  expect(body.connectionId).not.toBe(body.connectionToken);
  expect((await negotiate(url)).body.connectionToken).not.toBe(body.connectionToken);
});

test.each(['', '?negotiateVersion=0'])(
  'Negotiation version 0 (%j) returns only an id, which connects',
  async (query) => {
    const { url } = await startServer();
    const { body } = await negotiate(url, query);
    expect(Object.keys(body)).toEqual(['negotiateVersion', 'connectionId', 'availableTransports']);
    expect(body.negotiateVersion).toBe(0);
    await greetRaw(`${url}?id=${body.connectionId}`);
  },
);

test.each(['?negotiateVersion=7', '?negotiateVersion=1&useStatefulReconnect=true'])(
  'Negotiation with %s is answered with version 1, and no stateful reconnect',
  async (query) => {
    const { body } = await negotiate((await startServer()).url, query);
    expect(body.negotiateVersion).toBe(1);
    expect(body).not.toHaveProperty('useStatefulReconnect');
  },
);

test('A refused negotiation returns the reason', async () => {
  const { url } = await startServer(undefined, { maxTokens: 1 });
  const nonsense = await negotiate(url, '?negotiateVersion=one');
  expect([nonsense.response.status, nonsense.body]).toEqual([
    200,
    { error: expect.stringContaining('not a number') },
  ]);
  await negotiate(url);
  const full = await negotiate(url);
  expect([full.response.status, full.body]).toEqual([200, { error: expect.stringContaining('no room') }]);
});

test('Paths match in any letter case', async () => {
  const { port } = await startServer([{ path: '/live/hub' }]);
  const url = `http://127.0.0.1:${port}/Live/Hub`;
  const { body } = await negotiate(url);
  await greetRaw(`${url}?id=${body.connectionToken}`);
});

test('A token connects once: it is refused while its connection is open and afterwards', async () => {
  const { url, server } = await startServer(undefined, { clientTimeout: 600 });
  const { body } = await negotiate(url);
  const address = `${url}?id=${body.connectionToken}`;
  const first = await greetRaw(address);
  await expect(connectRaw(address)).rejects.toThrow('409');
  first.socket.close();
  await until(() => server.connectionCount === 0);
  await expect(connectRaw(address)).rejects.toThrow('409');
  await until(() => server.tickets.size === 0);
  await expect(connectRaw(address)).rejects.toThrow('404');
});

test('An unused token expires', async () => {
  const { url, server } = await startServer(undefined, { tokenLifetime: 300 });
  const { body } = await negotiate(url);
  expect(server.tickets.size).toBe(1);
  await until(() => server.tickets.size === 0);
  await expect(connectRaw(`${url}?id=${body.connectionToken}`)).rejects.toThrow('404');
});

test('A connection id does not work as a token, and a token works only for its hub', async () => {
  const { url, port } = await startServer([{ path: '/hub' }, { path: '/other' }]);
  const { body } = await negotiate(url);
  await expect(connectRaw(`${url}?id=${body.connectionId}`)).rejects.toThrow('404');
  await expect(connectRaw(`http://127.0.0.1:${port}/other?id=${body.connectionToken}`)).rejects.toThrow(
    '404',
  );
  await greetRaw(`${url}?id=${body.connectionToken}`);
});

test('An upgrade of an unknown path gets 404, on a full server 503', async () => {
  const { url, port } = await startServer(undefined, { maxConnections: 1 });
  await expect(connectRaw(`http://127.0.0.1:${port}/nowhere`)).rejects.toThrow('404');
  await greetRaw(url);
  await expect(connectRaw(url)).rejects.toThrow('503');
});

test('A request that is neither negotiation nor upgrade needs a token', async () => {
  const { url } = await startServer();
  for (const method of ['GET', 'POST', 'DELETE']) {
    expect((await fetch(url, { method })).status).toBe(400);
    expect((await fetch(`${url}?id=unknown`, { method })).status).toBe(404);
  }
});

const from = (address: string) => ({ 'x-test-address': address });

test('Connections per address are limited, negotiated ones included (Rule 17.22)', async () => {
  const { url, server } = await startServer(undefined, { maxPerAddress: 3, tokenLifetime: 60_000 });
  const { body } = await negotiate(url, undefined, from('one'));
  await negotiate(url, undefined, from('one'));
  const open = await greetRaw(`${url}?id=${body.connectionToken}`, from('one'));
  await greetRaw(url, from('one'));
  const refused = await negotiate(url, undefined, from('one'));
  expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '60']);
  expect(refused.body).toMatchObject({
    status: 429,
    detail: expect.stringContaining('Too many connections'),
  });
  await expect(connectRaw(url, from('one'))).rejects.toThrow('429');
  expect((await negotiate(url, undefined, from('two'))).response.status).toBe(200);
  open.socket.close();
  await until(() => server.connectionCount === 1);
  expect((await negotiate(url, undefined, from('one'))).response.status).toBe(200);
});

test('Expired tokens release their places', async () => {
  const { url, server } = await startServer(undefined, { maxPerAddress: 1, tokenLifetime: 100 });
  await negotiate(url);
  expect((await negotiate(url)).response.status).toBe(429);
  await until(() => server.tickets.size === 0);
  expect((await negotiate(url)).response.status).toBe(200);
});

test('Connections per account are limited over all addresses (Rule 17.22)', async () => {
  const secured = [{ path: '/hub', requiresUser: true }];
  const { url } = await startServer(secured, { maxPerAccount: 2 });
  const as = (id: number, address: string) => ({ ...from(address), authorization: `Bearer ${tokenOf(id)}` });
  await greetRaw(url, as(7, 'one'));
  await negotiate(url, undefined, as(7, 'two'));
  expect((await negotiate(url, undefined, as(7, 'three'))).response.status).toBe(429);
  await expect(connectRaw(url, as(7, 'three'))).rejects.toThrow('429');
  await greetRaw(url, as(8, 'one'));
});

test('A polled connection keeps its place until it ends', async () => {
  const { url } = await startServer(undefined, { maxPerAddress: 1 });
  const { body } = await negotiate(url);
  const address = `${url}?id=${body.connectionToken}`;
  expect((await fetch(address)).status).toBe(200);
  expect((await negotiate(url)).response.status).toBe(429);
  expect((await fetch(address, { method: 'DELETE' })).status).toBe(202);
  expect((await negotiate(url)).response.status).toBe(200);
});

test('The SignalR client reports too many connections, and connects once there is room', async () => {
  const { url, server } = await startServer(undefined, { maxPerAddress: 1 });
  const first = await startClient(url);
  const second = createClient(url);
  await expect(second.start()).rejects.toThrow("Status code '429'");
  await first.stop();
  await until(() => server.connectionCount === 0);
  await second.start();
});
