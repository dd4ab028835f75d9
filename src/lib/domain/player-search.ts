/** What a text typed into the player search means. */
import {
  PLAYER_SEARCH_MAX_LENGTH,
  PLAYER_SEARCH_MIN_LENGTH,
  PLAYER_SEARCH_PATTERN,
} from '#lib/schemas/player.ts';

/** Nothing typed, a text that cannot be searched (and which limit it breaks), or a search. */
export type PlayerSearchText =
  | { kind: 'empty' }
  | { kind: 'too-short'; minimum: number }
  | { kind: 'too-long'; maximum: number }
  | { kind: 'bad-characters' }
  | { kind: 'query'; query: string };

/**
 * Reads the username field: spaces around do not count, 3 to 100 characters, and only what account names are made
 * of (letters, digits, underscore).
 */
export function readPlayerSearch(text: string): PlayerSearchText {
  const query = text.trim();
  if (query === '') return { kind: 'empty' };
  if (query.length < PLAYER_SEARCH_MIN_LENGTH)
    return { kind: 'too-short', minimum: PLAYER_SEARCH_MIN_LENGTH };
  if (query.length > PLAYER_SEARCH_MAX_LENGTH) return { kind: 'too-long', maximum: PLAYER_SEARCH_MAX_LENGTH };
  if (!PLAYER_SEARCH_PATTERN.test(query)) return { kind: 'bad-characters' };
  return { kind: 'query', query };
}
