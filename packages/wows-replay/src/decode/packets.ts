/** u32 size, u32 type, f32 clock. */
export const PACKET_HEAD_BYTES = 12;
/** Packet type of a method call. */
export const ENTITY_METHOD = 8;
/** u32 entity id, u32 method id, u32 length of the arguments. */
const METHOD_HEAD_BYTES = 12;
/** The first byte of a blob's length when the length takes three more bytes. */
const LONG_LENGTH = 0xff;

/**
 * Calls `visit` with the type of each packet and where it begins and ends in the stream, in the order of the battle. A packet
 * is u32 size, u32 type, f32 clock and the payload. Returns where the last complete packet ends.
 */
export function forEachPacket(
  stream: Uint8Array,
  visit: (type: number, start: number, end: number) => void,
): number {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  let start = 0;
  while (stream.length - start >= PACKET_HEAD_BYTES) {
    const end = start + PACKET_HEAD_BYTES + view.getUint32(start, true);
    if (end > stream.length) break;
    visit(view.getUint32(start + 4, true), start, end);
    start = end;
  }
  return start;
}

/** A call of an entity's method. */
interface MethodCall {
  /** Number of the method; it changes with every version of the game. */
  id: number;
  args: Uint8Array;
  /** Seconds since the recording's start. */
  clock: number;
}

/** The method call in the packet from `start` to `end`; undefined when it is damaged. */
export function readMethod(stream: Uint8Array, start: number, end: number): MethodCall | undefined {
  const argsAt = start + PACKET_HEAD_BYTES + METHOD_HEAD_BYTES;
  if (argsAt > end) return;
  const view = new DataView(stream.buffer, stream.byteOffset + start, argsAt - start);
  const argsEnd = argsAt + view.getUint32(PACKET_HEAD_BYTES + 8, true);
  if (argsEnd > end) return;
  return {
    id: view.getUint32(PACKET_HEAD_BYTES + 4, true),
    args: stream.subarray(argsAt, argsEnd),
    clock: view.getFloat32(PACKET_HEAD_BYTES - 4, true),
  };
}

/**
 * Splits method arguments into the blobs that fill them from `start` to the end, as views. A blob is a u8 length, or FF
 * and a 3-byte length, then its bytes. Undefined when the blobs do not end exactly at the end, are more than `max`, or one
 * does not begin with `firstByte` (if given).
 *
 * It is called for every entity method of a file, and nearly all have another shape. So it checks the lengths first and
 * allocates nothing until they fit.
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

/** When the length itself is cut short, the content begins past the end, which the caller checks. */
function contentLength(args: Uint8Array, at: number): number {
  const length = args[at] as number;
  if (length !== LONG_LENGTH) return length;
  return (args[at + 1] ?? 0) | ((args[at + 2] ?? 0) << 8) | ((args[at + 3] ?? 0) << 16);
}
