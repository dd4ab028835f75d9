const ROUNDS = 16;
const SUBKEYS = ROUNDS + 2;
const BOX_WORDS = 4 * 256;

/** Starting values, calculated once. Every cipher copies them. */
let startingWords: Uint32Array | undefined;

/** Blowfish (B. Schneier, 1993) on single 64-bit blocks. Neither WebCrypto nor current OpenSSL supports it. */
export class Blowfish {
  readonly #subkeys: Uint32Array;
  readonly #boxes: Uint32Array;
  /** The result of the last call, as two halves. Fields avoid an object per block. */
  left = 0;
  right = 0;

  /** @param key 4 to 56 bytes */
  constructor(key: Uint8Array) {
    startingWords ??= piFractionWords(SUBKEYS + BOX_WORDS);
    this.#subkeys = startingWords.slice(0, SUBKEYS);
    this.#boxes = startingWords.slice(SUBKEYS);
    this.#mixIn(key);
  }

  /** Encrypts one block, given as two 32-bit halves, into `left` and `right`. */
  encryptBlock(left: number, right: number): void {
    const subkeys = this.#subkeys;
    let x = left;
    let y = right;
    for (let round = 0; round < ROUNDS; round += 2) {
      x ^= subkeys[round] as number;
      y ^= this.#round(x) ^ (subkeys[round + 1] as number);
      x ^= this.#round(y);
    }
    this.left = (y ^ (subkeys[ROUNDS + 1] as number)) >>> 0;
    this.right = (x ^ (subkeys[ROUNDS] as number)) >>> 0;
  }

  /** Decrypts one block, given as two 32-bit halves, into `left` and `right`. */
  decryptBlock(left: number, right: number): void {
    const subkeys = this.#subkeys;
    let x = left;
    let y = right;
    for (let round = ROUNDS + 1; round > 1; round -= 2) {
      x ^= subkeys[round] as number;
      y ^= this.#round(x) ^ (subkeys[round - 1] as number);
      x ^= this.#round(y);
    }
    this.left = (y ^ (subkeys[0] as number)) >>> 0;
    this.right = (x ^ (subkeys[1] as number)) >>> 0;
  }

  #round(word: number): number {
    const boxes = this.#boxes;
    const mixed =
      ((boxes[word >>> 24] as number) + (boxes[256 + ((word >>> 16) & 255)] as number)) ^
      (boxes[512 + ((word >>> 8) & 255)] as number);
    return (mixed + (boxes[768 + (word & 255)] as number)) | 0;
  }

  #mixIn(key: Uint8Array): void {
    for (let index = 0, at = 0; index < SUBKEYS; index++) {
      let word = 0;
      for (let byte = 0; byte < 4; byte++, at++) word = (word << 8) | (key[at % key.length] as number);
      this.#subkeys[index] = (this.#subkeys[index] as number) ^ word;
    }
    this.left = 0;
    this.right = 0;
    for (const table of [this.#subkeys, this.#boxes]) {
      for (let index = 0; index < table.length; index += 2) {
        this.encryptBlock(this.left, this.right);
        table[index] = this.left;
        table[index + 1] = this.right;
      }
    }
  }
}

/**
 * The first `count` 32-bit words of the fraction of π, most significant first (`243F6A88 85A308D3 …`), which are
 * Blowfish's starting values. Calculating them by Machin's formula, π = 16·arctan(1/5) − 4·arctan(1/239), takes some
 * milliseconds and replaces 8 KB of constants.
 */
export function piFractionWords(count: number): Uint32Array {
  const guardBits = 32n;
  const one = 1n << (BigInt(count) * 32n + guardBits);
  const pi = 16n * arctanOfInverse(5n, one) - 4n * arctanOfInverse(239n, one);
  const fraction = (pi - 3n * one) >> guardBits;
  const digits = fraction.toString(16).padStart(count * 8, '0');
  return Uint32Array.from({ length: count }, (_, index) =>
    Number.parseInt(digits.slice(index * 8, index * 8 + 8), 16),
  );
}

/** arctan(1/x) as a fixed-point number in units of `1/one`: the series 1/x − 1/3x³ + 1/5x⁵ − … */
function arctanOfInverse(x: bigint, one: bigint): bigint {
  const square = x * x;
  let power = one / x;
  let sum = power;
  for (let divisor = 3n, sign = -1n; power > 0n; divisor += 2n, sign = -sign) {
    power /= square;
    sum += (sign * power) / divisor;
  }
  return sum;
}
