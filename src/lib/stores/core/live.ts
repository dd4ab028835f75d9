/** Live post events for every store of the page, over one connection. */
import { atom, type ReadableAtom } from 'nanostores';
import type { PostEvent } from '#lib/domain/post-event.ts';
import type { Connection, LiveStatus } from '#lib/hubs/connection.ts';
import { runtime } from '#lib/runtime.ts';

const status = atom<LiveStatus>('idle');
const eventListeners = new Set<(event: PostEvent) => void>();
const reconnectListeners = new Set<() => void>();
let connection: Connection | undefined;
let wanted = false;
let cancelWait: (() => void) | undefined;

/** State of the connection; `stopped` means that live updates ended, with `resume()` as the way back. */
export const $liveStatus: ReadableAtom<LiveStatus> = status;

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
  wanted && connection === undefined && eventListeners.size > 0 && runtime.isBrowser;

/** The hub's code loads here and not with the page, so that it never competes with the first data. */
async function open(): Promise<void> {
  if (!canOpen()) return;
  try {
    const { connectPostHub } = await import('#lib/hubs/post-hub.ts');
    if (!canOpen()) return;
    connection = connectPostHub({
      onEvent: (event) => notify(eventListeners, event),
      onStatus: (next) => status.set(next),
      onReconnected: () => notify(reconnectListeners, undefined),
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
 * Allows the connection. Called by a screen's store once its first data has come; until the browser has drawn that and
 * is idle, subscriptions wait, so that the hub's code never competes with it.
 */
export function goLive(): void {
  cancelWait ??= runtime.whenIdle(() => {
    wanted = true;
    void open();
  });
}

/** Subscribes to post events; the connection is opened for the first listener and closed after the last. */
export function onPostEvent(listener: (event: PostEvent) => void): () => void {
  eventListeners.add(listener);
  void open();
  return () => {
    eventListeners.delete(listener);
    if (eventListeners.size === 0) close();
  };
}

/** Subscribes to the connection being up again after it was lost: what is shown has to be loaded anew. */
export function onReconnected(listener: () => void): () => void {
  reconnectListeners.add(listener);
  return () => {
    reconnectListeners.delete(listener);
  };
}

/** Tries to connect again at once, after live updates have stopped. */
export function resume(): void {
  if (connection === undefined) void open();
  else connection.retry();
}

/** Closes the connection and forgets all listeners, for tests. */
export function resetLive(): void {
  eventListeners.clear();
  reconnectListeners.clear();
  cancelWait?.();
  cancelWait = undefined;
  wanted = false;
  close();
}
