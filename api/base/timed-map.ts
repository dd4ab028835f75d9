/** Maps and sets whose entries expire, bounded in size. */
import { LRUCache } from 'lru-cache';

/** Most entries of one map. */
const MAX = 10_000;

/** Remembers values for `ttl` milliseconds by the clock `now`. */
export function createTimedMap<V extends object>(ttl: number, now: () => number): LRUCache<string, V> {
  return new LRUCache({ max: MAX, ttl, ttlResolution: 0, perf: { now } });
}

/** Keys that are forgotten after a while. */
export interface TimedSet {
  add(key: string): void;
  has(key: string): boolean;
}

/** Remembers keys for `ttl` milliseconds by the clock `now`. */
export function createTimedSet(ttl: number, now: () => number): TimedSet {
  const entries = createTimedMap<{ known: true }>(ttl, now);
  return { add: (key) => void entries.set(key, { known: true }), has: (key) => entries.has(key) };
}
