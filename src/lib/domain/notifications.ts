/** The list of notifications: its order, what is shown of it, and titles and links. */
import { formatDay } from '#lib/domain/dates.ts';
import { paths } from '#lib/paths.ts';
import {
  NOTIFICATION_TYPE,
  type Notification,
  PENDING_MAX,
  type PostNotification,
} from '#lib/schemas/notification.ts';

/** A number of notifications as it is shown: there may be more than the API streams (Rule 24.4). */
export const shownCount = (count: number): string =>
  count < PENDING_MAX ? String(count) : `${PENDING_MAX - 1}+`;

/** Adds or replaces a notification; the list is ordered by time, oldest first. */
export function addNotification(list: readonly Notification[], added: Notification): Notification[] {
  return byTime([...removeNotification(list, added.id), added]);
}

/** The notifications in the order of their list: by time, oldest first. */
export function byTime(notifications: Iterable<Notification>): Notification[] {
  return [...notifications].sort((one, other) => Date.parse(one.emittedAt) - Date.parse(other.emittedAt));
}

/** The list without the notification with this id. */
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
  [NOTIFICATION_TYPE.reportDecided]: 'Report decided',
  [NOTIFICATION_TYPE.banWithoutPost]: 'Ban without a post',
  [NOTIFICATION_TYPE.postAnswered]: 'Post answered',
  [NOTIFICATION_TYPE.objectionDecided]: 'Objection decided',
};

/** A notification's title, also for types that this version does not know. */
export function notificationTitle(notification: Pick<Notification, 'type'>): string {
  if ('kind' in notification) return notification.kind === 'warned' ? 'Warning' : 'Reply removed';
  const { banWithoutPost } = NOTIFICATION_TYPE;
  if (notification.type === banWithoutPost && 'warned' in notification && notification.warned)
    return 'Warning without a post';
  return TITLES[notification.type] ?? 'Unknown notification';
}

/** Whether a notification is critical: it is about a moderator's action against the user. */
export function isCritical({ type }: Pick<Notification, 'type'>): boolean {
  const isAction = type >= NOTIFICATION_TYPE.postModEdited && type <= NOTIFICATION_TYPE.platformBan;
  return isAction || type === NOTIFICATION_TYPE.decision;
}

/** Types that a user can turn off: those about posts. Moderation and bans always notify (Rule 30.46). */
export const MUTABLE_TYPES = [
  NOTIFICATION_TYPE.postAdded,
  NOTIFICATION_TYPE.postEdited,
  NOTIFICATION_TYPE.postDeleted,
] as const;

/** Those whose types are not turned off. */
export function withoutMuted(all: readonly Notification[], muted: readonly number[]): Notification[] {
  const hidden = MUTABLE_TYPES.filter((type) => muted.includes(type)) as readonly number[];
  return all.filter(({ type }) => !hidden.includes(type));
}

/** Whether a notification is about a change of a post about the user, or about an answer to the user's post. */
export function isAboutPost(notification: Notification): notification is PostNotification {
  const { type } = notification;
  return (
    'post' in notification &&
    (type <= NOTIFICATION_TYPE.postDeleted || type === NOTIFICATION_TYPE.postAnswered)
  );
}

/** The notifications to show: of several about one post only the newest (Rule 13.11). */
export function newestPerPost(list: readonly Notification[]): Notification[] {
  const newest = new Map(list.filter(isAboutPost).map(({ postId, id }) => [postId, id]));
  return list.filter((one) => !isAboutPost(one) || newest.get(one.postId) === one.id);
}

/** The notification with this id, and the older ones about the same post that are hidden because of it. */
export function replacedBy(list: readonly Notification[], id: string): Notification[] {
  const at = list.findIndex((one) => one.id === id);
  const shown = list[at];
  if (shown === undefined) return [];
  if (!isAboutPost(shown)) return [shown];
  return list.slice(0, at + 1).filter((one) => isAboutPost(one) && one.postId === shown.postId);
}

function dayLabel(moment: string, now: number): string {
  const day = formatDay(moment);
  if (day === formatDay(now)) return 'Today';
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  return day === formatDay(yesterday) ? 'Yesterday' : day;
}

/** The list by day in the user's time zone, in its order. Labels are "Today", "Yesterday" or the date. */
export function byDay(list: readonly Notification[], now: number) {
  const days: { label: string; notifications: Notification[] }[] = [];
  for (const notification of list) {
    const label = dayLabel(notification.emittedAt, now);
    const last = days.at(-1);
    if (last?.label === label) last.notifications.push(notification);
    else days.push({ label, notifications: [notification] });
  }
  return days;
}

/** The path of the post that a notification is about; null when it has none. */
export function notificationPath(notification: Notification): string | null {
  if (isAboutPost(notification)) return paths.post(notification.postId);
  if ('outcome' in notification && notification.outcome !== 'deleted') return paths.post(notification.postId);
  if ('userId' in notification)
    return paths.player({ id: notification.userId, username: notification.username });
  if ('modAction' in notification && notification.modAction !== null)
    return paths.post(notification.modAction.postId);
  return null;
}

/** Those whose ids are not listed. There may be thousands of both. */
export function withoutIds(all: readonly Notification[], ids: readonly string[]): Notification[] {
  const hidden = new Set(ids);
  return all.filter(({ id }) => !hidden.has(id));
}
