import { useCallback, useSyncExternalStore } from 'react';
import type { Playback } from './playback.ts';

/** The result of `select` for the moment that is shown. The part is drawn again only when it changes: return a text or a number. */
export function useMoment<T extends string | number | null>(
  playback: Playback,
  select: (time: number) => T,
): T {
  const subscribe = useCallback((changed: () => void) => playback.follow(changed), [playback]);
  return useSyncExternalStore(subscribe, () => select(playback.time()));
}
