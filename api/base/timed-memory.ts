/** Remembers values for a time, bounded in size. */
import { LRUCache } from 'lru-cache';

/** Most entries of one memory. */
const MAX = 10_000;

/** Remembers values for `ttl` milliseconds by the clock `now`; the least recently used are forgotten first. */
export const createTimedMap = <V extends NonNullable<unknown>>(
  ttl: number,
  now: () => number = () => performance.now(),
): LRUCache<string, V> => new LRUCache({ max: MAX, ttl, ttlResolution: 0, perf: { now } });

/** The promise that is kept for the key, or that of `load`, which is then kept until it fails. */
export function remember<T>(
  kept: LRUCache<string, Promise<T>>,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const loading = load();
  kept.set(key, loading);
  loading.catch(() => kept.delete(key));
  return loading;
}

/**
 * Remembers what `load` resolves to for `ttl` milliseconds. Callers with the same key share
 * one result, also while it is loaded.
 */
export function createTimedMemory<T>(ttl: number, now?: () => number) {
  const kept = createTimedMap<Promise<T>>(ttl, now);
  return (key: string, load: () => Promise<T>): Promise<T> => remember(kept, key, load);
}
