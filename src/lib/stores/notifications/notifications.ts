/** The signed-in user's notifications: pending ones, live ones, and dismissing them (Rules 13.1 to 13.4). */
import { atom, computed, type ReadableAtom } from 'nanostores';
import { NetworkError } from '#lib/client/errors.ts';
import { combineStops } from '#lib/combine-stops.ts';
import {
  addNotification,
  byTime,
  newestPerPost,
  notificationTitle,
  removeNotification,
  replacedBy,
  shownCount,
  withoutIds,
  withoutMuted,
} from '#lib/domain/notifications.ts';
import type { LiveStatus } from '#lib/hubs/connection.ts';
import type { NotificationHub } from '#lib/hubs/notification-hub.ts';
import { runtime } from '#lib/runtime.ts';
import { NOTIFICATION_TYPE, type Notification, PENDING_MAX } from '#lib/schemas/notification.ts';
import {
  $notificationEvent,
  $notificationStatus,
  $reviewChange,
  notificationFeed,
} from '#lib/stores/core/notification-feed.ts';
import { createRemote, type Remote, ready, remoteValue } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import {
  $dismissed,
  addDismissed,
  addFromDevice,
  loadDismissed,
} from '#lib/stores/notifications/dismissed.ts';
import { $muted, followMuted } from '#lib/stores/notifications/muted.ts';
import { $session, $viewer, retryProfileFlags } from '#lib/stores/session/session.ts';

/** What the server streamed as pending, and what arrived since, dismissed ones included. */
const list = createRemote<readonly Notification[]>();
const announcement = atom('');
/** Whose notifications the list holds. */
let account = 0;
let hub: NotificationHub | undefined;

/** Notifications that are neither dismissed nor turned off, oldest first, and only the newest about each post (Rule 13.11). */
export const $notifications: ReadableAtom<Remote<readonly Notification[]>> = computed(
  [list.$remote, $dismissed, $muted],
  (remote, ids, muted): Remote<readonly Notification[]> => {
    if (remote.status !== 'ready') return remote;
    const shown = withoutMuted(withoutIds(remote.value, ids), muted);
    return ready(newestPerPost(shown), remote.changing);
  },
);

/** Number of notifications in the panel; 0 while they are loading. */
export const $notificationCount = computed($notifications, (remote) => remoteValue(remote)?.length ?? 0);

/** A sentence for screen readers about what arrived last; empty before the first, and after one is removed (Rule 13.7). */
export const $announcement: ReadableAtom<string> = announcement;

const known = (): readonly Notification[] => remoteValue(list.$remote.get()) ?? [];
const undismissed = (all: readonly Notification[]): Notification[] => withoutIds(all, $dismissed.get());

/** A ban that begins or ends, and a warning, change what the open page offers (Rules 13.10 and 31.31). */
function followBan(notification: Notification): void {
  const isWarning =
    ('modAction' in notification && notification.warned) ||
    ('kind' in notification && (notification.kind === 'warned' || notification.warned));
  if (isWarning || notification.type === NOTIFICATION_TYPE.platformBan) void retryProfileFlags();
}

/** Screen readers skip text that equals the one before, so that is removed for this long, in milliseconds. */
const BEFORE_REPEAT_MS = 150;
let lastSentence = '';
let cancelRepeat = (): void => {};

function clearAnnouncement(): void {
  cancelRepeat();
  announcement.set('');
}

function setAnnouncement(sentence: string): void {
  clearAnnouncement();
  if (sentence === lastSentence)
    cancelRepeat = runtime.setTimer(() => announcement.set(sentence), BEFORE_REPEAT_MS);
  else announcement.set(sentence);
  lastSentence = sentence;
}

/** Announces new notifications in one sentence. */
function announce(arrivals: readonly Notification[]): void {
  const shown = newestPerPost(withoutMuted(undismissed(arrivals), $muted.get()));
  for (const one of shown) followBan(one);
  const [first, second] = shown;
  if (first === undefined) return;
  const what = second ? `${shown.length} new notifications` : `New notification: ${notificationTitle(first)}`;
  setAnnouncement(`${what}. ${shownCount($notificationCount.get())} in all.`);
}

function onNotification(notification: Notification): void {
  const isKnown = known().some(({ id }) => id === notification.id);
  list.update((all) => addNotification(all, notification));
  if (!isKnown) announce([notification]);
  $notificationEvent.set(notification);
}

function onDeleted(id: string): void {
  const deleted = known().find((notification) => notification.id === id);
  if (deleted) followBan(deleted);
  // It was withdrawn before the list arrived, and may have been the ban.
  else if ($viewer.get()?.postsBanned) void retryProfileFlags();
  list.update((all) => removeNotification(all, id));
  clearAnnouncement();
  $notificationEvent.set(id);
}

/** Without pending notifications, a connection that stopped leaves nothing to show but the failure. */
function onStatus(next: LiveStatus): void {
  $notificationStatus.set(next);
  if (next !== 'stopped' || list.$remote.get().status === 'ready') return;
  void list.load(() => Promise.reject(new NetworkError(runtime.isOnline() ? 'unreachable' : 'offline')));
}

/** Ids that this page has acknowledged: if the server streams them again, the page does not load them for ever. */
const acknowledged = new Set<string>();

/** The server streams the newest ones only: loads the next when none of those is left (Rule 24.4). */
function loadNext(): void {
  if ($notificationCount.get() === 0 && known().length >= PENDING_MAX) void loadPending();
}

/** Acknowledges to the server. A lost acknowledgement is repeated when the pending ones are loaded again. */
function acknowledge(notifications: readonly Notification[]): void {
  const ids = notifications.map(({ id }) => id);
  const stored = (): void => {
    const fresh = ids.filter((id) => !acknowledged.has(id));
    for (const id of fresh) acknowledged.add(id);
    if (fresh.length > 0) loadNext();
  };
  if (ids.length > 0) hub?.acknowledge(ids).then(stored, () => {});
}

/** Follows what other tabs dismiss. */
function followDevice(): void {
  const before = $notificationCount.get();
  addFromDevice();
  if (before > 0) loadNext();
}

/** Notifications work in the background, so their failures are logged, too (Rule 13.9). */
const warnOfFailure = (error: unknown): void => runtime.warn('Notifications could not be loaded.', error);

/**
 * Loads the pending notifications. After a reconnect, notifications that arrived meanwhile are announced. Pending ones that were
 * dismissed here are acknowledged again, because the first attempt was lost.
 */
async function loadPending(): Promise<void> {
  const current = hub;
  if (current === undefined) return;
  const isFirst = remoteValue(list.$remote.get()) === undefined;
  const before = known();
  const load = async () => {
    const pending = new Map<string, Notification>();
    await current.pending((notification) => {
      if (notification.acknowledgedAt === null) pending.set(notification.id, notification);
    });
    return byTime(pending.values());
  };
  const isLoaded = await list.load(load, { mode: 'quiet' });
  const shown = list.$remote.get();
  // While known ones stay visible, the store logs the failure.
  if (!isLoaded && shown.status === 'failed') warnOfFailure(shown.error);
  const lackedBy = (others: readonly Notification[]) => {
    const ids = new Set(others.map(({ id }) => id));
    return (one: Notification): boolean => !ids.has(one.id);
  };
  before.filter(lackedBy(known())).forEach(followBan);
  if (!isFirst) announce(known().filter(lackedBy(before)));
  const open = new Set(undismissed(known()));
  acknowledge(known().filter((notification) => !open.has(notification)));
}

let disconnect = (): void => {};

/** Connects as the user who is signed in now. The hub's code loads when the browser is idle. */
function connect(): void {
  disconnect();
  const session = $session.get();
  if (session.status !== 'signed-in') return;
  if (account !== session.id) list.reset();
  account = session.id;
  loadDismissed(account);
  clearAnnouncement();
  let isStopped = false;
  const open = async () => {
    const { connectNotificationHub } = await import('#lib/hubs/notification-hub.ts');
    if (isStopped) return;
    hub = connectNotificationHub({
      accessToken: () => session.token,
      onNotification,
      onDeleted,
      onReviewChange: $reviewChange.set,
      onStatus,
      onStarted: () => void loadPending(),
    });
  };
  const cancel = runtime.whenIdle(() => {
    open().catch((error) => {
      warnOfFailure(error);
      onStatus('stopped');
    });
  });
  disconnect = () => {
    isStopped = true;
    cancel();
    hub?.close();
    hub = undefined;
  };
}

const $token = computed($session, (session) => (session.status === 'signed-in' ? session.token : null));

/** Follows the signed-in user until the returned function is called. Does nothing while pages are built. */
export function startNotifications(): () => void {
  if (!runtime.isBrowser) return () => {};
  return combineStops([
    followMuted(),
    $token.subscribe(connect),
    runtime.on('storage', followDevice),
    () => disconnect(),
  ]);
}

/** Tries again at once, after loading failed or the connection stopped. */
export function resumeNotifications(): void {
  if (hub === undefined) connect();
  else if ($notificationStatus.get() === 'live') void loadPending();
  else hub.retry();
}
notificationFeed.resume = resumeNotifications;

function dismiss(notifications: readonly Notification[]): void {
  const fresh = undismissed(notifications);
  addDismissed(fresh.map(({ id }) => id));
  acknowledge(fresh);
  clearAnnouncement();
}

/** Those whose types are on. The others stay until theirs are turned on again. */
const unmuted = (): Notification[] => withoutMuted(known(), $muted.get());

/** Dismisses a notification and the older ones about the same post. Works while the server is unreachable, too (Rule 13.4). */
export function dismissNotification(id: string): void {
  dismiss(replacedBy(unmuted(), id));
  showStatus('Notification dismissed');
}

/** Dismisses all notifications, and the ones that they replaced. */
export function dismissAllNotifications(): void {
  dismiss(unmuted());
  showStatus('All notifications cleared');
}
