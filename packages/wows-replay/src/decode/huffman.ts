/** Longest code of deflate, in bits. */
const CODE_BITS_MAX = 15;
/** Codes up to this length are looked up at once. Longer ones are rare, and a larger table takes long to fill. */
const ROOT_BITS = 10;
const ROOT_MASK = (1 << ROOT_BITS) - 1;
const SYMBOLS_MAX = 320;

/** The canonical Huffman code of a deflate block. It can be filled again for the next block. */
export class HuffmanCode {
  /** By the next bits: symbol and length of the code, as `symbol << 4 | length`; 0 for longer or missing codes. */
  readonly #root = new Uint16Array(1 << ROOT_BITS);
  readonly #counts = new Uint16Array(CODE_BITS_MAX + 1);
  readonly #offsets = new Uint16Array(CODE_BITS_MAX + 2);
  readonly #next = new Uint16Array(CODE_BITS_MAX + 2);
  /** Ordered by code. */
  readonly #symbols = new Uint16Array(SYMBOLS_MAX);

  /** Fills the code from the lengths of its symbols. Returns false when there are more codes than fit. */
  fill(lengths: Uint8Array): boolean {
    this.#counts.fill(0);
    for (const length of lengths) (this.#counts[length] as number)++;
    this.#counts[0] = 0;
    let free = 1;
    for (let length = 1; length <= CODE_BITS_MAX; length++) {
      free = free * 2 - (this.#counts[length] as number);
      if (free < 0) return false;
      this.#offsets[length + 1] = (this.#offsets[length] as number) + (this.#counts[length] as number);
    }
    const next = this.#next;
    next.set(this.#offsets);
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      const length = lengths[symbol] as number;
      if (length > 0) this.#symbols[(next[length] as number)++] = symbol;
    }
    this.#fillRoot();
    return true;
  }

  #fillRoot(): void {
    this.#root.fill(0);
    let code = 0;
    for (let length = 1; length <= ROOT_BITS; length++, code *= 2) {
      const from = this.#offsets[length] as number;
      for (let index = from; index < from + (this.#counts[length] as number); index++, code++) {
        const entry = ((this.#symbols[index] as number) << 4) | length;
        for (let at = reversed(code, length); at <= ROOT_MASK; at += 1 << length) this.#root[at] = entry;
      }
    }
  }

  /** The code that `bits` begins with, lowest bit first, as `symbol << 4 | length`; 0 when there is none. */
  find(bits: number): number {
    return this.#root[bits & ROOT_MASK] || this.#findLong(bits);
  }

  #findLong(bits: number): number {
    let code = 0;
    let first = 0;
    for (let length = 1; length <= CODE_BITS_MAX; length++) {
      code |= (bits >> (length - 1)) & 1;
      const count = this.#counts[length] as number;
      if (code - first < count) {
        const index = (this.#offsets[length] as number) + code - first;
        return ((this.#symbols[index] as number) << 4) | length;
      }
      first = (first + count) * 2;
      code *= 2;
    }
    return 0;
  }
}

function reversed(code: number, length: number): number {
  let result = 0;
  for (let bit = 0; bit < length; bit++) result |= ((code >> bit) & 1) << (length - 1 - bit);
  return result;
}
