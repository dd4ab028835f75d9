const LONG_LENGTH = 0xff;

/**
 * The strings or blobs that fill `args` from `start` to its very end, as views: each is a u8 length, or FF and a
 * 3-byte length, then its bytes. Undefined when they do not end exactly there, or are more than `max`.
 *
 * It is asked about every entity method of a file, nearly all of which have another shape: no exception, no reader.
 */
export function splitBlobs(args: Uint8Array, start: number, max: number): Uint8Array[] | undefined {
  const blobs: Uint8Array[] = [];
  let at = start;
  while (at < args.length) {
    let length = args[at++] as number;
    if (length === LONG_LENGTH) {
      if (at + 3 > args.length) return;
      length = (args[at] as number) | ((args[at + 1] as number) << 8) | ((args[at + 2] as number) << 16);
      at += 3;
    }
    if (length > args.length - at || blobs.length === max) return;
    blobs.push(args.subarray(at, at + length));
    at += length;
  }
  return blobs;
}
