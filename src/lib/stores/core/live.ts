/** Live post events for every store of the page, over one connection to the post hub. */
import { atom, type ReadableAtom } from 'nanostores';
import { noteEvent, noteGap } from '#lib/client/client.ts';
import { combineStops } from '#lib/combine-stops.ts';
import type * as hubs from '#lib/hubs/connection.ts';
import { runtime } from '#lib/runtime.ts';
import { GuidSchema } from '#lib/schemas/common.ts';
import { type PostEvent, PostSchema } from '#lib/schemas/post.ts';
import type { Remote } from '#lib/stores/core/remote.ts';

const status = atom<hubs.LiveStatus>('idle');
const eventListeners = new Set<(event: PostEvent) => void>();
const reconnectListeners = new Set<() => void>();
let connection: hubs.Connection | undefined;
let allowed = false;
let isRequested = false;

/** State of the connection. `stopped`: live updates have ended until `resume()`. */
export const $liveStatus: ReadableAtom<hubs.LiveStatus> = status;

/** Callbacks of the post hub. */
export interface PostHubHandlers extends Pick<hubs.ConnectionOptions, 'onStatus' | 'onReconnected'> {
  onEvent: (event: PostEvent) => void;
}

/** Opens the post hub; `onEvent` gets valid events only. The hub is open to everyone, so no token is sent. */
export function connectPostHub(
  { openConnection, parseEvent }: typeof hubs,
  { onEvent, ...rest }: PostHubHandlers,
): hubs.Connection {
  const handlePost = (kind: 'new' | 'edited', name: string) => (value: unknown) => {
    const post = parseEvent(name, PostSchema, value);
    if (post !== undefined) onEvent({ kind, post });
  };
  return openConnection({
    ...rest,
    path: '/api/hubs/post',
    events: {
      newPost: handlePost('new', 'newPost'),
      editedPost: handlePost('edited', 'editedPost'),
      deletedPost: (value) => {
        const postId = parseEvent('deletedPost', GuidSchema, value);
        if (postId !== undefined) onEvent({ kind: 'deleted', postId });
      },
    },
  });
}

function notify<T>(listeners: ReadonlySet<(value: T) => void>, value: T): void {
  for (const listener of listeners) {
    try {
      listener(value);
    } catch (error) {
      runtime.warn('A listener of live updates failed.', error);
    }
  }
}

const canOpen = (): boolean =>
  allowed && connection === undefined && eventListeners.size > 0 && runtime.isBrowser;

/** How long to wait before the hub's code is loaded once more, in milliseconds. */
export const RELOAD_DELAY_MS = 2000;

/**
 * The hub's code loads here and not with the page, so that it does not compete with the first data. A page that is being left
 * loads nothing more: one that returns from the browser's page cache continues with the retry.
 */
async function open(retries = 1): Promise<void> {
  if (!canOpen()) return;
  try {
    const loaded = await import('#lib/hubs/connection.ts');
    if (!canOpen()) return;
    connection = connectPostHub(loaded, {
      onEvent: (event) => {
        noteEvent(event);
        notify(eventListeners, event);
      },
      onStatus: (next) => status.set(next),
      onReconnected: () => {
        noteGap();
        notify(reconnectListeners, undefined);
      },
    });
  } catch (error) {
    if (retries > 0) {
      runtime.setTimer(() => void open(retries - 1), RELOAD_DELAY_MS);
      return;
    }
    runtime.warn('Live updates could not be loaded.', error);
    status.set('stopped');
  }
}

function close(): void {
  connection?.close();
  connection = undefined;
  status.set('idle');
}

/**
 * Allows the connection. Stores call it once their first data has arrived. Subscriptions made before wait until the browser has
 * drawn that data and is idle, and the page has loaded for a while.
 */
export function goLive(): void {
  if (isRequested) return;
  isRequested = true;
  const allow = (): void => {
    allowed = true;
    void open();
  };
  runtime.afterLoad(() => runtime.whenIdle(allow));
}

/** Subscribes to post events. The connection opens for the first listener and closes after the last. */
export function onPostEvent(listener: (event: PostEvent) => void): () => void {
  eventListeners.add(listener);
  void open();
  return () => {
    eventListeners.delete(listener);
    if (eventListeners.size === 0) close();
  };
}

/** Subscribes to reconnects: events may have been missed, so data has to be reloaded. */
export function onReconnected(listener: () => void): () => void {
  reconnectListeners.add(listener);
  return () => {
    reconnectListeners.delete(listener);
  };
}

/** Reconnects at once, after live updates have stopped. */
export function resume(): void {
  if (connection === undefined) void open();
  else connection.retry();
}

/** For `followLive`: no reload when the first connection is up within this time after the data, in milliseconds. */
export const CONNECT_TOLERANCE_MS = 1000;

/**
 * Goes live once the data of `$remote` has arrived, and calls `refetch` when events may have been missed (Rule 14.5): after a
 * reconnect, and when the first connection is up long after that data. Returns a function that stops this.
 */
export function followLive($remote: ReadableAtom<Remote<unknown>>, refetch: () => void): () => void {
  let readyAt: number | undefined;
  let wasLive = false;
  return combineStops([
    onReconnected(refetch),
    $remote.subscribe(({ status }) => {
      if (status !== 'ready') return;
      readyAt ??= runtime.now();
      goLive();
    }),
    $liveStatus.subscribe((status) => {
      if (status !== 'live' || wasLive) return;
      wasLive = true;
      if (readyAt === undefined || runtime.now() - readyAt <= CONNECT_TOLERANCE_MS) return;
      noteGap();
      refetch();
    }),
  ]);
}

/** Waits of `coalesce` before each retry, in milliseconds. */
export const RETRY_DELAYS_MS: readonly number[] = [2000, 10_000, 30_000];

/**
 * Turns a burst of events into few requests, and retries failed ones, so that no event is missed: a function that runs `work`
 * at once. Calls while it runs cause one more run afterwards. `work` resolves to false when it failed, and is retried later; it
 * must not reject.
 */
export function coalesce(work: () => Promise<boolean>): () => void {
  let running = false;
  let wanted = false;
  let failures = 0;
  let cancelRetry = (): void => {};
  const run = async (): Promise<void> => {
    cancelRetry();
    running = true;
    let done: boolean;
    do {
      wanted = false;
      done = await work();
    } while (wanted);
    running = false;
    const delay = done ? undefined : RETRY_DELAYS_MS[failures++];
    if (delay !== undefined) cancelRetry = runtime.setTimer(() => void run(), delay);
  };
  return () => {
    failures = 0;
    if (running) wanted = true;
    else void run();
  };
}
