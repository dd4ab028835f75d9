/** The search of every search screen: waits for a pause in typing, searches once, and keeps the text in the address. */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { refinesSearch, type SearchText } from '#lib/domain/search-text.ts';
import { runtime } from '#lib/runtime.ts';
import { SEARCH_DEBOUNCE_MS } from '#lib/schemas/player.ts';
import { $address, changeQuery } from '#lib/stores/core/address.ts';
import { createRemote, isRefused } from '#lib/stores/core/remote.ts';

/** The field's text, and what it was last read as. */
export interface SearchState {
  text: string;
  asked: SearchText;
}

/**
 * The differences between searches: how a text is read, how it is searched, and what may be typed if the API refuses the text.
 */
export interface SearchOptions<T> {
  refused: string;
  read(text: string): SearchText;
  fetch(query: string, signal: AbortSignal): Promise<T[]>;
}

const queryOf = (asked: SearchText): string => (asked.kind === 'query' ? asked.query : '');

/**
 * Makes a search. The same text is not searched twice in a row unless it failed. Results for an earlier text are ignored.
 * `?search=` in the address sets the text at first and when the user goes back.
 */
export function createSearch<T>({ read, fetch, refused }: SearchOptions<T>) {
  const search = atom<SearchState>({ text: '', asked: { kind: 'empty' } });
  const found = createRemote<T[]>();
  let cancelTimer = (): void => {};

  const load = async (asked: SearchText & { kind: 'query' }): Promise<void> => {
    await found.load((signal) => fetch(asked.query, signal));
    if (search.get().asked === asked && isRefused(found.$remote.get()))
      search.set({ ...search.get(), asked: { kind: 'invalid', message: refused } });
  };

  /** Searches a text from the address, which stays as it is: a new entry would make it impossible to go back. */
  const ask = (text: string): SearchText => {
    cancelTimer();
    const asked = read(text);
    const isRepeated = asked.kind === 'query' && queryOf(search.get().asked) === asked.query;
    search.set({ text, asked });
    if (asked.kind !== 'query') found.reset();
    else if (!isRepeated || found.$remote.get().status === 'failed') void load(asked);
    return asked;
  };

  /** Searches a typed text, and puts it into the address. */
  const askTyped = (text: string): void => {
    const query = queryOf(ask(text));
    const former = $address.get().query.search ?? '';
    changeQuery({ search: query }, { replace: refinesSearch(former, query) });
  };

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

  return {
    /** The field's text; `asked` follows 300 ms after the last keystroke. */
    $search: search as ReadableAtom<SearchState>,
    /** The results; meaningful only while `asked` is a query. */
    $found: found.$remote,
    /** Sets the field's text, and searches after 300 ms without typing. */
    type: (text: string): void => {
      cancelTimer();
      search.set({ ...search.get(), text });
      cancelTimer = runtime.setTimer(() => askTyped(text), SEARCH_DEBOUNCE_MS);
    },
    /** Searches without waiting; repeats a search that failed. */
    searchNow: (): void => askTyped(search.get().text),
  };
}

/** A search screen's store. */
export type Search<T> = ReturnType<typeof createSearch<T>>;
