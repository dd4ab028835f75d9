/** The post hub: sends new, edited and deleted posts to everyone in the region. No sign-in is needed. */
import type { Bus, HubEvent } from './bus.ts';
import { asAnonymous } from './public-view.ts';
import type { Hub } from './signalr/hub.ts';
import type { SignalRServer } from './signalr/server.ts';

/** Sends a post that everyone may see. A locked post is sent as deleted. */
function forward(hub: Hub, region: string, event: HubEvent): void {
  if (event.type === 'deletedPost') hub.broadcast(region, 'DeletedPost', event.postId);
  if (event.type !== 'newPost' && event.type !== 'editedPost') return;
  const post = asAnonymous(event.post);
  if (!post) hub.broadcast(region, 'DeletedPost', event.post.id);
  else hub.broadcast(region, event.type === 'newPost' ? 'NewPost' : 'EditedPost', post);
}

/** Adds the hub at `/api/hubs/post` and forwards the bus's post events: NewPost, EditedPost, DeletedPost. */
export function addPostHub(server: SignalRServer, bus: Bus): Hub {
  const hub = server.addHub({ path: '/api/hubs/post', requiresUser: false });
  bus.subscribe((region, event) => forward(hub, region, event));
  return hub;
}
