const utf8 = new TextEncoder();

/** Joins bytes. */
export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Joins byte parts; numbers are single bytes, text is UTF-8. */
export function bytesOf(...parts: (number | string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const bytes = (part: number | string): Uint8Array =>
    typeof part === 'number' ? Uint8Array.of(part) : utf8.encode(part);
  return concat(parts.map((part) => (typeof part === 'object' ? part : bytes(part))));
}

/** A number as two bytes, little-endian. */
export function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >> 8) & 0xff);
}

/** A number as four bytes, little-endian. */
export function u32(value: number): Uint8Array {
  return new Uint8Array(Uint32Array.of(value).buffer);
}

/** Numbers as floats of four bytes each, little-endian. */
export function f32(...values: number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer);
}

/** A number as eight bytes, little-endian. */
export function i64(value: bigint): Uint8Array {
  return new Uint8Array(BigInt64Array.of(value).buffer);
}

/** A string or blob of the packet stream: u8 length, or FF and a 3-byte length. */
export function blob(content: string | Uint8Array): Uint8Array {
  const bytes = bytesOf(content);
  const head = bytes.length < 0xff ? [bytes.length] : [0xff, ...u32(bytes.length).subarray(0, 3)];
  return bytesOf(...head, bytes);
}

/** Numbers of several bits each, highest bit first, padded with zeros to whole bytes. */
export function bitsOf(...parts: [value: number, bits: number][]): Uint8Array {
  const bits = parts.map(([value, width]) => value.toString(2).padStart(width, '0')).join('');
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
}
