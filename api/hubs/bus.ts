/**
 * The one way by which events reach the hubs. A call of the API publishes after its transaction has been
 * committed; every process that has hub connections subscribes.
 *
 * Events are plain JSON values, so that an implementation may carry them between processes (LISTEN/NOTIFY on
 * PostgreSQL, whose payload of 8 KB would then hold a reference to the event rather than the event).
 */
import type { RegionId } from '#lib/regions.ts';
import type { Notification } from '#lib/schemas/notification.ts';
import type { Post } from '#lib/schemas/post.ts';

/**
 * What happened. Only posts that a visitor finds in lists are published; which of their fields each receiver may see is
 * decided on sending.
 */
export type HubEvent =
  | { type: 'newPost' | 'editedPost'; post: Post }
  | { type: 'deletedPost'; postId: string }
  /** `notification.accountId` is the receiver. */
  | { type: 'newNotification'; notification: Notification }
  | { type: 'deletedNotification'; accountId: number; id: string }
  /** Every earlier token of the account is invalid. */
  | { type: 'seedTokenInvalidated'; accountId: number };

/** Takes one event of one region; must not throw. */
export type HubListener = (region: RegionId, event: HubEvent) => void;

/** Carries events from those who cause them to those who send them on. */
export interface Bus {
  /**
   * Hands an event over, in order per publisher. Never throws and never waits: what caused the event has been
   * committed, so a failure to tell others is logged, not reported.
   */
  publish(region: RegionId, event: HubEvent): void;
  /** Calls `listener` for every later event, until the returned function is called. */
  subscribe(listener: HubListener): () => void;
}

/** A bus within this process. `onError` gets what a listener throws; other listeners still hear the event. */
export function createInProcessBus(onError: (error: unknown) => void): Bus {
  const listeners = new Set<HubListener>();
  return {
    publish(region, event) {
      for (const listener of listeners) {
        try {
          listener(region, event);
        } catch (error) {
          onError(error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
