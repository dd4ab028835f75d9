/** Whether the viewer may post about the player whose profile is open (Rules 5.8, 5.9). */
import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { findPostingLimits, type PostingLimits } from '#lib/client/cooldown.ts';
import { errorToMessage } from '#lib/client/errors.ts';
import { hasFeature } from '#lib/client/features.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { type PostingAvailability, postingAvailability } from '#lib/domain/posting.ts';
import { runtime } from '#lib/runtime.ts';
import { $idInAddress } from '#lib/stores/core/address.ts';
import { createRemote, type LoadOptions, type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { whenReached } from '#lib/stores/core/when-reached.ts';
import { $postDialog } from '#lib/stores/posts/post-dialog.ts';
import { $player } from '#lib/stores/profile/player-profile.ts';
import { draftKey } from '#lib/stores/session/draft.ts';
import { $profileFlags, $session, $viewer, retryProfileFlags } from '#lib/stores/session/session.ts';

/** The availability of posting; or that it is being checked, lacks an answer for long, or could not be checked. */
export type Posting =
  | PostingAvailability
  | { kind: 'checking' }
  | { kind: 'slow'; missing: 'flags' | 'cooldown' }
  | { kind: 'unknown'; message: string };

/** `ifSlow`: what is shown once checking takes long. */
type Checked = Posting | { kind: 'checking'; ifSlow?: Posting };

/** How long the place is only outlined, in milliseconds. */
const SLOW_MS = 3000;

const CHECKING: Posting = { kind: 'checking' };

const limits = createRemote<PostingLimits>();
const now = atom(runtime.now());

const isSlow = atom(false);

function unknown(remote: Remote<unknown>, ifSlow: Posting): Checked {
  if (remote.status === 'loading') return { kind: 'checking', ifSlow };
  return { kind: 'unknown', message: remote.status === 'failed' ? errorToMessage(remote.error) : '' };
}

/** The outcome without the limits. */
const $beforeLimits = computed(
  [$session, $viewer, $profileFlags, $player],
  (session, viewer, remoteFlags, remotePlayer): Checked => {
    const player = remoteValue(remotePlayer);
    if (player === undefined || session.status === 'loading') return CHECKING;
    const flags = remoteValue(remoteFlags);
    const viewerFlags = flags ?? { postsBanned: false, optedOut: false };
    const outcome = postingAvailability({ viewer, viewerFlags, player });
    if (viewer === null || viewer.id === player.id || flags !== undefined) return outcome;
    const { kind } = outcome;
    return unknown(remoteFlags, kind === 'available' ? { kind: 'slow', missing: 'flags' } : outcome);
  },
);

const $checked = computed([$beforeLimits, limits.$remote, now], (outcome, remote, present): Checked => {
  if (outcome.kind !== 'available') return outcome;
  if (remote.status !== 'ready') return unknown(remote, { kind: 'slow', missing: 'cooldown' });
  const { until } = remote.value;
  return until === null || until <= present ? outcome : { kind: 'cooldown', until };
});

/** How many posts the viewer may write now; null without a limit, or before it is known. */
export const $postsLeft = computed(limits.$remote, (remote) => remoteValue(remote)?.postsLeft ?? null);

/** The content of the New Post button's place on a profile. */
export const $posting: ReadableAtom<Posting> = computed(
  [$checked, isSlow],
  (posting, slow): Posting =>
    posting.kind === 'checking' ? (slow && 'ifSlow' in posting && posting.ifSlow) || CHECKING : posting,
);

/** Loads what the viewer may write. */
async function findLimits(options?: LoadOptions): Promise<boolean> {
  const viewer = $viewer.get();
  const player = remoteValue($player.get());
  if (viewer === null || player === undefined) return true;
  const asker = { authorId: viewer.id, now: runtime.now() };
  const done = await limits.load((signal) => findPostingLimits(player.id, asker, signal), options);
  now.set(runtime.now());
  return done;
}

/** Checks again in the background, because a post may have been added or removed. Resolves to false on failure. */
export async function refreshPosting(): Promise<boolean> {
  return $beforeLimits.get().kind !== 'available' || findLimits({ mode: 'quiet' });
}

let cancelSlow = (): void => {};

function stopMeasuring(): void {
  cancelSlow();
  isSlow.set(false);
}

/** Starts to measure how long checking takes. */
function measureSlowness(): void {
  stopMeasuring();
  cancelSlow = runtime.setTimer(() => isSlow.set(true), SLOW_MS);
}

/** Repeats the check that failed or takes long. */
export function retryPosting(): void {
  measureSlowness();
  if (remoteValue($profileFlags.get()) === undefined) void retryProfileFlags();
  else void findLimits();
}

const $until = computed(limits.$remote, (remote) => remoteValue(remote)?.until ?? null);

onMount($posting, () => {
  return combineStops([
    whenReached($until, () => now.set(runtime.now())),
    // Before the player is known: the end of the cooldown then loads at once.
    $viewer.subscribe((viewer) => {
      if (viewer !== null) hasFeature('cooldown').catch(() => {});
    }),
    $checked.subscribe((checked, former) => {
      if (!('ifSlow' in checked)) stopMeasuring();
      else if (former === undefined || !('ifSlow' in former)) measureSlowness();
    }),
    stopMeasuring,
    // The API may have refused a post for a cooldown that this page did not know.
    $postDialog.listen((dialog) => {
      if (dialog === null) void refreshPosting();
    }),
    $beforeLimits.subscribe(({ kind }, former) => {
      if (kind === 'available' && former?.kind !== 'available') void findLimits();
    }),
  ]);
});

/** Whether "Continue draft" takes the place of "New Post" (Rule 5.8). Read again when the editor closes. */
export const $hasNewPostDraft = computed(
  [$idInAddress, $viewer, $postDialog],
  (playerId, viewer) =>
    viewer !== null && playerId != null && runtime.localStorage.get(draftKey('create', playerId)) !== null,
);
