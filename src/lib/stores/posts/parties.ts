/** Author and player of the shown post, and posts about and by them (Rules 30.31, 30.80). */
import { computed, onMount } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { getPlayer } from '#lib/client/player.ts';
import { runtime } from '#lib/runtime.ts';
import { listReceivedPosts, listSentPosts } from '#lib/schemas/calls/post.ts';
import type { PostEvent } from '#lib/schemas/post.ts';
import { createAddressed } from '#lib/stores/core/address.ts';
import { coalesce, onPostEvent } from '#lib/stores/core/live.ts';
import { type RemoteStore, remoteValue } from '#lib/stores/core/remote.ts';
import { $post } from '#lib/stores/posts/post.ts';

/** One of the two people of a post. */
export type Party = 'author' | 'player';

interface Key {
  id: number;
  postId: string;
  /** Whether the posts by them are listed. */
  sent: boolean;
  count: number;
}

async function fetchFacts({ id, postId, sent, count }: Key, signal: AbortSignal) {
  // One more, in case that the shown one is among them.
  const query = { page: 1, pageSize: count + 1 };
  const [profile, posts] = await Promise.all([
    getPlayer(id, signal),
    requestData(sent ? listSentPosts : listReceivedPosts, { params: { userId: id }, query, signal }),
  ]);
  return { profile, sent, latest: posts.filter((post) => post.id !== postId).slice(0, count) };
}

/** A player, and the latest posts about or by them besides the shown one, newest first. */
export type PartyFacts = Awaited<ReturnType<typeof fetchFacts>>;

function createParty(part: Party): RemoteStore<PartyFacts> {
  const $key = computed($post, (remote): Key | undefined => {
    const post = remoteValue(remote);
    if (!post) return undefined;
    const isShort = post.replayId === null;
    const sent = isShort && part === 'author';
    return { id: post[part].id, postId: post.id, sent, count: isShort ? 5 : 2 };
  });
  const store = createAddressed($key, fetchFacts);
  const { $remote, reload } = store;
  const refresh = coalesce(() => reload({ mode: 'quiet' }));
  const concerns = (event: PostEvent): boolean =>
    event.kind === 'deleted'
      ? (remoteValue($remote.get())?.latest.some(({ id }) => id === event.postId) ?? false)
      : [event.post.player.id, event.post.author.id].includes($key.get()?.id ?? 0);
  onMount($remote, () => {
    if (!runtime.isBrowser) return;
    return onPostEvent((event) => {
      if (concerns(event)) refresh();
    });
  });
  return store;
}

/**
 * Author and player. Each loads when it is drawn, and again when a live event changes its posts. The author's posts are those
 * about them, and on the page of a post without a replay those by them.
 */
export const parties: Readonly<Record<Party, RemoteStore<PartyFacts>>> = {
  author: createParty('author'),
  player: createParty('player'),
};
