/** A cache in memory that is bounded in entries; the least recently used one is dropped first. */

/** Where previews are kept between requests. */
export interface Cache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
}

/** A cache of at most `maxEntries`. */
export function createMemoryCache<V>(maxEntries: number): Cache<V> {
  const entries = new Map<string, V>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value as string);
    },
  };
}
