/** Whether the viewer may post about the player whose profile is open (Rules 5.8, 5.9). */
import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { errorToMessage } from '#lib/api/errors.ts';
import { findLatestPostAbout } from '#lib/api/latest-post.ts';
import {
  cooldownEnd,
  POST_COOLDOWN_HOURS,
  type PostingAvailability,
  postingAvailability,
} from '#lib/domain/posting.ts';
import { runtime } from '#lib/runtime.ts';
import { $player } from '#lib/stores/player-profile.ts';
import { createRemote, type LoadOptions, type Remote, remoteValue } from '#lib/stores/remote.ts';
import { $profileFlags, $session, $viewer, retryProfileFlags } from '#lib/stores/session.ts';

/** The one outcome, or that it is still being found out, or that it could not be found out. */
export type Posting = PostingAvailability | { kind: 'checking' } | { kind: 'unknown'; message: string };

const CHECKING: Posting = { kind: 'checking' };
const HOUR_MS = 3_600_000;

/** When the viewer last posted about the player, ISO; null when not within the cooldown. */
const latest = createRemote<string | null>();
const now = atom(runtime.now());

function unknown(remote: Remote<unknown>): Posting {
  if (remote.status === 'loading') return CHECKING;
  return { kind: 'unknown', message: remote.status === 'failed' ? errorToMessage(remote.error) : '' };
}

/** The outcome as far as it does not depend on the cooldown. */
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

/** What stands where a post can be begun. */
export const $posting: ReadableAtom<Posting> = computed(
  [$beforeCooldown, latest.$remote, now],
  (outcome, remote, present): Posting => {
    if (outcome.kind !== 'available') return outcome;
    if (remote.status !== 'ready') return unknown(remote);
    const until = cooldownEnd(remote.value, present);
    return until === null ? outcome : { kind: 'cooldown', until };
  },
);

/** Looks for the viewer's latest post about the player, wherever in the viewer's list it is. */
async function findLatest(options?: LoadOptions): Promise<boolean> {
  const viewer = $viewer.get();
  const player = remoteValue($player.get());
  if (viewer === null || player === undefined) return true;
  const since = runtime.now() - POST_COOLDOWN_HOURS * HOUR_MS;
  const find = (signal: AbortSignal) =>
    findLatestPostAbout(player.id, { authorId: viewer.id, since }, signal);
  const done = await latest.load(find, options);
  now.set(runtime.now());
  return done;
}

/** Looks again without a sign of it: a post may have come or gone. Resolves to whether that could be done. */
export async function refreshPosting(): Promise<boolean> {
  return $beforeCooldown.get().kind !== 'available' || findLatest({ mode: 'quiet' });
}

/** Tries again to find out what could not be found out. */
export function retryPosting(): void {
  if (remoteValue($profileFlags.get()) === undefined) void retryProfileFlags();
  else void findLatest();
}

function followCooldown(): () => void {
  let cancelTimer = (): void => {};
  const stop = latest.$remote.subscribe((remote) => {
    cancelTimer();
    const end = cooldownEnd(remoteValue(remote) ?? null, runtime.now());
    if (end !== null) cancelTimer = runtime.setTimer(() => now.set(runtime.now()), end - runtime.now());
  });
  return () => {
    stop();
    cancelTimer();
  };
}

onMount($posting, () => {
  const stops = [
    followCooldown(),
    $beforeCooldown.subscribe(({ kind }, former) => {
      if (kind === 'available' && former?.kind !== 'available') void findLatest();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
});
