/** The posts of a profile: its tabs, and which live events concern it. */
import { type PostEvent, postIdOf } from '#lib/schemas/post.ts';

/** The lists of posts on a profile. */
export const PROFILE_TABS = ['received', 'sent'] as const;
/** One of the two lists. */
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** The tabs that the viewer sees: not Received when an opt-out hides it (Rule 5.7). */
export function profileTabs(isHidden: boolean): readonly ProfileTab[] {
  return isHidden ? ['sent'] : PROFILE_TABS;
}

/** The tab named in an address if the viewer has it; otherwise the first one. */
export function tabOf(name: string | undefined, tabs: readonly ProfileTab[]): ProfileTab {
  return tabs.find((tab) => tab === name) ?? tabs[0] ?? 'sent';
}

/**
 * Whether a live event concerns a player's profile: a post about or by the player, or one that the profile shows
 * (`shownIds`), since a deletion has only the id.
 */
export function concernsPlayer(event: PostEvent, playerId: number, shownIds: ReadonlySet<string>): boolean {
  if (shownIds.has(postIdOf(event))) return true;
  return event.kind !== 'deleted' && (event.post.player.id === playerId || event.post.author.id === playerId);
}
