import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { serveHubs } from '../src/index.ts';
import { connectRaw, greetRaw, listen, negotiate, record, startClient, startServer } from './support.ts';

/** An app with one hub and no options. */
async function startPlain() {
  const app = Fastify();
  const server = serveHubs(app);
  const hub = server.addHub({ path: '/chat', methods: { Scope: ({ scope }) => scope } });
  const closed = server.addHub({ path: '/closed', requiresUser: true });
  return { app, hub, closed, origin: `http://127.0.0.1:${await listen(app)}` };
}

test('Without options, everyone is signed out, in the scope `all`', async () => {
  const { hub, origin } = await startPlain();
  const client = await startClient(`${origin}/chat`);
  const events = record(client, 'Event');
  expect(await client.invoke('Scope')).toBe('all');
  hub.broadcast('all', 'Event', 1);
  await events.received(1);
  expect((await negotiate(`${origin}/closed`)).response.status).toBe(401);
});

test('Without options, only pages of the own host can connect', async () => {
  const { origin } = await startPlain();
  await greetRaw(`${origin}/chat`, { origin });
  for (const foreign of ['http://evil.example', 'null', 'nonsense'])
    await expect(connectRaw(`${origin}/chat`, { origin: foreign })).rejects.toThrow('403');
});

test('A hub can be added after the app has loaded other plugins', async () => {
  const app = Fastify();
  const server = serveHubs(app);
  await app.register(async () => undefined);
  server.addHub({ path: '/late' });
  const origin = `http://127.0.0.1:${await listen(app)}`;
  expect((await startClient(`${origin}/late`)).state).toBe('Connected');
});

test('An upgrade can be refused with a status and a time to wait', async () => {
  const refuseUpgrade = () => ({ status: 429, retryAfter: 7 });
  const { url } = await startServer(undefined, {}, { refuseUpgrade });
  const socket = new WebSocket(url.replace('http', 'ws'));
  const response = await new Promise((resolve) => socket.on('unexpected-response', (_, got) => resolve(got)));
  expect(response).toMatchObject({ statusCode: 429, headers: { 'retry-after': '7' } });
});

test('Upgrades of other paths are left to other listeners', async () => {
  const { app, origin } = await startPlain();
  const others = new WebSocketServer({ noServer: true });
  app.server.on('upgrade', (request, socket, head) => {
    if (request.url === '/other') others.handleUpgrade(request, socket, head, (one) => one.close(4000));
  });
  const other = await connectRaw(`${origin}/other`);
  expect(await other.closed()).toBe(4000);
  await greetRaw(`${origin}/chat`);
});
