/**
 * Carries events to the hubs. API calls publish after their transaction has been committed; every process with hub
 * connections subscribes. Events are plain JSON values, so that an implementation can send them between processes.
 */
import type { RegionId } from '#lib/regions.ts';
import type { Notification } from '#lib/schemas/notification.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { ReviewChange } from '#lib/schemas/review.ts';

/** An event about a post. A later change of the post has a greater version, by which `hubs/post-hub.ts` drops stale events. */
export type PostEvent =
  | { type: 'newPost' | 'editedPost'; post: Post; version: number }
  | { type: 'deletedPost'; postId: string; version: number };

/** An event. Only posts that appear in public lists are published; fields that are not public are removed on sending. */
export type HubEvent =
  | PostEvent
  /** `notification.accountId` is the receiver. */
  | { type: 'newNotification'; notification: Notification }
  | { type: 'deletedNotification'; accountId: number; id: string }
  /** An item of the moderators' queue changed; only for moderators who may see it. */
  | { type: 'review'; accountIds: readonly number[]; change: ReviewChange }
  /** All earlier tokens of the account are invalid. */
  | { type: 'seedTokenInvalidated'; accountId: number }
  /** Events of the region were lost between processes, so all clients must reload. */
  | { type: 'missed' };

/** Handles one event of one region; must not throw. */
export type HubListener = (region: RegionId, event: HubEvent) => void;

/** Carries events from publishers to listeners. */
export interface Bus {
  /**
   * Delivers an event, in order per publisher. Resolves when no event that is published later, by any process, can overtake
   * it. Never rejects: the change has been committed, so a failed delivery is logged instead of reported.
   */
  publish(region: RegionId, event: HubEvent): Promise<void>;
  /** Calls `listener` for every later event, until the returned function is called. */
  subscribe(listener: HubListener): () => void;
}

/** A bus within this process. `onError` gets what a listener throws; other listeners still get the event. */
export function createInProcessBus(onError: (error: unknown) => void): Bus {
  const listeners = new Set<HubListener>();
  return {
    async publish(region, event) {
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
