/** The signed-in user's notifications: pending ones, live ones, and dismissing them (Rules 13.1 to 13.4). */
import { atom, computed, type ReadableAtom } from 'nanostores';
import { NetworkError } from '#lib/client/errors.ts';
import { combineStops } from '#lib/combine-stops.ts';
import {
  addNotification,
  newestPerPost,
  notificationTitle,
  removeNotification,
  replacedBy,
} from '#lib/domain/notifications.ts';
import type { LiveStatus } from '#lib/hubs/connection.ts';
import type { NotificationHub } from '#lib/hubs/notification-hub.ts';
import { runtime } from '#lib/runtime.ts';
import { NOTIFICATION_TYPE, type Notification } from '#lib/schemas/notification.ts';
import { createRemote, type Remote, ready, remoteValue } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { keepDismissed, readDismissed } from '#lib/stores/notifications/dismissed.ts';
import { $session, retryProfileFlags, type Session } from '#lib/stores/session/session.ts';

type SignedIn = Extract<Session, { status: 'signed-in' }>;

const list = createRemote<readonly Notification[]>();
const dismissed = atom<readonly string[]>([]);
const status = atom<LiveStatus>('idle');
const announcement = atom('');
let account = 0;
let hub: NotificationHub | undefined;

/** What is not dismissed, oldest first, and of each post only the newest (Rule 13.11). */
export const $notifications: ReadableAtom<Remote<readonly Notification[]>> = computed(
  [list.$remote, dismissed],
  (remote, ids): Remote<readonly Notification[]> => {
    if (remote.status !== 'ready') return remote;
    const hidden = new Set(ids);
    return ready(newestPerPost(remote.value.filter(({ id }) => !hidden.has(id))), remote.changing);
  },
);

/** How many there are; 0 while that is not known. */
export const $notificationCount = computed($notifications, (remote) => remoteValue(remote)?.length ?? 0);

/** State of the connection; `stopped` means that new ones do not arrive, with `resumeNotifications()` as the way back. */
export const $notificationStatus: ReadableAtom<LiveStatus> = status;

/** A sentence for screen readers about what arrived last; empty before the first. */
export const $announcement: ReadableAtom<string> = announcement;

/** Tells the server. What is lost is told again when the pending ones are next streamed. */
function acknowledge(ids: readonly string[]): void {
  if (ids.length > 0) hub?.acknowledge(ids).catch(() => {});
}

/** Streams what is pending; what was dismissed and is pending all the same, the server was not told of. */
async function loadPending(): Promise<void> {
  const current = hub;
  if (current === undefined) return;
  const fetch = async () => {
    let pending: readonly Notification[] = [];
    await current.pending((notification) => {
      if (notification.acknowledgedAt === null) pending = addNotification(pending, notification);
    });
    return pending;
  };
  const known = remoteValue(list.$remote.get());
  await list.load(fetch, { mode: 'quiet' });
  const hidden = new Set(dismissed.get());
  const pending = remoteValue(list.$remote.get()) ?? [];
  if (known !== undefined) tellOf(pending.filter(({ id }) => !has(known, id)));
  acknowledge(pending.map(({ id }) => id).filter((id) => hidden.has(id)));
}

const has = (all: readonly Notification[], id: string): boolean => all.some((one) => one.id === id);

/** A ban that comes or goes changes what may be done on the page that is open (Rule 13.10). */
function followBan(notification: Notification | undefined): void {
  if (notification?.type === NOTIFICATION_TYPE.platformBan) void retryProfileFlags();
}

function removed(id: string): void {
  const known = remoteValue(list.$remote.get()) ?? [];
  list.update((all) => removeNotification(all, id));
  followBan(known.find((notification) => notification.id === id));
}

function arrived(notification: Notification): void {
  const known = remoteValue(list.$remote.get()) ?? [];
  list.update((all) => addNotification(all, notification));
  if (!has(known, notification.id)) tellOf([notification]);
}

/** Says what is new, in one sentence. */
function tellOf(arrivals: readonly Notification[]): void {
  const fresh = newestPerPost(arrivals.filter(({ id }) => !dismissed.get().includes(id)));
  for (const one of fresh) followBan(one);
  const [first, second] = fresh;
  if (first === undefined) return;
  const what = second ? `${fresh.length} new notifications` : `New notification: ${notificationTitle(first)}`;
  announcement.set(`${what}. ${$notificationCount.get()} in all.`);
}

function statusChanged(next: LiveStatus): void {
  status.set(next);
  if (next !== 'stopped' || list.$remote.get().status === 'ready') return;
  void list.load(() => Promise.reject(new NetworkError(runtime.isOnline() ? 'unreachable' : 'offline')));
}

/** Opens the hub, whose code loads when the browser is idle. */
function connect(session: SignedIn): () => void {
  let stopped = false;
  const open = async () => {
    const { connectNotificationHub } = await import('#lib/hubs/notification-hub.ts');
    if (stopped) return;
    hub = connectNotificationHub({
      accessToken: () => session.token,
      onNotification: arrived,
      onDeleted: removed,
      onStatus: statusChanged,
      onStarted: () => void loadPending(),
    });
  };
  const cancel = runtime.whenIdle(() => {
    open().catch((error) => {
      runtime.warn('Notifications could not be loaded.', error);
      statusChanged('stopped');
    });
  });
  return () => {
    stopped = true;
    cancel();
    hub?.close();
    hub = undefined;
  };
}

function begin(session: SignedIn): () => void {
  if (account !== session.id) list.reset();
  account = session.id;
  dismissed.set(readDismissed(account));
  announcement.set('');
  return connect(session);
}

let restart = (): void => {};

/** Follows the signed-in user until the returned function is called. Does nothing while pages are built. */
export function startNotifications(): () => void {
  if (!runtime.isBrowser) return () => {};
  let end = (): void => {};
  let token: string | undefined;
  const begun = (session: Session): void => {
    const next = session.status === 'signed-in' ? session.token : undefined;
    if (next === token) return;
    token = next;
    end();
    end = session.status === 'signed-in' ? begin(session) : () => {};
  };
  restart = () => {
    token = undefined;
    begun($session.get());
  };
  return combineStops([
    $session.subscribe(begun),
    // Another tab dismissed some. Only read: two tabs that answer each other's writing would never end.
    runtime.on('storage', () => {
      dismissed.set([...new Set([...dismissed.get(), ...readDismissed(account)])]);
    }),
    () => end(),
    () => {
      token = undefined;
    },
  ]);
}

/** Tries again at once, after loading failed or the connection was given up. */
export function resumeNotifications(): void {
  if (hub === undefined) restart();
  else if (status.get() === 'live') void loadPending();
  else hub.retry();
}

function dismiss(notifications: readonly Notification[]): void {
  const ids = notifications.map(({ id }) => id).filter((id) => !dismissed.get().includes(id));
  dismissed.set(keepDismissed(account, dismissed.get(), ids));
  acknowledge(ids);
}

/**
 * Dismisses one, with those about the same post that it replaced: gone at once and for good, even if the server cannot
 * be reached now (Rule 13.4).
 */
export function dismissNotification(id: string): void {
  dismiss(replacedBy(remoteValue(list.$remote.get()) ?? [], id));
  showStatus('Notification dismissed');
}

/** Dismisses all that are shown, with those that they replaced. */
export function dismissAllNotifications(): void {
  dismiss(remoteValue(list.$remote.get()) ?? []);
  showStatus('All notifications cleared');
}

/** Forgets everything, for tests. */
export function resetNotifications(): void {
  account = 0;
  list.reset();
  dismissed.set([]);
  announcement.set('');
  status.set('idle');
}
