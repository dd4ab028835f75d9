/**
 * The address bar as a store: filters, page, tab and search text live in the query, so that a view can be shared
 * and the back button works. Screens read `$address` and change it with `changeQuery`.
 */
import { atom, onMount } from 'nanostores';
import { runtime } from '#lib/runtime.ts';

/** Where the browser is: the path as typed (percent-encoded) and the query's values by name. */
export interface Address {
  path: string;
  query: Readonly<Record<string, string>>;
}

/** The current address; empty path and query while pages are built and until the first screen reads it. */
export const $address = atom<Address>({ path: '', query: {} });

function currentAddress(): Address {
  const { pathname, search } = runtime.location();
  return { path: pathname, query: Object.fromEntries(new URLSearchParams(search)) };
}

onMount($address, () => {
  if (!runtime.isBrowser) return;
  const read = (): void => $address.set(currentAddress());
  read();
  return runtime.on('popstate', read);
});

/** Values to change in the query; null, an empty text and undefined take a value out. */
export type QueryChanges = Readonly<Record<string, string | number | null | undefined>>;

/** The address of the same path with other query values, others kept: `/posts?page=2`. */
export function hrefWith({ path, query }: Address, changes: QueryChanges): string {
  const entries = Object.entries({ ...query, ...changes })
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => [name, String(value)]);
  const text = new URLSearchParams(entries).toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * Changes the query of the page that is open, without loading it anew: as a new entry of the browser's history, which
 * keeps `state`, or in place of the current one with `replace`. Does nothing when nothing changes.
 */
export function changeQuery(
  changes: QueryChanges,
  { replace = false, state }: { replace?: boolean; state?: object } = {},
): void {
  const now = currentAddress();
  const href = hrefWith(now, changes);
  if (href === hrefWith(now, {})) return;
  if (replace) runtime.replaceState(href);
  else runtime.pushState(href, state);
  $address.set(currentAddress());
}

/** A page number of the query, counted from 1; anything else reads as 1. */
export function pageOf(query: Address['query']): number {
  const page = Number(query.page ?? '1');
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
