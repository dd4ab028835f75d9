import type { HuffmanCode } from './huffman.ts';

/** Bits of bytes, the lowest of each byte first, as deflate packs them. Reading past the end gives zeros and sets `isPastEnd`. */
export class BitReader {
  /** The next byte to take bits from. */
  at = 0;
  #input: Uint8Array = new Uint8Array(0);
  #end = 0;
  #bits = 0;
  #count = 0;

  /** Starts to read at the byte `at`, up to `end`. */
  start(input: Uint8Array, at: number, end: number): void {
    this.#input = input;
    this.at = at;
    this.#end = end;
    this.#bits = 0;
    this.#count = 0;
  }

  get isPastEnd(): boolean {
    return this.#count < 0;
  }

  /** The next `count` bits, at most 16. */
  take(count: number): number {
    this.#fill();
    const value = this.#bits & ((1 << count) - 1);
    this.#drop(count);
    return value;
  }

  /** The next symbol of a code; -1 when the bits are none. */
  symbol(code: HuffmanCode): number {
    this.#fill();
    const found = code.find(this.#bits);
    this.#drop(found & 15);
    return found === 0 ? -1 : found >> 4;
  }

  /** Leaves out the rest of the byte, and returns bytes that are not read yet. */
  align(): void {
    this.at -= Math.max(0, this.#count) >> 3;
    this.#bits = 0;
    this.#count = Math.min(0, this.#count);
  }

  /** Up to `size` whole bytes. Only after `align`. */
  bytes(size: number): Uint8Array {
    const taken = this.#input.subarray(this.at, Math.min(this.at + size, this.#end));
    this.at += taken.length;
    return taken;
  }

  #fill(): void {
    while (this.#count < 16 && this.at < this.#end) {
      this.#bits |= (this.#input[this.at++] as number) << this.#count;
      this.#count += 8;
    }
  }

  #drop(count: number): void {
    this.#bits >>>= count;
    this.#count -= count;
  }
}
