/** The search of every page: players and clans together, and recently visited ones while the field is empty (Rule 2.22). */
import { atom, computed, type ReadableAtom } from 'nanostores';
import { searchClans } from '#lib/client/clan.ts';
import {
  REFUSED_SEARCH,
  readClanSearch,
  readPlayerSearch,
  type SearchText,
} from '#lib/domain/search-text.ts';
import { runtime } from '#lib/runtime.ts';
import type { ClanListing } from '#lib/schemas/clan.ts';
import { type FoundPlayer, SEARCH_DEBOUNCE_MS } from '#lib/schemas/player.ts';
import { createRemote, isRefused, type Remote, type RemoteStore } from '#lib/stores/core/remote.ts';
import { findPlayers } from '#lib/stores/search/find-players.ts';
import { createRibbons } from '#lib/stores/search/ribbons.ts';

/** Results of each kind that are shown. */
const PLAYERS_SHOWN = 6;
const CLANS_SHOWN = 4;

/** One of the two searches. */
export interface Found<T> {
  /** The first results; empty while there are none. */
  items: readonly T[];
  /** There are more results than those. */
  hasMore: boolean;
  status: 'idle' | 'loading' | 'ready' | 'failed';
}

/** The content below the field. */
export interface SiteSearch {
  /** The searched text without surrounding spaces; empty when there is none. */
  text: string;
  players: Found<FoundPlayer>;
  clans: Found<ClanListing>;
  /** A hint on valid texts, if players were not searched or the API refused the text. */
  hint: string | undefined;
}

interface Asked {
  text: string;
  players: SearchText;
  clans: SearchText;
}

const asked = atom<Asked>({ text: '', players: { kind: 'empty' }, clans: { kind: 'empty' } });
const players = createRemote<FoundPlayer[]>();
const clans = createRemote<ClanListing[]>();
let cancelTimer = (): void => {};

const NONE: Found<never> = { items: [], hasMore: false, status: 'idle' };

function found<T>(text: SearchText, remote: Remote<T[]>, shown: number): Found<T> {
  if (text.kind !== 'query' || isRefused(remote)) return NONE;
  if (remote.status !== 'ready')
    return { ...NONE, status: remote.status === 'loading' ? 'loading' : 'failed' };
  return {
    items: remote.value.slice(0, shown),
    hasMore: remote.value.length > shown,
    status: remote.changing ? 'loading' : 'ready',
  };
}

type Lists = Pick<SiteSearch, 'players' | 'clans'>;

/** The lists of the last search that has ended. */
let ended: Lists = { players: NONE, clans: NONE };

/** A hint on valid texts, if a search was not sent or was refused. */
function hintOf(text: SearchText, ...[ofPlayers, ofClans]: Remote<unknown>[]): string | undefined {
  if (text.kind === 'invalid') return text.message;
  if (ofPlayers && isRefused(ofPlayers)) return REFUSED_SEARCH.player;
  return ofClans && isRefused(ofClans) ? REFUSED_SEARCH.clan : undefined;
}

/** The content below the field. The lists change together: one that changed later would move the other. */
export const $siteSearch: ReadableAtom<SiteSearch> = computed(
  [asked, players.$remote, clans.$remote],
  (now, foundPlayers, foundClans): SiteSearch => {
    const lists: Lists = {
      players: found(now.players, foundPlayers, PLAYERS_SHOWN),
      clans: found(now.clans, foundClans, CLANS_SHOWN),
    };
    const isLoading = lists.players.status === 'loading' || lists.clans.status === 'loading';
    if (!isLoading) ended = lists;
    return {
      text: now.text,
      players: { ...ended.players, status: lists.players.status },
      clans: { ...ended.clans, status: lists.clans.status },
      hint: hintOf(now.players, foundPlayers, foundClans),
    };
  },
);

/** Ribbons of the suggested players, by id (Rule 30.26). */
export const $suggestedRibbons = createRibbons(
  computed($siteSearch, ({ players }) => players.items.map(({ id }) => id)),
);

function ask<T>(
  { load, reset, $remote }: RemoteStore<T[]>,
  before: SearchText,
  now: SearchText,
  fetch: (query: string, signal: AbortSignal) => Promise<T[]>,
): void {
  if (now.kind !== 'query') {
    reset();
    return;
  }
  const isRepeated = before.kind === 'query' && before.query === now.query;
  if (!isRepeated || $remote.get().status === 'failed')
    void load((signal) => fetch(now.query, signal), { mode: before.kind === 'query' ? 'keep' : 'replace' });
}

function search(text: string): void {
  cancelTimer();
  const before = asked.get();
  const now = { text: text.trim(), players: readPlayerSearch(text), clans: readClanSearch(text) };
  asked.set(now);
  ask(players, before.players, now.players, findPlayers);
  ask(clans, before.clans, now.clans, (query, signal) => searchClans(query, CLANS_SHOWN + 1, signal));
}

/** Searches the text of the field after 300 ms without typing; an emptied field at once. */
export function typeSiteSearch(text: string): void {
  cancelTimer();
  if (text.trim() === '') search(text);
  else cancelTimer = runtime.setTimer(() => search(text), SEARCH_DEBOUNCE_MS);
}

/** Repeats what failed. */
export function retrySiteSearch(): void {
  search(asked.get().text);
}
