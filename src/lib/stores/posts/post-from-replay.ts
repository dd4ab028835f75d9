/** A new post that starts with a replay: choosing who of the battle it is about (Rules 30.42 and 30.43). */
import { atom, computed, type ReadableAtom } from 'nanostores';
import { findPostingLimits } from '#lib/client/cooldown.ts';
import { HttpError } from '#lib/client/errors.ts';
import { getPlayer } from '#lib/client/player.ts';
import { formatDateTime } from '#lib/domain/dates.ts';
import { cooldownSentence, POSTING_SENTENCES } from '#lib/domain/posting.ts';
import { runtime } from '#lib/runtime.ts';
import type { PlayerListing } from '#lib/schemas/player.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { $postDialog, openNewPost, type PostDialog } from '#lib/stores/posts/post-dialog.ts';
import { currentAuthor } from '#lib/stores/session/draft.ts';
import { $profileFlags } from '#lib/stores/session/session.ts';

/** Whom the viewer chose last, while it is checked; or why no post about them is possible. */
interface Choice {
  /** The dialog in which they were chosen. */
  dialog: PostDialog | null;
  id: number;
  refusal: string | null;
}

const choice = atom<Choice | null>(null);

/** The choice; null before it, and once another replay was chosen or the dialog was closed. */
export const $choice: ReadableAtom<Choice | null> = computed([choice, $postDialog], (chosen, dialog) =>
  chosen?.dialog === dialog ? chosen : null,
);

/** Why the viewer cannot post about anyone; null if they can, or while that is not known. */
export const $writingRefusal: ReadableAtom<string | null> = computed($profileFlags, (remote) => {
  const flags = remoteValue(remote);
  if (flags?.postsBanned) return POSTING_SENTENCES.banned;
  return flags?.optedOut ? POSTING_SENTENCES['viewer-opted-out'] : null;
});

async function refusalOf({ id }: PlayerListing): Promise<string | null> {
  const now = runtime.now();
  const [player, { until }] = await Promise.all([
    getPlayer(id),
    findPostingLimits(id, { authorId: currentAuthor(), now }),
  ]);
  if (player.optedOut) return POSTING_SENTENCES['player-opted-out'];
  return until === null || until <= now ? null : cooldownSentence(formatDateTime(until));
}

/**
 * Opens the editor about a player of the replay, if a post about them is possible. When that
 * cannot be checked, the API decides.
 */
export async function chooseSubject(player: PlayerListing, file: File): Promise<void> {
  const chosen = { dialog: $postDialog.get(), id: player.id, refusal: null };
  choice.set(chosen);
  let refusal: string | null = null;
  try {
    refusal = await refusalOf(player);
  } catch (error) {
    if (error instanceof HttpError && error.isNotFound) refusal = 'Sorry, no player was found.';
  }
  // Another player or replay was chosen, or the dialog was closed.
  if ($choice.get() !== chosen) return;
  choice.set(refusal === null ? null : { ...chosen, refusal });
  if (refusal === null) openNewPost(player, file);
}
