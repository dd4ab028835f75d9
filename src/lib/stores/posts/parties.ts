/** Author and player of the shown post, as their cards show them (Rule 30.31). */
import { computed, onMount, type ReadableAtom } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { getPlayer } from '#lib/client/player.ts';
import { runtime } from '#lib/runtime.ts';
import { listReceivedPosts } from '#lib/schemas/calls/post.ts';
import type { PostEvent } from '#lib/schemas/post.ts';
import { createAddressed } from '#lib/stores/core/address.ts';
import { coalesce, onPostEvent } from '#lib/stores/core/live.ts';
import { type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { $post } from '#lib/stores/posts/post.ts';

/** One of the two people of a post. */
export type Party = 'author' | 'player';

/** How many posts a card lists. */
const LATEST_POSTS = 2;

interface Key {
  id: number;
  postId: string;
}

async function fetchFacts({ id, postId }: Key, signal: AbortSignal) {
  // One more, in case that the shown one is among them.
  const query = { page: 1, pageSize: LATEST_POSTS + 1 };
  const [profile, posts] = await Promise.all([
    getPlayer(id, signal),
    requestData(listReceivedPosts, { params: { userId: id }, query, signal }),
  ]);
  return { profile, latest: posts.filter((post) => post.id !== postId).slice(0, LATEST_POSTS) };
}

/** A player, and the latest posts about them besides the shown one, newest first. */
export type PartyFacts = Awaited<ReturnType<typeof fetchFacts>>;

function createParty(part: Party): ReadableAtom<Remote<PartyFacts>> {
  const $key = computed($post, (remote): Key | undefined => {
    const post = remoteValue(remote);
    return post && { id: post[part].id, postId: post.id };
  });
  const { $remote, reload } = createAddressed($key, fetchFacts);
  const refresh = coalesce(() => reload({ mode: 'quiet' }));
  const concerns = (event: PostEvent): boolean =>
    event.kind === 'deleted'
      ? (remoteValue($remote.get())?.latest.some(({ id }) => id === event.postId) ?? false)
      : event.post.player.id === $key.get()?.id;
  onMount($remote, () => {
    if (!runtime.isBrowser) return;
    return onPostEvent((event) => {
      if (concerns(event)) refresh();
    });
  });
  return $remote;
}

/** Author and player. Each loads when its card is drawn, and again when a live event changes the posts about them. */
export const $parties: Readonly<Record<Party, ReadableAtom<Remote<PartyFacts>>>> = {
  author: createParty('author'),
  player: createParty('player'),
};
