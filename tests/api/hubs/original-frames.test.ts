/** The site's hub code with the SignalR client, in front of the recorded negotiations and frames of the original API. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { connectAuthHub } from '#lib/hubs/auth-hub.ts';
import * as hubs from '#lib/hubs/connection.ts';
import { connectNotificationHub } from '#lib/hubs/notification-hub.ts';
import { setRuntime } from '#lib/runtime.ts';
import type { Notification } from '#lib/schemas/notification.ts';
import type { PostEvent } from '#lib/schemas/post.ts';
import { connectPostHub } from '#lib/stores/core/live.ts';
import {
  frameText,
  HUB_RECORDINGS,
  hubAnswer,
  liveFrames,
  negotiationOf,
} from '#tests/support/original-api.ts';
import { until } from './support.ts';

type HubName = 'post' | 'notifications' | 'auth';

const hubIn = (url = ''): HubName => /hubs\/(\w+)/.exec(url)?.[1] as HubName;

/** A server with the original's hubs; `play` sends all live frames of one, once the site is connected. */
async function startOriginal(): Promise<{ play: (hub: HubName) => Promise<void>; warnings: string[] }> {
  const sockets = new Map<HubName, WebSocket>();
  const server = http.createServer(({ url, headers }, response) => {
    const negotiation = negotiationOf(hubIn(url), headers.authorization ? 'player' : 'visitor');
    response.writeHead(negotiation === null ? 401 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(negotiation));
  });
  new WebSocketServer({ server }).on('connection', (socket, { url }) => {
    const hub = hubIn(url);
    socket.on('message', (sent) => {
      socket.send(hubAnswer(hub, String(sent)));
      sockets.set(hub, socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets.values()) socket.terminate();
    server.close();
  });
  const warnings: string[] = [];
  onTestFinished(
    setRuntime({
      apiOrigin: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      on: () => () => {},
      warn: (message) => void warnings.push(message),
    }),
  );
  const play = async (hub: HubName): Promise<void> => {
    await until(() => sockets.has(hub));
    for (const frame of liveFrames(hub)) sockets.get(hub)?.send(frameText(frame));
  };
  return { play, warnings };
}

test('Every post event of the original arrives', async () => {
  const { play, warnings } = await startOriginal();
  const events: PostEvent[] = [];
  let status: hubs.LiveStatus = 'idle';
  const connection = connectPostHub(hubs, {
    onEvent: (event) => events.push(event),
    onStatus: (next) => {
      status = next;
    },
  });
  onTestFinished(() => connection.close());
  await until(() => status === 'live');
  await play('post');
  await until(() => events.length === 6);
  const [first, second] = ['4b3be810-38d7-4e88-8ddb-a1a4fe79b1b2', 'c5a982f3-2c71-4e24-adce-0b4860af4d5c'];
  const never = { updatedAt: null, readOnly: false };
  expect(events).toMatchObject([
    { kind: 'new', post: { id: first, ...never, player: { clan: { tag: 'TEST' } } } },
    { kind: 'edited', post: { id: first, title: 'Edited by author', updatedAt: expect.any(String) } },
    { kind: 'new', post: { id: second, ...never } },
    { kind: 'edited', post: { id: second, title: 'By a moderator', readOnly: true } },
    { kind: 'deleted', postId: second },
    { kind: 'deleted', postId: first },
  ]);
  expect(warnings).toEqual([]);
});

test('Every notification of the original arrives, live and pending', async () => {
  const { play, warnings } = await startOriginal();
  const live: Notification[] = [];
  const pending: Notification[] = [];
  let isStarted = false;
  const hub = connectNotificationHub({
    accessToken: () => 'token',
    onNotification: (one) => live.push(one),
    onDeleted: () => {},
    onStatus: () => {},
    onStarted: () => {
      isStarted = true;
    },
  });
  onTestFinished(() => hub.close());
  await until(() => isStarted);
  await play('notifications');
  await until(() => live.length === 4);
  expect(live).toMatchObject([
    { type: 2, postId: '4b3be810-38d7-4e88-8ddb-a1a4fe79b1b2', post: { title: 'Hub mwtwgron' } },
    { type: 3, post: { title: 'Edited by author' } },
    { type: 6, modAction: { reason: 'Rule 1', modUsername: 'Player 500000004', createdAt: null } },
    { type: 7, reason: 'Insults', until: null },
  ]);
  await hub.pending((one) => pending.push(one));
  expect(pending.map(({ id, type }) => [id, type])).toEqual(live.slice(2).map(({ id, type }) => [id, type]));
  expect(warnings).toEqual([]);
});

test('The original’s sign-out of an account arrives', async () => {
  const { play, warnings } = await startOriginal();
  const accounts: number[] = [];
  const connection = connectAuthHub({ accessToken: () => 'token', onInvalidated: (id) => accounts.push(id) });
  onTestFinished(() => connection.close());
  await play('auth');
  await until(() => accounts.length === 1);
  expect(accounts).toEqual([500000026]);
  expect(warnings).toEqual([]);
});

test('The recordings have no frame that these tests leave out', () => {
  const frames = HUB_RECORDINGS.filter(({ frame }) => frame !== undefined);
  const played = (['post', 'notifications', 'auth'] as const).flatMap((hub) => liveFrames(hub));
  const streamed = frames.filter(({ frame }) => frame?.invocationId);
  const handshakes = frames.filter(({ frame }) => Object.keys(frame ?? {}).length === 0);
  expect([played.length, streamed.length, handshakes.length]).toEqual([11, 3, 3]);
  expect(frames).toHaveLength(17);
  expect(HUB_RECORDINGS).toHaveLength(21);
});
