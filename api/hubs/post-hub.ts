/**
 * The post hub. It keeps the events of each post in order, although two processes may publish changes of one post at nearly the
 * same time.
 */
import { LRUCache } from 'lru-cache';
import type { Hub, SignalRServer } from 'signalr-server';
import type { Bus, PostEvent } from '#api/events/bus.ts';
import type { RegionId } from '#lib/regions.ts';
import { asAnonymous } from './public-view.ts';

/** Posts whose last event is remembered. */
const REMEMBERED = 2_000;
/** Events overtake each other by milliseconds; a delivery is given up after seconds. */
const REMEMBERED_MS = 60_000;

const postIdOf = (event: PostEvent): string => (event.type === 'deletedPost' ? event.postId : event.post.id);

/** The event to send in place of a received one; null when clients know the post's state already, or a later one. */
type EventOrder = (region: RegionId, event: PostEvent) => PostEvent | null;

/** Creates the order of one receiver. Versions are taken under the post's lock, so they follow the order of commits. */
export function createEventOrder(): EventOrder {
  const last = new LRUCache<string, PostEvent>({ max: REMEMBERED, ttl: REMEMBERED_MS });
  return (region, event) => {
    const key = `${region} ${postIdOf(event)}`;
    const known = last.get(key);
    if (known === undefined || event.version > known.version) {
      last.set(key, event);
      return event;
    }
    // Clients ignored the edit of a post that they did not know, so the post appears as it is now.
    if (event.type !== 'newPost' || known.type !== 'editedPost' || event.version === known.version)
      return null;
    const late: PostEvent = { ...known, type: 'newPost' };
    last.set(key, late);
    return late;
  };
}

/** Sends a post that everyone may see. A locked post is sent as deleted. */
function forwardPost(hub: Hub, region: RegionId, event: PostEvent): void {
  const post = event.type === 'deletedPost' ? null : asAnonymous(event.post);
  if (post === null) hub.broadcast(region, 'DeletedPost', postIdOf(event));
  else hub.broadcast(region, event.type === 'newPost' ? 'NewPost' : 'EditedPost', post);
}

/** Adds the hub at `/api/hubs/post`, which sends NewPost, EditedPost and DeletedPost to everyone in the region. */
export function addPostHub(server: SignalRServer, bus: Bus): void {
  const hub = server.addHub({ path: '/api/hubs/post' });
  const inOrder = createEventOrder();
  bus.subscribe((region, event) => {
    const current = 'version' in event ? inOrder(region, event) : null;
    if (current !== null) forwardPost(hub, region, current);
  });
}
