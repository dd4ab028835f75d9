import { describe, expect, test } from 'vitest';
import * as hubs from '#lib/hubs/connection.ts';
import { connectNotificationHub } from '#lib/hubs/notification-hub.ts';
import type { Notification } from '#lib/schemas/notification.ts';
import type { PostEvent } from '#lib/schemas/post.ts';
import { connectPostHub } from '#lib/stores/core/live.ts';
import { guid, makePost } from '#tests/support/builders.ts';
import { fakeHubs } from '#tests/support/fake-hub.ts';
import { catchWarnings, fakePlatform, settle } from '#tests/support/fake-platform.ts';

describe('unwrapping what .NET serializers add', () => {
  test.each<[what: string, wrapped: unknown, plain: unknown]>([
    ['plain values', { a: [1, 'b', null] }, { a: [1, 'b', null] }],
    ['a typed object', { $type: 'Site.Post', id: 1 }, { id: 1 }],
    ['a typed array', { $type: 'List', $values: [{ $id: '1', a: 1 }] }, [{ a: 1 }]],
    ['nested arrays', { a: { $values: [{ $values: [1] }] } }, { a: [[1]] }],
    ['null', null, null],
    ['undefined', undefined, undefined],
  ])('%s', (_, wrapped, plain) => {
    expect(hubs.unwrap(wrapped)).toEqual(plain);
  });

  test('stops at a maximum depth', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(() => hubs.unwrap(deep)).not.toThrow();
  });
});

async function openPostHub() {
  const server = fakeHubs();
  fakePlatform('/', { createHub: server.createHub });
  const events: PostEvent[] = [];
  const connection = connectPostHub(hubs, { onEvent: (event) => events.push(event), onStatus: () => {} });
  await settle();
  const hub = server.hubs[0];
  if (hub === undefined) throw new Error('no hub was opened');
  return { hub, events, connection };
}

describe('the post hub (Rule 17.14)', () => {
  const post = makePost({ id: guid(1) });

  test('sends no token', async () => {
    const { hub } = await openPostHub();
    expect(hub.options.accessToken).toBeUndefined();
  });

  test.each<[event: string, arg: unknown, heard: PostEvent]>([
    ['NewPost', post, { kind: 'new', post }],
    ['newPost', { $type: 'PlayerPost', ...post }, { kind: 'new', post }],
    ['EditedPost', post, { kind: 'edited', post }],
    ['DeletedPost', guid(1).toUpperCase(), { kind: 'deleted', postId: guid(1) }],
  ])('reports %s', async (event, arg, heard) => {
    const { hub, events } = await openPostHub();
    hub.emit(event, arg);
    expect(events).toEqual([heard]);
  });

  test.each<[event: string, arg: unknown]>([
    ['NewPost', undefined],
    ['NewPost', 'text'],
    ['NewPost', { ...post, id: 'x' }],
    ['EditedPost', { ...post, author: null }],
    ['DeletedPost', 7],
    ['DeletedPost', '<img src=x>'],
  ])('drops an invalid event with a warning: %s %j', async (event, arg) => {
    const warnings = catchWarnings();
    const { hub, events } = await openPostHub();
    hub.emit(event, arg);
    expect(events).toEqual([]);
    expect(warnings).toHaveLength(1);
  });
});

const notification = {
  id: guid(5),
  accountId: 500000001,
  type: 2,
  emittedAt: '2026-01-10T12:00:00+00:00',
  acknowledgedAt: null,
  postId: guid(1),
  post: makePost({ id: guid(1) }),
};

async function openNotificationHub(items: unknown[] = []) {
  const server = fakeHubs();
  fakePlatform('/', { createHub: server.createHub });
  const heard: Notification[] = [];
  const deleted: string[] = [];
  const hub = connectNotificationHub({
    accessToken: () => 'token',
    onNotification: (item) => heard.push(item),
    onDeleted: (id) => deleted.push(id),
    onStatus: () => {},
  });
  await settle();
  const server0 = server.hubs[0];
  if (server0 === undefined) throw new Error('no hub was opened');
  server0.items = items;
  return { hub, server: server0, heard, deleted };
}

describe('the notification hub (Rule 17.14)', () => {
  test.each<[what: string, args: unknown[]]>([
    ['alone', [notification]],
    ['after its type', [2, notification]],
    ['after its type’s name', ['PostAdded', { $type: 'x', ...notification }]],
  ])('receives a notification %s', async (_, args) => {
    const { server, heard } = await openNotificationHub();
    server.emit('NewNotification', ...args);
    expect(heard).toMatchObject([{ id: guid(5), type: 2, postId: guid(1) }]);
  });

  test('keeps unknown notification types', async () => {
    const { server, heard } = await openNotificationHub();
    server.emit('NewNotification', { ...notification, type: 42 });
    expect(heard).toMatchObject([{ type: 42 }]);
  });

  test('drops invalid events with a warning', async () => {
    const warnings = catchWarnings();
    const { server, heard, deleted } = await openNotificationHub();
    server.emit('NewNotification');
    server.emit('NewNotification', 2, { id: 'x' });
    server.emit('DeletedNotification', null);
    expect([heard, deleted, warnings.length]).toEqual([[], [], 3]);
  });

  test('streams pending notifications, as pairs of either form', async () => {
    const warnings = catchWarnings();
    const { hub, server } = await openNotificationHub([
      { item1: 2, item2: notification },
      [2, { ...notification, id: guid(6) }],
      { item1: 2, item2: null },
      { ...notification, id: guid(7) },
      { $values: [2, { ...notification, id: guid(8) }] },
    ]);
    const pending: string[] = [];
    await hub.pending((item) => pending.push(item.id));
    expect(pending).toEqual([guid(5), guid(6), guid(7), guid(8)]);
    expect(warnings).toHaveLength(1);
    expect(server.sent).toEqual([['getPendingNotifications']]);
  });

  test('acknowledges at most 500 at once, and sends nothing for an empty list', async () => {
    const { hub, server } = await openNotificationHub();
    await hub.acknowledge([]);
    await hub.acknowledge(Array.from({ length: 501 }, (_, index) => guid(index)));
    expect(server.sent.map(([method, ids]) => [method, (ids as string[]).length])).toEqual([
      ['acknowledgeNotifications', 500],
      ['acknowledgeNotifications', 1],
    ]);
  });
});
