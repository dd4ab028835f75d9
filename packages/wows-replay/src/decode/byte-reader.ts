const utf8 = new TextDecoder();

/** A read ran past the end of the bytes, or a length was out of bounds. */
export class ByteReaderError extends Error {
  override readonly name = 'ByteReaderError';
}

/** Little-endian cursor over bytes, without copying them. A read past the end throws a ByteReaderError. */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get remaining(): number {
    return this.bytes.length - this.#at;
  }

  u8(): number {
    return this.bytes[this.#take(1)] as number;
  }

  i8(): number {
    return this.#view.getInt8(this.#take(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2), true);
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  i32(): number {
    return this.#view.getInt32(this.#take(4), true);
  }

  i64(): bigint {
    return this.#view.getBigInt64(this.#take(8), true);
  }

  /** A length of 8 bytes, which must not be negative or larger than what remains. */
  length64(): number {
    const length = this.i64();
    if (length < 0n || length > BigInt(this.remaining)) throw new ByteReaderError('The data ends too early.');
    return Number(length);
  }

  /** A signed integer of any length; a bigint where a number would lose digits. */
  integer(length: number): number | bigint {
    const bytes = this.take(length);
    let value = 0n;
    for (const byte of bytes.toReversed()) value = (value << 8n) | BigInt(byte);
    value = BigInt.asIntN(length * 8, value);
    const small = Number(value);
    return Number.isSafeInteger(small) ? small : value;
  }

  f32(): number {
    return this.#view.getFloat32(this.#take(4), true);
  }

  /** Pickles write floats most significant byte first, unlike everything else in the file. */
  f64BigEndian(): number {
    return this.#view.getFloat64(this.#take(8), false);
  }

  /** A view of the next `length` bytes. */
  take(length: number): Uint8Array {
    const start = this.#take(length);
    return this.bytes.subarray(start, start + length);
  }

  /** The next `length` bytes as UTF-8. Malformed bytes become U+FFFD. */
  text(length: number): string {
    return utf8.decode(this.take(length));
  }

  /** The text up to the next line feed, which is skipped. */
  line(): string {
    const end = this.bytes.indexOf(0x0a, this.#at);
    if (end < 0) throw new ByteReaderError('A line has no end.');
    const text = this.text(end - this.#at);
    this.#at = end + 1;
    return text;
  }

  #take(length: number): number {
    const start = this.#at;
    if (length > this.bytes.length - start) throw new ByteReaderError('The data ends too early.');
    this.#at = start + length;
    return start;
  }
}
