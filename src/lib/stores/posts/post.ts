/** The post that the address names, its replay, and the moderator actions on it. */
import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { getPost } from '#lib/client/post.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { isStaff } from '#lib/domain/permissions.ts';
import type { Block } from '#lib/markdown/markdown-tokens.ts';
import { prepareTexts } from '#lib/markdown/texts.ts';
import { guidAt } from '#lib/paths.ts';
import { matchRoute } from '#lib/routes.ts';
import { runtime } from '#lib/runtime.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';
import { type Post, type PostEvent, postIdOf } from '#lib/schemas/post.ts';
import type { ShownReplay } from '#lib/schemas/replay.ts';
import { $address, createAddressed } from '#lib/stores/core/address.ts';
import { coalesce, followLive, goLive, onPostEvent } from '#lib/stores/core/live.ts';
import { createRemote, type Remote, ready, remoteValue } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { type DeletedPost, findDeletedPost } from '#lib/stores/posts/deleted-posts.ts';
import { onModerated } from '#lib/stores/posts/moderated.ts';
import { $viewer } from '#lib/stores/session/session.ts';

const $givenId = atom<string | null>(null);

/** The id in the address or of a given post: null when it cannot be an id, undefined while the address is not known. */
export const $postId = computed([$address, $givenId], ({ path }, givenId) => {
  if (givenId !== null) return givenId;
  if (path === '') return undefined;
  const match = matchRoute(path);
  const id = match.kind === 'route' && match.route.id === 'post' ? match.params.id : undefined;
  return guidAt(id ?? '');
});

/** The post that another screen has loaded already. */
let given: Post | undefined;

async function fetchPost(id: string, signal: AbortSignal): Promise<Post> {
  const known = given?.id === id ? given : undefined;
  given = undefined;
  const found = known ?? (await getPost(id, signal));
  await prepareTexts([found.content]);
  return found;
}

const post = createAddressed($postId, fetchPost, () => 'replace');
const replay = createRemote<ShownReplay>();
const modActions = createRemote<readonly ModAction[]>();

/** The post; not found and `removed` when a moderator removed it. */
export const $post: ReadableAtom<Remote<Post>> = post.$remote;

/** The replay; meaningful only when the post has one. */
export const $replay: ReadableAtom<Remote<ShownReplay>> = computed(
  [post.$remote, replay.$remote],
  (remotePost, separate) => {
    const included = remoteValue(remotePost)?.replay;
    return included ? ready(included) : separate;
  },
);

/** Moderator actions on the post, newest first; fetched for locked, read-only and removed posts, and for staff. */
export const $modActions: ReadableAtom<Remote<readonly ModAction[]>> = modActions.$remote;

/** Changes the post's text before it is drawn: `battle.ts` sets it when the battle is known. */
export const $adaptText = atom<((blocks: Block[]) => Block[]) | undefined>(undefined);

/** Shows a post on a screen whose address does not name it, without loading it. */
export function givePost(known: Post): void {
  given = known;
  $givenId.set(known.id);
}

/** The post, if the user deleted it in this tab; undefined if it is just missing (Rule 8.15). */
export function deletedPost(): DeletedPost | undefined {
  return findDeletedPost($postId.get() ?? '');
}

/** The replay comes with the post. If it is missing or could not be read, it is loaded separately. */
function loadReplay({ replayId, replay: present }: Post): void {
  if (replayId === null || present !== null) {
    replay.reset();
    return;
  }
  const fetch = async (signal: AbortSignal) => {
    const { getReplay } = await import('#lib/client/replay.ts');
    return getReplay(replayId, signal);
  };
  void replay.load(fetch, { mode: 'quiet' });
}

function loadModActions(postId: string): void {
  const fetch = async (signal: AbortSignal) => {
    // Few posts are moderated, so this code loads when it is needed.
    const { listModActions } = await import('#lib/client/moderation.ts');
    return listModActions({ postId }, signal);
  };
  void modActions.load(fetch, { mode: 'quiet' });
}

/** Loads what belongs to the post once it is known: its replay, and the moderator actions for those who may see them. */
function loadParts(): void {
  const remote = post.$remote.get();
  const id = $postId.get() ?? null;
  if (remote.status === 'ready' && !remote.changing) {
    const { modLocked, readOnly } = remote.value;
    loadReplay(remote.value);
    if (modLocked || readOnly || isStaff($viewer.get())) loadModActions(remote.value.id);
  }
  if (remote.status === 'not-found' && id !== null) {
    if (remote.removed) loadModActions(id);
    // A deletion may be reverted while the page is open.
    goLive();
  }
}

/** Announces that the post was deleted while it was shown. */
function announceDeletion(): () => void {
  return post.$remote.listen((remote, former) => {
    if (former?.status === 'ready' && remote.status === 'not-found' && !remote.removed)
      showStatus('This post was deleted.');
  });
}

/** Loads the post again after a failure. */
export const retryPost = post.retry;

/** Loads the replay again after a failure. */
export const retryReplay = replay.retry;

/** Loads the moderator actions again after a failure. */
export const retryModActions = modActions.retry;

/** Loads the post again, and what belongs to it even when the post is the same: a moderator's action may have been reverted. */
const refreshNow = async (): Promise<boolean> => {
  const before = post.$remote.get();
  const done = await post.reload({ mode: 'quiet' });
  if (post.$remote.get() === before) loadParts();
  return done;
};
const refresh = coalesce(refreshNow);

onMount($post, () => {
  if (!runtime.isBrowser) return;
  return combineStops([
    announceDeletion(),
    $post.subscribe(loadParts),
    $viewer.listen((viewer) => {
      if (isStaff(viewer)) loadParts();
    }),
    onPostEvent((event: PostEvent) => {
      if (postIdOf(event) === $postId.get()) refresh();
    }),
    followLive($post, refresh),
    onModerated(refreshNow),
  ]);
});
