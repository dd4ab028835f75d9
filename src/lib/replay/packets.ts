const PACKET_HEAD_BYTES = 12;
const ENTITY_METHOD = 8;
/** u32 entity id, u32 method id, u32 length of the arguments. */
const METHOD_HEAD_BYTES = 12;

/**
 * Calls `visit` for each entity method in the packet stream, in the order of the battle. A packet is u32 size,
 * u32 type, f32 clock and its payload; a stream that is cut short ends with its last whole packet.
 */
export function forEachEntityMethod(
  stream: Uint8Array,
  visit: (methodId: number, args: Uint8Array) => void,
): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  let start = 0;
  while (stream.length - start >= PACKET_HEAD_BYTES) {
    const payload = start + PACKET_HEAD_BYTES;
    const end = payload + view.getUint32(start, true);
    if (end > stream.length) return;
    if (view.getUint32(start + 4, true) === ENTITY_METHOD && end - payload >= METHOD_HEAD_BYTES) {
      const args = payload + METHOD_HEAD_BYTES;
      const argsEnd = args + view.getUint32(payload + 8, true);
      if (argsEnd <= end) visit(view.getUint32(payload + 4, true), stream.subarray(args, argsEnd));
    }
    start = end;
  }
}
