/** Ending: nothing new is accepted, what was begun is finished, hubs ask their clients to come back (rules 14.4 and 17.11). */
import { once } from 'node:events';
import { connect } from 'node:net';
import { HubConnectionState } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Database } from '#api/db/database.ts';
import { posts } from '#api/db/schema.ts';
import { createTestApi, openTestDatabase, postDto, postForm, type TestApi } from '#tests/support/api.ts';
import { connectHub, listenOnLoopback } from '#tests/support/hub-client.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function start(): Promise<{ api: TestApi; port: number }> {
  const api = await createTestApi({ database });
  api.clock.now = Date.now();
  onTestFinished(() => api.close());
  const origin = await listenOnLoopback(api);
  return { api, port: Number(new URL(origin).port) };
}

/** A create whose body is sent in two parts; resolves with the answer's text. */
async function slowCreate(api: TestApi, port: number) {
  const author = await api.addPlayer();
  const encoded = new Response(postForm(postDto({ author: { id: author } })));
  const body = Buffer.from(await encoded.arrayBuffer());
  const socket = connect({ port, host: '127.0.0.1' });
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  const head = [
    'POST /api/post HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${await api.tokenOf(author)}`,
    `Content-Type: ${encoded.headers.get('content-type')}`,
    `Content-Length: ${body.length}`,
  ];
  const begun = once(api.app.server, 'request');
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body.subarray(0, 100));
  await begun;
  return {
    author,
    finish: async () => {
      socket.write(body.subarray(100));
      await once(socket, 'close');
      return answer;
    },
  };
}

test('a request under way is finished, and its post is stored', async () => {
  const { api, port } = await start();
  const create = await slowCreate(api, port);
  const closed = api.app.close();
  const answer = await create.finish();
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 201 /);
  const stored = await database.read('eu', (db) => db.select().from(posts));
  expect(stored.map(({ authorId }) => authorId)).toEqual([create.author]);
});

test('nothing new is accepted, and idle connections do not hold it up', async () => {
  const { api, port } = await start();
  const idle = connect({ port, host: '127.0.0.1' });
  idle.write('GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(idle, 'data');
  const create = await slowCreate(api, port);
  const ended = once(idle, 'close');
  const closed = api.app.close();
  await ended;
  const late = connect({ port, host: '127.0.0.1' });
  const [error] = await once(late, 'error');
  expect(error.code).toBe('ECONNREFUSED');
  await create.finish();
  await closed;
});

test('clients of the hubs are told to reconnect, and do', async () => {
  const { api, port } = await start();
  const { connection } = await connectHub(api, 'post', undefined, [0, 50, 100, 200, 400]);
  const reconnecting = new Promise((resolve) => connection.onreconnecting(resolve));
  const reconnected = new Promise((resolve) => connection.onreconnected(resolve));
  await api.app.close();
  await reconnecting;
  expect(connection.state).toBe(HubConnectionState.Reconnecting);
  const next = await createTestApi({ database });
  onTestFinished(() => next.close());
  await next.app.listen({ port, host: '127.0.0.1' });
  await reconnected;
  expect(connection.state).toBe(HubConnectionState.Connected);
  await connection.stop();
});
