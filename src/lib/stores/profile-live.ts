/** Keeps an open profile true: it is fetched again when a post event concerns its player (Rule 14.2). */
import { onMount } from 'nanostores';
import { concernsPlayer, type PostEvent } from '#lib/domain/post-event.ts';
import { coalesce } from '#lib/stores/coalesce.ts';
import { goLive, onPostEvent, onReconnected } from '#lib/stores/live.ts';
import { $player, refreshPlayer } from '#lib/stores/player-profile.ts';
import { refreshPosting } from '#lib/stores/posting.ts';
import { $profilePosts, refreshPosts } from '#lib/stores/profile-posts.ts';
import { remoteValue } from '#lib/stores/remote.ts';

function concernsPage(event: PostEvent): boolean {
  const player = remoteValue($player.get());
  const posts = remoteValue($profilePosts.get())?.posts ?? [];
  return player !== undefined && concernsPlayer(event, player.id, new Set(posts.map(({ id }) => id)));
}

/** Fetches header, list and cooldown again; a burst of events asks once at a time. */
const refresh = coalesce(async () => {
  await Promise.all([refreshPlayer(), refreshPosts(), refreshPosting()]);
});

onMount($profilePosts, () => {
  const stops = [
    onPostEvent((event) => {
      if (concernsPage(event)) refresh();
    }),
    onReconnected(refresh),
    $profilePosts.subscribe(({ status }) => {
      if (status === 'ready') goLive();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
});
