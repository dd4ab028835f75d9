/** Reads the text of a search field. */
import { pastedClan, pastedPlayer } from '#lib/domain/pasted-name.ts';
import { searchClans } from '#lib/schemas/calls/clan.ts';
import { searchPlayers } from '#lib/schemas/calls/player.ts';
import { formMessage } from '#lib/schemas/forms/messages.ts';

/** An empty field, a text that cannot be searched (with a message that says why), or a search. */
export type SearchText =
  | { kind: 'empty' }
  | { kind: 'invalid'; message: string }
  | { kind: 'query'; query: string };

/** A hint on valid texts where an API takes fewer than ours, as production does (Rule 4.8). */
export const REFUSED_SEARCH = {
  player: 'Only the letters A to Z, digits and underscores can be searched here.',
  clan: 'Type 2 to 50 characters to search for clans here.',
} as const;

const UNFIT = 'Player names have only letters, digits and underscores.';

function read(query: string, schema: typeof searchPlayers.params.shape.query): SearchText {
  if (query === '') return { kind: 'empty' };
  const { error } = schema.safeParse(query, {
    error: (issue) => (issue.code === 'invalid_format' ? UNFIT : formMessage(issue)),
  });
  const message = error?.issues[0]?.message;
  return message === undefined ? { kind: 'query', query } : { kind: 'invalid', message };
}

/**
 * Reads the username field: 3 to 100 characters without what is pasted around a name, and only letters, digits and underscores,
 * of which account names consist (Rule 4.2).
 */
export function readPlayerSearch(text: string): SearchText {
  return read(pastedPlayer(text), searchPlayers.params.shape.query);
}

/** Reads the field for a clan's tag or name: 1 to 50 characters without what is pasted around it (Rule 6.2). */
export function readClanSearch(text: string): SearchText {
  return read(pastedClan(text), searchClans.params.shape.search);
}

/** A name in three parts: before, in and after the first part that equals the searched text, in any letter case. */
export function splitAtMatch(name: string, text: string): [before: string, match: string, after: string] {
  const [lower, wanted] = [name.toLowerCase(), text.toLowerCase()];
  const start = wanted === '' ? -1 : lower.indexOf(wanted);
  // Few letters change their length with their case; then positions in the two texts differ.
  if (start < 0 || lower.length !== name.length) return [name, '', ''];
  const end = start + wanted.length;
  return [name.slice(0, start), name.slice(start, end), name.slice(end)];
}

/**
 * Whether a search refines the previous one: its text was made longer or shorter. It then replaces the previous one in the
 * browser's history.
 */
export function refinesSearch(previous: string, next: string): boolean {
  if (previous === '') return true;
  return next !== '' && (next.startsWith(previous) || previous.startsWith(next));
}
