import { BitReader } from './bit-reader.ts';
import {
  CODE_LENGTHS_ORDER,
  DISTANCE_BASE,
  DISTANCE_EXTRA,
  FIXED_DISTANCES,
  FIXED_LITERALS,
  LENGTH_BASE,
  LENGTH_EXTRA,
  MATCH_MAX,
  REPEATS_BASE,
  REPEATS_EXTRA,
} from './deflate-codes.ts';
import { HuffmanCode } from './huffman.ts';

const HEADER_BYTES = 2;
const END_OF_BLOCK = 256;
const CODES_MAX = 320;
/** Blocks with codes of their own. Real streams have up to a tenth; reading the codes takes far longer than a short block. */
const BLOCKS_MAX = 20_000;

/** How inflating ended. `whole`: at the end of the stream, whose checksum follows. */
export type InflateEnd = 'whole' | 'damaged' | 'too large';

/**
 * Inflates zlib streams, one after another into the same buffer.
 *
 * It is our own code because `DecompressionStream` differs between browsers in the output for a damaged stream, does not
 * show where a stream ends, and takes longer to start than nearly all attempts of the scan last. It accepts every stream
 * that zlib accepts.
 */
export class Inflater {
  readonly #input = new BitReader();
  #output: Uint8Array<ArrayBuffer>;
  #size = 0;
  #maxSize = 0;
  #blocks = 0;
  readonly #lengths = new Uint8Array(CODES_MAX);
  readonly #codeLengths = new HuffmanCode();
  readonly #literals = new HuffmanCode();
  readonly #distances = new HuffmanCode();

  /** `size`: the expected size of the output, which is only a hint. */
  constructor(size: number) {
    this.#output = new Uint8Array(size + MATCH_MAX);
  }

  /** Output of the last stream, up to any damage. The next stream overwrites it. */
  get output(): Uint8Array<ArrayBuffer> {
    return this.#output.subarray(0, Math.min(this.#size, this.#maxSize));
  }

  /** How many blocks of the last stream had codes of their own. */
  get blocks(): number {
    return this.#blocks;
  }

  /** Where reading the last stream ended. */
  get at(): number {
    return this.#input.at;
  }

  /** Inflates the stream that begins at `start` and ends before `end`, up to `maxSize` bytes. */
  run(bytes: Uint8Array, start: number, end: number, maxSize: number): InflateEnd {
    this.#input.start(bytes, start + HEADER_BYTES, end);
    this.#size = 0;
    this.#maxSize = maxSize;
    this.#blocks = 0;
    const isWhole = this.#readBlocks();
    this.#input.align();
    if (this.#size > maxSize || this.#blocks > BLOCKS_MAX) return 'too large';
    return isWhole && !this.#input.isPastEnd ? 'whole' : 'damaged';
  }

  #readBlocks(): boolean {
    for (;;) {
      const isLast = this.#input.take(1) === 1;
      if (!this.#readBlock(this.#input.take(2))) return false;
      if (isLast) return true;
    }
  }

  /** Returns false when the block is damaged, or the output too large. */
  #readBlock(type: number): boolean {
    if (type === 0) return this.#copyStored();
    if (type === 1) return this.#decode(FIXED_LITERALS, FIXED_DISTANCES);
    return type === 2 && this.#readCodes() && this.#decode(this.#literals, this.#distances);
  }

  #copyStored(): boolean {
    const input = this.#input;
    input.align();
    const [size, complement] = [input.take(16), input.take(16)];
    if ((size ^ complement) !== 0xffff || input.isPastEnd) return false;
    input.align();
    const stored = input.bytes(size);
    this.#makeRoom(size);
    this.#output.set(stored, this.#size);
    this.#size += stored.length;
    return stored.length === size && this.#size <= this.#maxSize;
  }

  /** Reads the codes of a block that has its own. */
  #readCodes(): boolean {
    if (++this.#blocks > BLOCKS_MAX) return false;
    const input = this.#input;
    const literals = input.take(5) + 257;
    const distances = input.take(5) + 1;
    const count = input.take(4) + 4;
    const lengths = this.#lengths.fill(0);
    for (const symbol of CODE_LENGTHS_ORDER.subarray(0, count)) lengths[symbol] = input.take(3);
    return (
      !input.isPastEnd &&
      this.#codeLengths.fill(lengths.subarray(0, CODE_LENGTHS_ORDER.length)) &&
      this.#readLengths(literals + distances) &&
      this.#literals.fill(lengths.subarray(0, literals)) &&
      this.#distances.fill(lengths.subarray(literals, literals + distances))
    );
  }

  #readLengths(count: number): boolean {
    const input = this.#input;
    let index = 0;
    let last = 0;
    while (index < count) {
      const symbol = input.symbol(this.#codeLengths);
      if (symbol < 0 || input.isPastEnd || (symbol === 16 && index === 0)) return false;
      const repeats = (REPEATS_BASE[symbol] as number) + input.take(REPEATS_EXTRA[symbol] as number);
      if (symbol !== 16) last = symbol < 16 ? symbol : 0;
      if (index + repeats > count) return false;
      this.#lengths.fill(last, index, index + repeats);
      index += repeats;
    }
    return true;
  }

  /** Reads literals and matches up to the end of a block. */
  #decode(literals: HuffmanCode, distances: HuffmanCode): boolean {
    const input = this.#input;
    while (this.#size <= this.#maxSize) {
      this.#makeRoom(MATCH_MAX);
      const symbol = input.symbol(literals);
      if (symbol < 0 || input.isPastEnd) return false;
      if (symbol < END_OF_BLOCK) this.#output[this.#size++] = symbol;
      else if (symbol === END_OF_BLOCK) return true;
      else if (!this.#copyMatch(symbol - END_OF_BLOCK - 1, distances)) return false;
    }
    return false;
  }

  #copyMatch(code: number, distances: HuffmanCode): boolean {
    const input = this.#input;
    if (code >= LENGTH_BASE.length) return false;
    const length = (LENGTH_BASE[code] as number) + input.take(LENGTH_EXTRA[code] as number);
    const distanceCode = input.symbol(distances);
    if (distanceCode < 0 || distanceCode >= DISTANCE_BASE.length) return false;
    const distance =
      (DISTANCE_BASE[distanceCode] as number) + input.take(DISTANCE_EXTRA[distanceCode] as number);
    if (input.isPastEnd || distance > this.#size) return false;
    const output = this.#output;
    let to = this.#size;
    this.#size += length;
    for (let from = to - distance; to < this.#size; from++, to++) output[to] = output[from] as number;
    return true;
  }

  #makeRoom(size: number): void {
    const needed = this.#size + size;
    if (needed <= this.#output.length) return;
    const larger = new Uint8Array(Math.max(needed, Math.min(2 * needed, this.#maxSize + 2 * MATCH_MAX)));
    larger.set(this.#output.subarray(0, this.#size));
    this.#output = larger;
  }
}

/** Whether two bytes are the header of a zlib stream that needs no dictionary. */
export function isZlib(method: number, flags: number): boolean {
  return (method & 0x8f) === 0x08 && (flags & 0x20) === 0 && (method * 256 + flags) % 31 === 0;
}

const ADLER_MODULUS = 65_521;
/** So many bytes can be added up before the sums exceed 32 bits. */
const ADLER_CHUNK = 3800;

/** The checksum that ends a zlib stream (Adler-32). */
export function checksumOf(bytes: Uint8Array): number {
  let sum = 1;
  let sums = 0;
  for (let at = 0; at < bytes.length; ) {
    for (const end = Math.min(bytes.length, at + ADLER_CHUNK); at < end; at++) {
      sum += bytes[at] as number;
      sums += sum;
    }
    sum %= ADLER_MODULUS;
    sums %= ADLER_MODULUS;
  }
  return ((sums << 16) | sum) >>> 0;
}
