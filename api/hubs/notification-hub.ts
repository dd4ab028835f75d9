/** The notification hub: live and pending notifications of a signed-in user, and their acknowledgement. */

import { LRUCache } from 'lru-cache';
import { type Caller, type Hub, HubError, type SignalRServer } from 'signalr-server';
import { ReadOnlyError } from '#api/db/read-only.ts';
import type { Bus, HubEvent } from '#api/events/bus.ts';
import { READ_ONLY_SENTENCE } from '#api/http/errors.ts';
import type { NotificationStore } from '#api/model/notifications/store.ts';
import type { RegionId } from '#lib/regions.ts';
import {
  ACKNOWLEDGE_MAX,
  AcknowledgeSchema,
  type Notification,
  NOTIFICATION_TYPE as TYPE,
} from '#lib/schemas/notification.ts';
import { SIGN_IN_ENDED } from './ended-sign-ins.ts';
import { notificationWithoutTicketId } from './public-view.ts';

/** The original API's classes, by whose names its clients decide. It knows no other types: they have the base's. */
const CLASSES: Readonly<Record<number, string>> = {
  [TYPE.postAdded]: 'PostAddedNotification',
  [TYPE.postEdited]: 'PostEditedNotification',
  [TYPE.postDeleted]: 'PostDeletedNotification',
  [TYPE.postModEdited]: 'PostModEditedNotification',
  [TYPE.postModDeleted]: 'PostModDeletedNotification',
  [TYPE.platformBan]: 'PlatformBanNotification',
};
const classOf = ({ type }: Notification): string => CLASSES[type] ?? 'NotificationBase';

/** An item of the pending stream: the name of its type and the notification, in the shape of a .NET tuple (Rule 17.14). */
function pairOf(notification: Notification): { item1: string; item2: Notification & { $type: string } } {
  const item1 = `WowsKarma.Common.Models.DTOs.Notifications.${classOf(notification)}DTO`;
  // Serializers of .NET read `$type` in the first place only.
  const item2 = { $type: `${item1}, WowsKarma.Common`, ...notificationWithoutTicketId(notification) };
  return { item1, item2 };
}

function accountOf(caller: Caller): { region: RegionId; accountId: number } {
  if (!caller.user) throw new HubError('Sign in first.');
  return { region: caller.scope as RegionId, accountId: Number(caller.user.id) };
}

async function* getPendingNotifications(store: NotificationStore, caller: Caller): AsyncGenerator {
  const { region, accountId } = accountOf(caller);
  for await (const notification of store.pending(region, accountId)) yield pairOf(notification);
}

async function acknowledgeNotifications(
  store: NotificationStore,
  caller: Caller,
  args: readonly unknown[],
): Promise<void> {
  const { region, accountId } = accountOf(caller);
  const ids = AcknowledgeSchema.safeParse(args[0]);
  const expected = `AcknowledgeNotifications takes one list of notification ids, at most ${ACKNOWLEDGE_MAX}.`;
  if (!ids.success) throw new HubError(expected);
  await store.acknowledge(region, accountId, ids.data).catch((error: unknown) => {
    throw error instanceof ReadOnlyError ? new HubError(READ_ONLY_SENTENCE) : error;
  });
}

/** Notifications whose removal is remembered, and for how long: events overtake each other by milliseconds. */
const REMOVED = { max: 5_000, ttl: 60_000 };

/** `removed` has the ids of notifications that no longer exist: one process may remove what another is about to announce. */
function forward(hub: Hub, removed: LRUCache<string, true>, region: RegionId, event: HubEvent): void {
  if (event.type === 'newNotification') {
    if (removed.has(event.notification.id)) return;
    const name = `WowsKarma.Api.Data.Models.Notifications.${classOf(event.notification)}`;
    const notification = notificationWithoutTicketId(event.notification);
    hub.sendToUser(region, notification.accountId, 'NewNotification', name, notification);
  } else if (event.type === 'deletedNotification') {
    removed.set(event.id, true);
    hub.sendToUser(region, event.accountId, 'DeletedNotification', event.id);
  } else if (event.type === 'review') {
    for (const accountId of event.accountIds)
      hub.sendToUser(region, accountId, 'ReviewChanged', event.change);
  } else if (event.type === 'seedTokenInvalidated') {
    hub.closeUser(region, event.accountId, SIGN_IN_ENDED);
  }
}

/**
 * Adds the hub at `/api/hubs/notifications`. It sends NewNotification(name, notification) and DeletedNotification(id) to
 * their account, ReviewChanged(change) to staff, and serves the stream GetPendingNotifications() and the method
 * AcknowledgeNotifications(ids). An account's connections are closed when its tokens become invalid.
 */
export function addNotificationHub(server: SignalRServer, bus: Bus, store: NotificationStore): void {
  const hub = server.addHub({
    path: '/api/hubs/notifications',
    requiresUser: true,
    methods: { acknowledgeNotifications: (caller, args) => acknowledgeNotifications(store, caller, args) },
    streams: { getPendingNotifications: (caller) => getPendingNotifications(store, caller) },
  });
  const removed = new LRUCache<string, true>(REMOVED);
  bus.subscribe((region, event) => forward(hub, removed, region, event));
}
