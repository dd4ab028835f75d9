/** Shutdown: new requests are refused, running ones finish, hub clients reconnect (rules 17.11 and 22.5). */
import { once } from 'node:events';
import { connect } from 'node:net';
import { HubConnectionState } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DataSource } from '#api/db/database.ts';
import { posts } from '#api/db/schema.ts';
import { refuseArriving } from '#api/http/bodies.ts';
import { listen } from '#api/operation/listen.ts';
import { postDto, postForm, type TestApi } from '#tests/support/api.ts';
import { openTestApi } from '#tests/support/api-fixture.ts';
import { connectHub, listenOnLoopback } from '#tests/support/hub-client.ts';
import { beginCreate, type SlowCreate } from '#tests/support/slow-create.ts';
import { borrowTestDatabase } from '#tests/support/test-database.ts';

let database: DataSource;
beforeAll(async () => {
  database = await borrowTestDatabase();
});
afterAll(() => database.close());

async function start(): Promise<{ api: TestApi; port: number }> {
  const api = await openTestApi({ database });
  api.clock.now = Date.now();
  const origin = await listenOnLoopback(api);
  return { api, port: Number(new URL(origin).port) };
}

/** Begins a create about Borodino. */
const begin = async ({ api, port }: { api: TestApi; port: number }, author: number): Promise<SlowCreate> =>
  beginCreate(port, await api.tokenOf(author), postForm(postDto({ author: { id: author } })));

test('finishes a running create and stores its post', async () => {
  const { api, port } = await start();
  const author = await api.addPlayer();
  const create = await begin({ api, port }, author);
  const closed = api.app.close();
  expect(await create.finish()).toBe(201);
  await closed;
  const stored = await database.read('eu', (db) => db.select().from(posts));
  expect(stored.map(({ authorId }) => authorId)).toEqual([author]);
});

test('answers an upload that has not arrived by the end with 503 and a sentence (Rule 22.5)', async () => {
  const { api, port } = await start();
  const requested = once(api.app.server, 'request');
  const create = await begin({ api, port }, await api.addPlayer());
  const [request] = await requested;
  await expect.poll(() => request.readableDidRead).toBe(true);
  const closed = api.app.close();
  refuseArriving(api.app.server);
  expect(await create.finish()).toBe(503);
  await closed;
});

test('refuses new connections and does not wait for idle ones', async () => {
  const { api, port } = await start();
  const idle = connect({ port, host: '127.0.0.1' });
  idle.write('GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(idle, 'data');
  const create = await begin({ api, port }, await api.addPlayer());
  const ended = once(idle, 'close');
  const closed = api.app.close();
  await ended;
  const late = connect({ port, host: '127.0.0.1' });
  const [error] = await once(late, 'error');
  expect(error.code).toBe('ECONNREFUSED');
  await create.finish();
  await closed;
});

test('answers callers whose connections the system took before the API stopped listening', async () => {
  const api = await openTestApi({ database });
  const listening = await listen(api.app, api.config);
  const answers = Array.from({ length: 20 }, async () => {
    const socket = connect({ port: listening.port, host: '127.0.0.1' });
    socket.write('GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [answer] = await once(socket, 'data');
    return String(answer).slice(0, 12);
  });
  // The system connects them at the next tick, before this process hears of any.
  await new Promise((resolve) => process.nextTick(resolve));
  await listening.stop();
  expect(await Promise.all(answers)).toEqual(answers.map(() => 'HTTP/1.1 200'));
});

test('makes hub clients reconnect', async () => {
  const { api, port } = await start();
  const { connection } = await connectHub(api, 'post', undefined, [0, 50, 100, 200, 400]);
  const reconnecting = new Promise((resolve) => connection.onreconnecting(resolve));
  const reconnected = new Promise((resolve) => connection.onreconnected(resolve));
  await api.app.close();
  await reconnecting;
  expect(connection.state).toBe(HubConnectionState.Reconnecting);
  const next = await openTestApi({ database });
  await next.app.listen({ port, host: '127.0.0.1' });
  await reconnected;
  expect(connection.state).toBe(HubConnectionState.Connected);
  await connection.stop();
});
