/** Joins byte parts; numbers are single bytes, text is UTF-8. */
export function bytesOf(...parts: (number | string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part)))),
  );
}

/** A number as two bytes, little-endian. */
export function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >> 8) & 0xff);
}

/** A number as four bytes, little-endian. */
export function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

/** Numbers as floats of four bytes each, little-endian. */
export function f32(...values: number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer);
}

/** A number as eight bytes, little-endian. */
export function i64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
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
