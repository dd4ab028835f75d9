import { expect, test } from 'vitest';
import type { Bus } from '#api/events/bus.ts';
import { createInProcessBus } from '#api/events/bus.ts';
import { registerHubs } from '#api/hubs/register-hubs.ts';
import type { NotificationStore } from '#api/model/notifications/store.ts';
import { type RegionId, regionOfHost } from '#lib/regions.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';
import { ACKNOWLEDGE_MAX, type Notification } from '#lib/schemas/notification.ts';
import { guid, makePost } from '#tests/support/builders.ts';
import { HUB_RECORDINGS } from '#tests/support/original-api.ts';
import { authenticate, createApp, listen, record, startClient, tokenOf, until } from './support.ts';

const TICKET = { hasTicket: true, ticketId: '123456789' };
const HIDDEN_TICKET = { hasTicket: true, ticketId: null };
const DTOS = 'WowsKarma.Common.Models.DTOs.Notifications';
const AURORA = 500_000_001;
const BORODINO = 500_000_002;

/** A store with fixed notifications, which records what is acknowledged. */
function storeOf(pending: Notification[]) {
  const acknowledged: unknown[][] = [];
  const store: NotificationStore = {
    async *pending(region, accountId) {
      if (region === 'eu') yield* pending.filter((notification) => notification.accountId === accountId);
    },
    acknowledge: async (...call) => void acknowledged.push(call),
  };
  return { store, acknowledged };
}

/** The API's hubs on a listening app. */
async function startHubs(pending: Notification[] = []) {
  const app = createApp();
  const bus = createInProcessBus((error) => {
    throw error;
  });
  const { store, acknowledged } = storeOf(pending);
  const hubs = registerHubs(app, {
    callerAddress: () => 'local',
    countRequest: () => null,
    bus,
    authenticate,
    scopeOf: (request) => regionOfHost(request.headers.host),
    isAllowedOrigin: () => true,
    notifications: store,
    seedsOf: async () => new Map(),
  });
  const port = await listen(app);
  const url = (hub: string, host = 'localhost') => `http://${host}:${port}/api/hubs/${hub}`;
  return { bus, hubs, acknowledged, url };
}

const signedIn = (id: number) => ({ accessTokenFactory: () => tokenOf(id) });

const action = (updatedPost: ModAction['updatedPost']): ModAction => ({
  id: guid(70),
  postId: guid(1),
  updatedPost,
  actionType: 1,
  modId: 500_000_003,
  modUsername: 'Cossack_Mod',
  reason: 'Off topic.',
  createdAt: null,
});

const common = { emittedAt: '2026-01-10T12:00:00+00:00', acknowledgedAt: null };
const added: Notification = {
  ...common,
  id: guid(50),
  accountId: BORODINO,
  type: 2,
  postId: guid(1),
  post: makePost({ id: guid(1), supportTicketStatus: TICKET }),
};
const modEdited: Notification = {
  ...common,
  id: guid(51),
  accountId: AURORA,
  type: 5,
  modActionId: guid(70),
  modAction: action(makePost({ supportTicketStatus: TICKET })),
};
const banned: Notification = {
  ...common,
  id: guid(52),
  accountId: AURORA,
  type: 7,
  reason: 'Insults.',
  until: null,
};

/** A post that was never edited has no such field. */
const UNCHANGED = { updatedAt: undefined };

/** Publishes events in one region. */
async function publish(bus: Bus, region: RegionId, events: Parameters<Bus['publish']>[1][]): Promise<void> {
  for (const event of events) bus.publish(region, event);
}

test('New, edited and deleted posts reach all clients of their region', async () => {
  const { bus, url } = await startHubs();
  const guest = await startClient(url('post'));
  const player = await startClient(url('post'), signedIn(AURORA));
  const elsewhere = await startClient(url('post', 'na.localhost'));
  const [heard, also, other] = [guest, player, elsewhere].map((client) => ({
    added: record(client, 'newPost'),
    edited: record(client, 'editedPost'),
    deleted: record(client, 'deletedPost'),
  }));
  const post = makePost({ id: guid(1) });
  await publish(bus, 'eu', [
    { type: 'newPost', post, version: 1 },
    { type: 'editedPost', post: { ...post, title: 'A fairer fight' }, version: 2 },
    { type: 'deletedPost', postId: post.id, version: 3 },
  ]);
  bus.publish('na', { type: 'deletedPost', postId: guid(2), version: 1 });
  for (const client of [heard, also]) {
    await client?.deleted.received(1);
    expect(client?.added.calls).toEqual([[{ ...post, ...UNCHANGED }]]);
    expect(client?.edited.calls).toEqual([[{ ...post, ...UNCHANGED, title: 'A fairer fight' }]]);
    expect(client?.deleted.calls).toEqual([[post.id]]);
  }
  await other?.deleted.received(1);
  expect([other?.added.calls, other?.edited.calls, other?.deleted.calls]).toEqual([[], [], [[guid(2)]]]);
});

test('Posts are sent without ticket id, and locked posts as deleted', async () => {
  const { bus, url } = await startHubs();
  const client = await startClient(url('post'), signedIn(AURORA));
  const [news, edits, deletions] = ['NewPost', 'EditedPost', 'DeletedPost'].map((name) =>
    record(client, name),
  );
  const post = makePost({ id: guid(1), supportTicketStatus: TICKET });
  const locked = { ...post, id: guid(2), modLocked: true };
  bus.publish('eu', { type: 'newPost', post, version: 1 });
  bus.publish('eu', { type: 'editedPost', post, version: 2 });
  bus.publish('eu', { type: 'newPost', post: locked, version: 1 });
  bus.publish('eu', { type: 'editedPost', post: locked, version: 2 });
  await deletions?.received(2);
  const sent = { ...post, ...UNCHANGED, supportTicketStatus: HIDDEN_TICKET };
  expect([news?.calls, edits?.calls]).toEqual([[[sent]], [[sent]]]);
  expect(deletions?.calls).toEqual([[guid(2)], [guid(2)]]);
});

test('Notifications reach only their account, without ticket ids', async () => {
  const { bus, url } = await startHubs();
  const aurora = await startClient(url('notifications'), signedIn(AURORA));
  const borodino = await startClient(url('notifications'), signedIn(BORODINO));
  const [forAurora, forBorodino] = [record(aurora, 'NewNotification'), record(borodino, 'NewNotification')];
  const deleted = record(borodino, 'DeletedNotification');
  await publish(bus, 'eu', [
    { type: 'newNotification', notification: added },
    { type: 'newNotification', notification: modEdited },
    { type: 'deletedNotification', accountId: BORODINO, id: added.id },
  ]);
  bus.publish('na', { type: 'newNotification', notification: banned });
  await forAurora.received(1);
  await deleted.received(1);
  const shown = (id: string) => [expect.any(String), expect.objectContaining({ id })];
  expect([forBorodino.calls, forAurora.calls]).toEqual([[shown(added.id)], [shown(modEdited.id)]]);
  expect(deleted.calls).toEqual([[added.id]]);
  expect(JSON.stringify([forAurora.calls, forBorodino.calls])).not.toContain(TICKET.ticketId);
});

test('Notifications have the names that the original API gives them', async () => {
  const { bus, url } = await startHubs();
  const client = await startClient(url('notifications'), signedIn(AURORA));
  const { calls, received } = record(client, 'NewNotification');
  const recorded = HUB_RECORDINGS.flatMap(({ frame }) =>
    frame?.target === 'NewNotification' ? [frame.arguments as [string, Notification]] : [],
  );
  const base = 'WowsKarma.Api.Data.Models.Notifications.NotificationBase';
  const expected = [
    ...recorded.map(([name, { type }]) => [name, type]),
    ...[0, 8, 9, 10, 11, 12].map((type) => [base, type]),
  ];
  for (const [, type] of expected)
    bus.publish('eu', { type: 'newNotification', notification: { ...banned, type } as Notification });
  await received(expected.length);
  expect(calls.map(([name, notification]) => [name, (notification as Notification).type])).toEqual(expected);
});

test('Pending notifications are streamed in pairs with the names of their types', async () => {
  const { url } = await startHubs([added, modEdited, banned]);
  const aurora = await startClient(url('notifications'), signedIn(AURORA));
  const items: unknown[] = [];
  let complete = false;
  aurora.stream('GetPendingNotifications').subscribe({
    next: (item) => items.push(item),
    error() {},
    complete: () => {
      complete = true;
    },
  });
  await until(() => complete);
  const names = ['PostModEdited', 'PlatformBan'].map((name) => `${DTOS}.${name}NotificationDTO`);
  const { modAction } = modEdited;
  const updatedPost = { ...modAction?.updatedPost, ...UNCHANGED, supportTicketStatus: HIDDEN_TICKET };
  expect(items).toEqual([
    {
      item1: names[0],
      item2: {
        $type: `${names[0]}, WowsKarma.Common`,
        ...modEdited,
        modAction: { ...modAction, updatedPost },
      },
    },
    { item1: names[1], item2: { $type: `${names[1]}, WowsKarma.Common`, ...banned } },
  ]);
  expect(JSON.stringify(items)).toContain('"item2":{"$type"');
});

test('Acknowledgements reach the store with their account and region', async () => {
  const { url, acknowledged } = await startHubs();
  const client = await startClient(url('notifications', 'asia.localhost'), {
    headers: { Authorization: `Bearer ${tokenOf(AURORA)}` },
  });
  await client.invoke('acknowledgeNotifications', [guid(50), guid(51).toUpperCase()]);
  const most = Array.from({ length: ACKNOWLEDGE_MAX }, (_, index) => guid(index));
  await client.invoke('acknowledgeNotifications', most);
  expect(acknowledged).toEqual([
    ['sea', AURORA, [guid(50), guid(51)]],
    ['sea', AURORA, most],
  ]);
});

test.each([
  ['nothing', []],
  ['an id without a list', [guid(50)]],
  ['ids that are not GUIDs', [['1']]],
  ['more than 500 ids', [Array.from({ length: 501 }, (_, index) => guid(index))]],
])('An acknowledgement of %s is refused and changes nothing (Rule 17.21)', async (_, args) => {
  const { url, acknowledged } = await startHubs();
  const client = await startClient(url('notifications'), signedIn(AURORA));
  await expect(client.invoke('AcknowledgeNotifications', ...args)).rejects.toThrow(
    'AcknowledgeNotifications takes one list of notification ids, at most 500.',
  );
  expect(acknowledged).toEqual([]);
});

test('A renewed seed is sent to all devices of the account, then their connections end', async () => {
  const { bus, url } = await startHubs();
  const device = await startClient(url('auth'), signedIn(AURORA), [0, 10]);
  const notifications = await startClient(url('notifications'), signedIn(AURORA), [0, 10]);
  const other = await startClient(url('auth'), signedIn(BORODINO));
  const [received, others] = [record(device, 'SeedTokenInvalidated'), record(other, 'SeedTokenInvalidated')];
  bus.publish('eu', { type: 'seedTokenInvalidated', accountId: AURORA });
  await until(() => device.state === 'Disconnected' && notifications.state === 'Disconnected');
  expect(received.calls).toEqual([[AURORA]]);
  expect(others.calls).toEqual([]);
  expect(other.state).toBe('Connected');
});

test.each(['notifications', 'auth'])('The %s hub needs a user, the post hub does not', async (hub) => {
  const { url } = await startHubs();
  await expect(startClient(url(hub))).rejects.toThrow("Status code '401'");
  await startClient(url('post'));
});

test('The hubs can be closed with or without letting clients reconnect', async () => {
  const { hubs, url } = await startHubs();
  const client = await startClient(url('post'), {}, [0]);
  await hubs.close({ allowReconnect: false });
  await until(() => client.state === 'Disconnected');
});

test('A failing listener of the bus affects neither the others nor the publisher', () => {
  const failures: unknown[] = [];
  const bus = createInProcessBus((error) => void failures.push(error));
  const heard: unknown[] = [];
  const broken = new Error('broken');
  bus.subscribe(() => {
    throw broken;
  });
  const unsubscribe = bus.subscribe((region, event) => void heard.push([region, event]));
  bus.publish('eu', { type: 'deletedPost', postId: guid(1), version: 1 });
  unsubscribe();
  bus.publish('eu', { type: 'deletedPost', postId: guid(2), version: 1 });
  expect(heard).toEqual([['eu', { type: 'deletedPost', postId: guid(1), version: 1 }]]);
  expect(failures).toEqual([broken, broken]);
});
