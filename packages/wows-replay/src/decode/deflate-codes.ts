/** The constant tables of deflate (RFC 1951). */
import { HuffmanCode } from './huffman.ts';

const LENGTH_CODES = 29;
const DISTANCE_CODES = 30;

/** Longest match, in bytes. */
export const MATCH_MAX = 258;
/** The order in which a block gives the lengths of the codes that its own code lengths are written in. */
export const CODE_LENGTHS_ORDER: Uint8Array = Uint8Array.of(
  ...[16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15],
);

/** Least number of lengths that each code-length code stands for: 16 repeats the last length, 17 and 18 are zeros (RFC 1951). */
export const REPEATS_BASE: Uint8Array = new Uint8Array(19).fill(1, 0, 16);
REPEATS_BASE.set([3, 3, 11], 16);
/** Extra bits of these codes. */
export const REPEATS_EXTRA: Uint8Array = new Uint8Array(19);
REPEATS_EXTRA.set([2, 3, 7], 16);

/** Extra bits of each code of a match's length. */
export const LENGTH_EXTRA: Uint8Array = Uint8Array.from({ length: LENGTH_CODES }, (_, code) =>
  code < 4 || code === LENGTH_CODES - 1 ? 0 : (code >> 2) - 1,
);
/** Shortest match of each code. */
export const LENGTH_BASE: Uint16Array = sums(LENGTH_EXTRA, 3).with(LENGTH_CODES - 1, MATCH_MAX);
/** Extra bits of each code of a match's distance. */
export const DISTANCE_EXTRA: Uint8Array = Uint8Array.from({ length: DISTANCE_CODES }, (_, code) =>
  Math.max(0, (code >> 1) - 1),
);
/** Shortest distance of each code. */
export const DISTANCE_BASE: Uint16Array = sums(DISTANCE_EXTRA, 1);

/** The fixed code of literals and lengths, for blocks that do not bring one. */
export const FIXED_LITERALS: HuffmanCode = new HuffmanCode();
FIXED_LITERALS.fill(
  Uint8Array.from({ length: 288 }, (_, symbol) =>
    symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
  ),
);
/** The code of distances in such blocks. */
export const FIXED_DISTANCES: HuffmanCode = new HuffmanCode();
FIXED_DISTANCES.fill(new Uint8Array(DISTANCE_CODES).fill(5));

/** For each code the sum of `first` and the ranges of the codes before it. */
function sums(extra: Uint8Array, first: number): Uint16Array {
  let sum = first;
  return Uint16Array.from(extra, (bits) => {
    sum += 1 << bits;
    return sum - (1 << bits);
  });
}
