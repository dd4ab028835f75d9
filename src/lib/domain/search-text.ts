/** What a text typed into a search field means. */
import { searchClans } from '#lib/schemas/calls/clan.ts';
import { searchPlayers } from '#lib/schemas/calls/player.ts';
import { formMessage } from '#lib/schemas/forms/messages.ts';

/** Nothing typed, a text that cannot be searched (and the sentence that says why), or a search. */
export type SearchText =
  | { kind: 'empty' }
  | { kind: 'invalid'; message: string }
  | { kind: 'query'; query: string };

function read(text: string, schema: typeof searchPlayers.params.shape.query): SearchText {
  const query = text.trim();
  if (query === '') return { kind: 'empty' };
  const { error } = schema.safeParse(query, { error: formMessage });
  const message = error?.issues[0]?.message;
  return message === undefined ? { kind: 'query', query } : { kind: 'invalid', message };
}

/**
 * Reads the username field: spaces around do not count, 3 to 100 characters, and only what account names are made
 * of: letters, digits, underscore (Rule 4.2).
 */
export function readPlayerSearch(text: string): SearchText {
  return read(text, searchPlayers.params.shape.query);
}

/** Reads the field for a clan's tag or name: spaces around do not count, 1 to 50 characters (Rule 6.2). */
export function readClanSearch(text: string): SearchText {
  return read(text, searchClans.params.shape.search);
}

/**
 * Whether a search goes on where the former one was (a text made longer or shorter), so that it takes its place in
 * the browser's history instead of adding to it.
 */
export function refinesSearch(former: string, next: string): boolean {
  if (former === '') return true;
  return next !== '' && (next.startsWith(former) || former.startsWith(next));
}
