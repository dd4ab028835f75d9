/** What the post hub tells. */
import type { Post } from '#lib/schemas/post.ts';

/** A post appeared, changed or went away. A deletion carries only the id. */
export type PostEvent =
  | { kind: 'new'; post: Post }
  | { kind: 'edited'; post: Post }
  | { kind: 'deleted'; postId: string };

/** Id of the post that an event is about. */
export function postIdOf(event: PostEvent): string {
  return event.kind === 'deleted' ? event.postId : event.post.id;
}

/**
 * Whether an event concerns a player's profile: a post about or by the player, or one among the posts it shows
 * (`shownIds`), since a deletion tells no more than the id.
 */
export function concernsPlayer(event: PostEvent, playerId: number, shownIds: ReadonlySet<string>): boolean {
  if (shownIds.has(postIdOf(event))) return true;
  return event.kind !== 'deleted' && (event.post.player.id === playerId || event.post.author.id === playerId);
}
