/** The site's hub code with the SignalR client, against the API's server. */
import { HubConnectionBuilder } from '@microsoft/signalr';
import { DEFAULT_LIMITS } from 'signalr-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as hubs from '#lib/hubs/connection.ts';
import { connectNotificationHub } from '#lib/hubs/notification-hub.ts';
import { setRuntime } from '#lib/runtime.ts';
import type { PostEvent } from '#lib/schemas/post.ts';
import { connectPostHub } from '#lib/stores/core/live.ts';
import { guid } from '#tests/support/builders.ts';
import { startServer, type TestServer, tokenOf, until } from './support.ts';

const USER = 500_000_001;
const notification = {
  id: guid(5),
  accountId: USER,
  type: 7,
  emittedAt: '2026-01-10T12:00:00+00:00',
  acknowledgedAt: null,
  reason: 'Insults',
  until: null,
};

function reach({ port }: TestServer): void {
  onTestFinished(
    setRuntime({
      apiOrigin: () => `http://127.0.0.1:${port}`,
      on: () => () => {},
    }),
  );
}

async function openPostHub() {
  const server = await startServer({ path: '/api/hubs/post' });
  reach(server);
  const events: PostEvent[] = [];
  const statuses: hubs.LiveStatus[] = [];
  let reconnects = 0;
  const connection = connectPostHub(hubs, {
    onEvent: (event) => events.push(event),
    onStatus: (status) => statuses.push(status),
    onReconnected: () => {
      reconnects += 1;
    },
  });
  onTestFinished(() => connection.close());
  await until(() => statuses.at(-1) === 'live');
  return { server, connection, events, statuses, reconnects: () => reconnects };
}

test('The site reconnects after a cut and knows that it may have missed events', async () => {
  const { server, events, statuses, reconnects } = await openPostHub();
  server.server.cutAll();
  await until(() => reconnects() === 1);
  expect(statuses).toEqual(['connecting', 'live', 'reconnecting', 'live']);
  server.hub.broadcast('eu', 'DeletedPost', guid(1));
  await until(() => events.length > 0);
  expect(events).toEqual([{ kind: 'deleted', postId: guid(1) }]);
});

test('Site and server ping every 15 s and wait 30 s (Rule 17.14)', async () => {
  const build = vi.spyOn(HubConnectionBuilder.prototype, 'build');
  onTestFinished(() => build.mockRestore());
  await openPostHub();
  expect(build.mock.results[0]?.value).toMatchObject({
    serverTimeoutInMilliseconds: 30_000,
    keepAliveIntervalInMilliseconds: 15_000,
  });
  expect(DEFAULT_LIMITS).toMatchObject({ keepAlive: 15_000, clientTimeout: 30_000 });
});

test('The site streams pending notifications, acknowledges them and receives new ones', async () => {
  const acknowledged: unknown[] = [];
  const server = await startServer({
    path: '/api/hubs/notifications',
    requiresUser: true,
    methods: { AcknowledgeNotifications: (_, [ids]) => void acknowledged.push(ids) },
    streams: {
      async *GetPendingNotifications() {
        yield { item1: 'PlatformBan', item2: { $type: 'PlatformBan', ...notification } };
      },
    },
  });
  reach(server);
  const heard: string[] = [];
  const deleted: string[] = [];
  let started = false;
  const hub = connectNotificationHub({
    accessToken: () => tokenOf(USER),
    onNotification: ({ id }) => heard.push(id),
    onDeleted: (id) => deleted.push(id),
    onStatus: () => {},
    onStarted: () => {
      started = true;
    },
  });
  onTestFinished(() => hub.close());
  await until(() => started);
  const pending: string[] = [];
  await hub.pending(({ id }) => pending.push(id));
  expect(pending).toEqual([guid(5)]);
  await hub.acknowledge(pending);
  await until(() => acknowledged.length === 1);
  expect(acknowledged).toEqual([[guid(5)]]);
  server.hub.sendToUser('eu', USER, 'NewNotification', 'PlatformBan', { ...notification, id: guid(6) });
  server.hub.sendToUser('eu', USER, 'DeletedNotification', guid(6));
  await until(() => deleted.length === 1);
  expect([heard, deleted]).toEqual([[guid(6)], [guid(6)]]);
});
