import { useDeferredValue } from 'react';

/**
 * The first answer of a screen, drawn in slices: between two of them the browser answers touches and keys, where drawing
 * it at once would hold a phone for longer than is felt. Whatever comes later is drawn at once. `remote` is remote data in
 * any of its states.
 */
export function useUnhurried<Remote extends { status: string }>(remote: Remote): Remote {
  const late = useDeferredValue(remote);
  return late.status === 'loading' ? late : remote;
}
