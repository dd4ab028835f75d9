import type { Runtime } from '#lib/runtime.ts';

/** The page's storage as a map, which a test fills and reads. */
export const storageOf = (entries: Map<string, string>): Runtime['localStorage'] => ({
  get: (key) => entries.get(key) ?? null,
  set: (key, value) => void entries.set(key, value),
  remove: (key) => void entries.delete(key),
  keys: () => [...entries.keys()],
});
