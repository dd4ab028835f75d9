/** Pseudo-random choices that repeat for the same seed, so that a seeded world can be reproduced. */

/** A 32-bit hash (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

/** Choices that depend only on `seed` (mulberry32). */
export function createRandom(seed: string) {
  let state = hash(seed);
  /** Uniform in [0, 1). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** Integer from `min` to `max`, both included. */
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const hex = (length: number) => Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join('');
  return {
    next,
    between,
    /** One of the items. */
    pick: <T>(items: readonly T[]) => items[between(0, items.length - 1)] as T,
    /** True with the given probability. */
    chance: (probability: number) => next() < probability,
    /** A version 4 GUID. */
    guid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[between(0, 3)]}${hex(3)}-${hex(12)}`,
  };
}

/** A source of repeatable choices. */
export type Random = ReturnType<typeof createRandom>;
