/** Live post events for every store of the page, over one connection to the post hub. */
import { atom, type ReadableAtom } from 'nanostores';
import { noteEvent, noteGap, resetDataVersion } from '#lib/client/data-version.ts';
import type * as hubs from '#lib/hubs/connection.ts';
import { runtime } from '#lib/runtime.ts';
import { GuidSchema } from '#lib/schemas/common.ts';
import { type PostEvent, PostSchema } from '#lib/schemas/post.ts';

const status = atom<hubs.LiveStatus>('idle');
const eventListeners = new Set<(event: PostEvent) => void>();
const reconnectListeners = new Set<() => void>();
let connection: hubs.Connection | undefined;
let allowed = false;
let cancelIdle: (() => void) | undefined;

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

/** The hub's code loads here and not with the page, so that it does not compete with the first data. */
async function open(): Promise<void> {
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
 * drawn that data and is idle.
 */
export function goLive(): void {
  cancelIdle ??= runtime.whenIdle(() => {
    allowed = true;
    void open();
  });
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

/** Closes the connection and removes all listeners, for tests. */
export function resetLive(): void {
  eventListeners.clear();
  reconnectListeners.clear();
  resetDataVersion();
  cancelIdle?.();
  cancelIdle = undefined;
  allowed = false;
  close();
}
