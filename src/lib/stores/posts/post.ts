/** One post: itself, its replay, and the last moderator action on it. */
import { computed, onMount, type ReadableAtom } from 'nanostores';
import { HttpError } from '#lib/client/errors.ts';
import { getPost } from '#lib/client/post.ts';
import { getReplay, replayFileUrl } from '#lib/client/replay.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { isStaff } from '#lib/domain/permissions.ts';
import { type PostEvent, postIdOf } from '#lib/domain/post-event.ts';
import { matchRoute } from '#lib/routes.ts';
import { runtime } from '#lib/runtime.ts';
import { GuidSchema } from '#lib/schemas/common.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { ShownReplay } from '#lib/schemas/replay.ts';
import { $address } from '#lib/stores/core/address.ts';
import { coalesce } from '#lib/stores/core/coalesce.ts';
import { goLive, onPostEvent } from '#lib/stores/core/live.ts';
import { onMissedEvents } from '#lib/stores/core/missed-events.ts';
import { createRemote, type Remote, ready, remoteValue } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { type DeletedPost, findDeletedPost, rememberDeletedPost } from '#lib/stores/posts/deleted-posts.ts';
import { $viewer, loadSession } from '#lib/stores/session/session.ts';

const post = createRemote<Post>();
const replay = createRemote<ShownReplay>();
const modActions = createRemote<readonly ModAction[]>();

/** The post that the address names. `removed` when a moderator took it away. */
export const $post: ReadableAtom<Remote<Post>> = post.$remote;

/** The replay of the post; meaningful only when the post has one. */
export const $replay: ReadableAtom<Remote<ShownReplay>> = computed(
  [post.$remote, replay.$remote],
  (whole, alone) => {
    const present = remoteValue(whole)?.replay;
    return present ? ready(present) : alone;
  },
);

/** Moderator actions on the post, newest first; fetched for locked, read-only and removed posts, and for staff. */
export const $modActions: ReadableAtom<Remote<readonly ModAction[]>> = modActions.$remote;

/** Where the replay's parts are, as absolute http(s) addresses; null for what there is not. */
export interface ReplayLinks {
  file: string;
  minimap: string | null;
}

function mediaUrl(uri: string | null): string | null {
  const base = runtime.apiOrigin();
  if (uri === null || !URL.canParse(uri, base)) return null;
  const url = new URL(uri, base);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/** Addresses of the replay's file and video; undefined while the replay is not there. The file needs only its id. */
export const $replayLinks = computed([$post, $replay], (whole, remote): ReplayLinks | undefined => {
  const value = remoteValue(remote);
  const id = remoteValue(whole)?.replayId;
  if (value === undefined)
    return id && remote.status !== 'loading' ? { file: replayFileUrl(id), minimap: null } : undefined;
  return {
    file: mediaUrl(value.downloadUri) ?? replayFileUrl(value.id),
    minimap: mediaUrl(value.minimapUri),
  };
});

/** The post, when it is known to have been deleted and not just missing (Rule 8.15). */
export function deletedPost(): DeletedPost | undefined {
  return findDeletedPost(addressedId() ?? '');
}

/** The id in the address; an empty one is nothing to look for, and one that cannot be is never asked for. */
function addressedId(): string | null {
  const match = matchRoute($address.get().path);
  const id = match.kind === 'route' && match.route.id === 'post' ? match.params.id : undefined;
  return GuidSchema.safeParse(id).data ?? null;
}

async function fetchPost(id: string | null, signal: AbortSignal): Promise<Post> {
  if (id === null) throw new HttpError(404, { message: '', problem: null, fields: {} });
  return getPost(id, signal);
}

/** The replay comes with the post; one that did not, or could not be read, is asked for by itself. */
function followReplay({ replayId, replay: present }: Post): void {
  if (replayId === null || present !== null) replay.reset();
  else void replay.load((signal) => getReplay(replayId, signal), { mode: 'quiet' });
}

function loadModActions(postId: string): void {
  const fetch = async (signal: AbortSignal) => {
    // Few posts were moderated: the calls load with the first that was.
    const { listModActions } = await import('#lib/client/moderation.ts');
    return listModActions({ postId }, signal);
  };
  void modActions.load(fetch, { mode: 'quiet' });
}

function followParts(): () => void {
  const follow = (): void => {
    const remote = post.$remote.get();
    const id = addressedId();
    if (remote.status === 'ready' && !remote.changing) {
      const { modLocked, readOnly } = remote.value;
      followReplay(remote.value);
      if (modLocked || readOnly || isStaff($viewer.get())) loadModActions(remote.value.id);
      goLive();
    }
    if (remote.status === 'not-found' && id !== null) {
      if (remote.removed) loadModActions(id);
      // A deletion may be taken back.
      goLive();
    }
  };
  return combineStops([
    post.$remote.subscribe(follow),
    $viewer.listen((viewer) => {
      if (isStaff(viewer)) follow();
    }),
  ]);
}

/** A post that was shown and no longer exists was deleted meanwhile. */
function followDeletion(): () => void {
  return post.$remote.listen((remote, former) => {
    if (former?.status === 'ready' && remote.status === 'not-found' && !remote.removed) {
      rememberDeletedPost(former.value);
      showStatus('This post was deleted.');
    }
  });
}

function followAddress(): () => void {
  let shown: string | undefined;
  return $address.subscribe(({ path }) => {
    if (path === '' || path === shown) return;
    shown = path;
    const id = addressedId();
    void post.load((signal) => fetchPost(id, signal), { mode: 'replace' });
  });
}

/** Asks for the post again, after a failure. */
export function retryPost(): void {
  void post.reload({ mode: 'replace' });
}

/** Asks for the replay again, after a failure. */
export function retryReplay(): void {
  void replay.reload({ mode: 'replace' });
}

/** Asks for the moderator actions again, after a failure. */
export function retryModActions(): void {
  void modActions.reload({ mode: 'replace' });
}

const refresh = coalesce(() => post.reload({ mode: 'quiet' }));

onMount($post, () => {
  if (!runtime.isBrowser) return;
  void loadSession();
  return combineStops([
    followDeletion(),
    followParts(),
    followAddress(),
    onPostEvent((event: PostEvent) => {
      if (postIdOf(event) === addressedId()) refresh();
    }),
    onMissedEvents(post.$remote, refresh),
  ]);
});
