import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { isHeld, shownByAdvice, showsBoth } from '#lib/domain/evidence.ts';
import { type ParsedFlairs, packFlairs } from '#lib/domain/flairs.ts';
import type { Parties } from '#lib/domain/roster.ts';
import type { Post } from '#lib/schemas/post.ts';
import { $holds } from '#lib/stores/posts/advice-rules.ts';
import { type ReplayCheck, replayCheck } from '#lib/stores/posts/replay-check.ts';
import { currentAuthor } from '#lib/stores/session/draft.ts';
import { $session } from '#lib/stores/session/session.ts';

const NO_CHECK = atom<ReplayCheck>({ state: 'unfit', reason: '' });

/** The check of a chosen file. */
export const useReplayCheck = (file: File | null): ReplayCheck =>
  useStore(file ? replayCheck(file) : NO_CHECK);

/** The author of new posts. */
export function useViewer(): Parties['author'] {
  const session = useStore($session);
  return { id: currentAuthor(), username: session.status === 'signed-in' ? session.username : '' };
}

/** Whom the replay of a post about this player should show. */
export const usePartiesOf = (player: Parties['player']): Parties => ({ author: useViewer(), player });

/** Whether a new post about this player with this file will not count until a moderator keeps it (Rule 28.6). */
export function useIsHeld(player: Parties['player'], file: File | null, flairs: ParsedFlairs): boolean {
  const check = useReplayCheck(file);
  const parties = usePartiesOf(player);
  const holds = useStore($holds);
  return check.state === 'checked' && isHeld(holds, flairs, showsBoth(check.file, parties));
}

/** The same for an existing post after its author's edit, which decides again if it changes the flairs. */
export function useIsHeldEdited(post: Post, flairs: ParsedFlairs): boolean {
  const holds = useStore($holds);
  if (packFlairs(flairs) === post.flairs) return post.held ?? false;
  return isHeld(holds, flairs, shownByAdvice(post), post.held);
}
