/** The player search: what was typed, what it means, and whom it found. */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { searchPlayers } from '#lib/api/player.ts';
import { type PlayerSearchText, readPlayerSearch, refinesSearch } from '#lib/domain/player-search.ts';
import { runtime } from '#lib/runtime.ts';
import { type PlayerListing, SEARCH_DEBOUNCE_MS } from '#lib/schemas/player.ts';
import { $address, changeQuery } from '#lib/stores/address.ts';
import { createRemote, type Remote } from '#lib/stores/remote.ts';

/** The field's text, and how it was last read. */
export interface PlayerSearch {
  text: string;
  asked: PlayerSearchText;
}

const search = atom<PlayerSearch>({ text: '', asked: { kind: 'empty' } });
const found = createRemote<PlayerListing[]>();

/** What is in the field; `asked` follows 300 ms after the last keystroke (Rule 4.2). */
export const $playerSearch: ReadableAtom<PlayerSearch> = search;

/** Whom the search found; meaningful only while `asked` is a query. */
export const $foundPlayers: ReadableAtom<Remote<PlayerListing[]>> = found.$remote;

let cancelTimer = (): void => {};

const queryOf = (asked: PlayerSearchText): string => (asked.kind === 'query' ? asked.query : '');

/** Reads the text and searches, unless that very search was the last one and did not fail. */
function ask(text: string): void {
  cancelTimer();
  const asked = readPlayerSearch(text);
  const isRepeated = asked.kind === 'query' && queryOf(search.get().asked) === asked.query;
  search.set({ text, asked });
  if (asked.kind !== 'query') found.reset();
  else if (!isRepeated || found.$remote.get().status === 'failed')
    void found.load((signal) => searchPlayers(asked.query, signal));
  const former = $address.get().query.search ?? '';
  changeQuery({ search: queryOf(asked) }, { replace: refinesSearch(former, queryOf(asked)) });
}

/** The field has a new text: it is searched once nothing was typed for 300 ms. */
export function typePlayerSearch(text: string): void {
  cancelTimer();
  search.set({ ...search.get(), text });
  cancelTimer = runtime.setTimer(() => ask(text), SEARCH_DEBOUNCE_MS);
}

/** Searches for what is in the field without waiting, and again what failed. */
export function searchPlayersNow(): void {
  ask(search.get().text);
}

/** The address leads, at first and when the browser goes back: its text is put into the field and searched. */
onMount(search, () => {
  const stop = $address.subscribe(({ query }) => {
    const wanted = query.search ?? '';
    if (wanted !== queryOf(search.get().asked)) ask(wanted);
  });
  return () => {
    stop();
    cancelTimer();
  };
});
