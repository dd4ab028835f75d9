/** Joins byte parts; numbers are single bytes, text is UTF-8. */
export function bytesOf(...parts: (number | string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part)))),
  );
}

/** A number as four bytes, little-endian. */
export function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
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
