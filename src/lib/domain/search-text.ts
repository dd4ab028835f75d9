/** Reads the text of a search field. */
import { searchClans } from '#lib/schemas/calls/clan.ts';
import { searchPlayers } from '#lib/schemas/calls/player.ts';
import { formMessage } from '#lib/schemas/forms/messages.ts';

/** An empty field, a text that cannot be searched (with a message that says why), or a search. */
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
 * Reads the username field: 3 to 100 characters without surrounding spaces, and only letters, digits and underscores, of
 * which account names consist (Rule 4.2).
 */
export function readPlayerSearch(text: string): SearchText {
  return read(text, searchPlayers.params.shape.query);
}

/** Reads the field for a clan's tag or name: 1 to 50 characters without surrounding spaces (Rule 6.2). */
export function readClanSearch(text: string): SearchText {
  return read(text, searchClans.params.shape.search);
}

/**
 * Whether a search refines the previous one: its text was made longer or shorter. It then replaces the previous one in the
 * browser's history.
 */
export function refinesSearch(previous: string, next: string): boolean {
  if (previous === '') return true;
  return next !== '' && (next.startsWith(previous) || previous.startsWith(next));
}
