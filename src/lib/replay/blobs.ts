const LONG_LENGTH = 0xff;

/**
 * The strings or blobs that fill `args` from `start` to its very end, as views: each is a u8 length, or FF and a
 * 3-byte length, then its bytes. Undefined when they do not end exactly there, are more than `max`, or one does not
 * begin with `firstByte` where that is given.
 *
 * It is asked about every entity method of a file, nearly all of which have another shape: so it makes nothing
 * before it knows the answer.
 */
export function splitBlobs(
  args: Uint8Array,
  start: number,
  max: number,
  firstByte?: number,
): Uint8Array[] | undefined {
  let count = 0;
  let at = start;
  for (; at < args.length; count++) {
    const content = contentStart(args, at);
    const end = content + contentLength(args, at);
    if (count === max || (firstByte !== undefined && (end === content || args[content] !== firstByte)))
      return;
    at = end;
  }
  if (at !== args.length) return;
  at = start;
  return Array.from({ length: count }, () => {
    const content = contentStart(args, at);
    const end = content + contentLength(args, at);
    at = end;
    return args.subarray(content, end);
  });
}

function contentStart(args: Uint8Array, at: number): number {
  return at + (args[at] === LONG_LENGTH ? 4 : 1);
}

/** A length that is itself cut short begins its content past the end, which the caller sees. */
function contentLength(args: Uint8Array, at: number): number {
  const length = args[at] as number;
  if (length !== LONG_LENGTH) return length;
  return (args[at + 1] ?? 0) | ((args[at + 2] ?? 0) << 8) | ((args[at + 3] ?? 0) << 16);
}
