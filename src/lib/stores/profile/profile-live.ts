/** Keeps an open profile up to date: it is reloaded when a live event concerns its player (Rule 14.2). */
import { onMount } from 'nanostores';
import { combineStops } from '#lib/combine-stops.ts';
import { concernsPlayer } from '#lib/domain/profile.ts';
import { runtime } from '#lib/runtime.ts';
import type { PostEvent } from '#lib/schemas/post.ts';
import { coalesce, followLive, onPostEvent } from '#lib/stores/core/live.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { onModerated } from '#lib/stores/posts/moderated.ts';
import { $player, refreshPlayer } from '#lib/stores/profile/player-profile.ts';
import { refreshPosting } from '#lib/stores/profile/posting.ts';
import { $profilePosts, refreshPosts } from '#lib/stores/profile/profile-posts.ts';

/** How long to wait for more deletions of posts that are not shown, before reloading, in milliseconds. */
export const UNSEEN_DELAY_MS = 1000;

function concernsPage(event: PostEvent): boolean {
  const player = remoteValue($player.get());
  const posts = remoteValue($profilePosts.get())?.posts ?? [];
  return player !== undefined && concernsPlayer(event, player.id, new Set(posts.map(({ id }) => id)));
}

/** Reloads header, list and cooldown; a burst of events causes one reload at a time. */
const refreshNow = async (): Promise<boolean> => {
  const done = await Promise.all([refreshPlayer(), refreshPosts(), refreshPosting()]);
  return !done.includes(false);
};
const refresh = coalesce(refreshNow);

/** Follows deletions of posts that are not shown, too: they may be on another tab or page and have counted in the karma. */
function followEvents(): () => void {
  let cancel = (): void => {};
  const stop = onPostEvent((event) => {
    if (concernsPage(event)) refresh();
    else if (event.kind === 'deleted') {
      cancel();
      cancel = runtime.setTimer(refresh, UNSEEN_DELAY_MS);
    }
  });
  return combineStops([stop, () => cancel()]);
}

onMount($profilePosts, () => {
  return combineStops([followEvents(), followLive($profilePosts, refresh), onModerated(refreshNow)]);
});
