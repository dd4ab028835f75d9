/** Whether the viewer may post about the player whose profile is open (Rules 5.8, 5.9). */
import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { findCooldownEnd } from '#lib/client/cooldown.ts';
import { errorToMessage } from '#lib/client/errors.ts';
import { preloadFeatures } from '#lib/client/features.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { type PostingAvailability, postingAvailability } from '#lib/domain/posting.ts';
import { runtime } from '#lib/runtime.ts';
import { createRemote, type LoadOptions, type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { $postDialog } from '#lib/stores/posts/post-dialog.ts';
import { $player } from '#lib/stores/profile/player-profile.ts';
import { $profileFlags, $session, $viewer, retryProfileFlags } from '#lib/stores/session/session.ts';

/** The availability of posting; or that it is being checked, or could not be checked. */
export type Posting = PostingAvailability | { kind: 'checking' } | { kind: 'unknown'; message: string };

const CHECKING: Posting = { kind: 'checking' };

/** End of the viewer's cooldown for the player, in milliseconds; null when there is none. */
const cooldown = createRemote<number | null>();
const now = atom(runtime.now());

function unknown(remote: Remote<unknown>): Posting {
  if (remote.status === 'loading') return CHECKING;
  return { kind: 'unknown', message: remote.status === 'failed' ? errorToMessage(remote.error) : '' };
}

/** The outcome without the cooldown. */
const $beforeCooldown = computed(
  [$session, $viewer, $profileFlags, $player],
  (session, viewer, remoteFlags, remotePlayer): Posting => {
    const player = remoteValue(remotePlayer);
    if (player === undefined || session.status === 'loading') return CHECKING;
    const flags = remoteValue(remoteFlags);
    if (viewer !== null && viewer.id !== player.id && flags === undefined) return unknown(remoteFlags);
    return postingAvailability({
      viewer,
      viewerFlags: flags ?? { postsBanned: false, optedOut: false },
      player,
      latestPostAt: null,
      now: 0,
    });
  },
);

/** What the profile shows in the place of the New Post button. */
export const $posting: ReadableAtom<Posting> = computed(
  [$beforeCooldown, cooldown.$remote, now],
  (outcome, remote, present): Posting => {
    if (outcome.kind !== 'available') return outcome;
    if (remote.status !== 'ready') return unknown(remote);
    const until = remote.value;
    return until === null || until <= present ? outcome : { kind: 'cooldown', until };
  },
);

/** Loads the end of the viewer's cooldown. */
async function findCooldown(options?: LoadOptions): Promise<boolean> {
  const viewer = $viewer.get();
  const player = remoteValue($player.get());
  if (viewer === null || player === undefined) return true;
  const asker = { authorId: viewer.id, now: runtime.now() };
  const done = await cooldown.load((signal) => findCooldownEnd(player.id, asker, signal), options);
  now.set(runtime.now());
  return done;
}

/** Checks again in the background, because a post may have been added or removed. Resolves to false on failure. */
export async function refreshPosting(): Promise<boolean> {
  return $beforeCooldown.get().kind !== 'available' || findCooldown({ mode: 'quiet' });
}

/** Repeats the check that failed. */
export function retryPosting(): void {
  if (remoteValue($profileFlags.get()) === undefined) void retryProfileFlags();
  else void findCooldown();
}

function followCooldown(): () => void {
  let cancelTimer = (): void => {};
  const stop = cooldown.$remote.subscribe((remote) => {
    cancelTimer();
    const end = remoteValue(remote) ?? null;
    if (end !== null && end > runtime.now())
      cancelTimer = runtime.setTimer(() => now.set(runtime.now()), end - runtime.now());
  });
  return () => {
    stop();
    cancelTimer();
  };
}

onMount($posting, () => {
  return combineStops([
    followCooldown(),
    // Before the player is known: the end of the cooldown then loads at once.
    $viewer.subscribe((viewer) => {
      if (viewer !== null) preloadFeatures();
    }),
    // The API may have refused a post for a cooldown that this page did not know.
    $postDialog.listen((dialog) => {
      if (dialog === null) void refreshPosting();
    }),
    $beforeCooldown.subscribe(({ kind }, former) => {
      if (kind === 'available' && former?.kind !== 'available') void findCooldown();
    }),
  ]);
});
