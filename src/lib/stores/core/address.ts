/**
 * The address bar as a store, and what a screen loads from it. Filters, page, tab and search text live in the query, so that
 * a view can be shared and the back button works.
 */
import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { httpError } from '#lib/client/errors.ts';
import { leaveOverlay, pushAddress, pushOverlay, replaceAddress } from '#lib/history.ts';
import { idOfPair, tidyPath } from '#lib/paths.ts';
import { runtime } from '#lib/runtime.ts';
import { createRemote, type LoadOptions, type RemoteStore, sessionHooks } from '#lib/stores/core/remote.ts';

/** The path as typed (percent-encoded) and the query's values by name. */
export interface Address {
  path: string;
  query: Readonly<Record<string, string>>;
}

/** The current address. Path and query are empty while pages are built, and until the first screen reads it. */
export const $address = atom<Address>({ path: '', query: {} });

function currentAddress(): Address {
  const { pathname, search } = runtime.location();
  return { path: pathname, query: Object.fromEntries(new URLSearchParams(search)) };
}

const readAddress = (): void => $address.set(currentAddress());

/** Corrects the address of a link that had a bit of the sentence around it (Rule 2.9). */
function tidyAddress(): void {
  const { pathname, search, hash } = runtime.location();
  const path = tidyPath(pathname);
  if (path !== pathname) replaceAddress(path + search + hash);
}

onMount($address, () => {
  if (!runtime.isBrowser) return;
  tidyAddress();
  readAddress();
  return runtime.on('popstate', readAddress);
});

/** Values to change in the query; null, an empty text and undefined remove a value. */
export type QueryChanges = Readonly<Record<string, string | number | null | undefined>>;

/** The address with some query values changed, such as `/posts?page=2`. */
export function hrefWith({ path, query }: Address, changes: QueryChanges): string {
  const entries = Object.entries({ ...query, ...changes })
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => [name, String(value)]);
  const text = new URLSearchParams(entries).toString();
  return text === '' ? path : `${path}?${text}`;
}

function writeAddress(changes: QueryChanges, write: (href: string) => void): void {
  const now = currentAddress();
  const href = hrefWith(now, changes);
  if (href === hrefWith(now, {})) return;
  write(href);
  readAddress();
}

/** Changes the query without loading the page: in a new history entry, or with `replace` in the current one. */
export function changeQuery(changes: QueryChanges, { replace = false }: { replace?: boolean } = {}): void {
  writeAddress(changes, replace ? replaceAddress : pushAddress);
}

/** Opens a dialog that is part of the query, so that the back button closes it. */
export function openInQuery(changes: QueryChanges): void {
  writeAddress(changes, pushOverlay);
}

/** Closes a dialog that `openInQuery` opened; `changes` remove it from the query. */
export function closeInQuery(changes: QueryChanges): void {
  if (!leaveOverlay()) changeQuery(changes, { replace: true });
}

/** A page number of the query, counted from 1; anything else reads as 1. */
export function pageOf(query: Address['query']): number {
  const page = Number(query.page ?? '1');
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** The id that a path ends with, as in `/player/7,Name`; null when there is none. */
export function idInPath(path: string): number | null {
  return idOfPair(path.split('/').filter(Boolean).at(-1) ?? '');
}

/** The id in the address; null when there is none, undefined while the address is not known. */
export const $idInAddress = computed($address, ({ path }) => (path === '' ? undefined : idInPath(path)));

/**
 * Remote data for the key that the address contains. It loads when the first view needs it, and again when the key's content
 * changes. A key that is undefined is not known yet; null cannot exist, so it is "not found" without a request.
 * `modeOf` decides whether a load keeps what is shown (default) or replaces it. The session loads too, because it
 * decides what a viewer may see.
 */
export function createAddressed<Key, T>(
  $key: ReadableAtom<Key | null | undefined>,
  fetch: (key: Key, signal: AbortSignal) => Promise<T>,
  modeOf: (key: Key | null, shown: Key | null | undefined) => NonNullable<LoadOptions['mode']> = () => 'keep',
): RemoteStore<T> {
  const remote = createRemote<T>();
  onMount(remote.$remote, () => {
    if (!runtime.isBrowser) return;
    void sessionHooks.load();
    let shown: Key | null | undefined;
    return $key.subscribe((key) => {
      if (key === undefined || JSON.stringify(key) === JSON.stringify(shown)) return;
      const mode = modeOf(key, shown);
      shown = key;
      void remote.load(
        async (signal) => {
          if (key === null) throw httpError(404, '', '');
          return fetch(key, signal);
        },
        { mode },
      );
    });
  });
  return remote;
}
