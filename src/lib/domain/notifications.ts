/** Notifications as a list and as words. */
import { paths } from '#lib/routes.ts';
import {
  type ModActionNotification,
  NOTIFICATION_TYPE,
  type Notification,
  type PlatformBanNotification,
  type PostNotification,
} from '#lib/schemas/notification.ts';

/** The list with a notification in its place by the time it was emitted, oldest first; each id is there once. */
export function addNotification(list: readonly Notification[], added: Notification): Notification[] {
  const at = Date.parse(added.emittedAt);
  const others = removeNotification(list, added.id);
  const before = others.filter(({ emittedAt }) => Date.parse(emittedAt) <= at);
  return [...before, added, ...others.slice(before.length)];
}

/** The list without one. */
export function removeNotification(list: readonly Notification[], id: string): Notification[] {
  return list.filter((notification) => notification.id !== id);
}

const TITLES: Readonly<Record<number, string>> = {
  [NOTIFICATION_TYPE.postAdded]: 'Post added',
  [NOTIFICATION_TYPE.postEdited]: 'Post edited',
  [NOTIFICATION_TYPE.postDeleted]: 'Post deleted',
  [NOTIFICATION_TYPE.postModEdited]: 'Post mod edited',
  [NOTIFICATION_TYPE.postModDeleted]: 'Post mod deleted',
  [NOTIFICATION_TYPE.platformBan]: 'Platform ban',
};

/** A notification's title; types that this version does not know have one too. */
export function notificationTitle({ type }: Pick<Notification, 'type'>): string {
  return TITLES[type] ?? 'Unknown notification';
}

/** What a moderator did to the user is critical. */
export function isCritical({ type }: Pick<Notification, 'type'>): boolean {
  return type >= NOTIFICATION_TYPE.postModEdited && type <= NOTIFICATION_TYPE.platformBan;
}

/** Whether it is about a post, and says which. */
export function isAboutPost(notification: Notification): notification is PostNotification {
  return 'post' in notification;
}

/** Whether it is about a moderator's action, and says which. */
export function isAboutModAction(notification: Notification): notification is ModActionNotification {
  return 'modAction' in notification;
}

/** Whether it is about a ban, and says until when. */
export function isAboutBan(notification: Notification): notification is PlatformBanNotification {
  return 'until' in notification;
}

/** What is shown of a list: of several about one post only the newest (Rule 13.11). */
export function newestPerPost(list: readonly Notification[]): Notification[] {
  const newest = new Map(list.filter(isAboutPost).map(({ postId, id }) => [postId, id]));
  return list.filter((one) => !isAboutPost(one) || newest.get(one.postId) === one.id);
}

/** The notification with this id and the older ones about the same post, in whose place it is shown. */
export function replacedBy(list: readonly Notification[], id: string): Notification[] {
  const at = list.findIndex((one) => one.id === id);
  const shown = list[at];
  if (shown === undefined) return [];
  if (!isAboutPost(shown)) return [shown];
  return list.slice(0, at + 1).filter((one) => isAboutPost(one) && one.postId === shown.postId);
}

/** Where a notification leads: its post, or nowhere (null). */
export function notificationPath(notification: Notification): string | null {
  if (isAboutPost(notification)) return paths.post(notification.postId);
  if (isAboutModAction(notification) && notification.modAction !== null)
    return paths.post(notification.modAction.postId);
  return null;
}
