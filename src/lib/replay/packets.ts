const PACKET_HEAD_BYTES = 12;
const ENTITY_METHOD = 8;
/** u32 entity id, u32 method id, u32 length of the arguments. */
const METHOD_HEAD_BYTES = 12;

/**
 * Calls `visit` for each packet of the stream, in the order of the battle. A packet is u32 size, u32 type, f32 clock and
 * its payload. Returns where the last whole packet ends.
 */
export function forEachPacket(
  stream: Uint8Array,
  visit: (type: number, payload: Uint8Array) => void,
): number {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  let start = 0;
  while (stream.length - start >= PACKET_HEAD_BYTES) {
    const payload = start + PACKET_HEAD_BYTES;
    const end = payload + view.getUint32(start, true);
    if (end > stream.length) break;
    visit(view.getUint32(start + 4, true), stream.subarray(payload, end));
    start = end;
  }
  return start;
}

/** Calls `visit` for each entity method of the stream. */
export function forEachEntityMethod(
  stream: Uint8Array,
  visit: (methodId: number, args: Uint8Array) => void,
): void {
  forEachPacket(stream, (type, payload) => {
    if (type !== ENTITY_METHOD || payload.length < METHOD_HEAD_BYTES) return;
    const view = new DataView(payload.buffer, payload.byteOffset, METHOD_HEAD_BYTES);
    const end = METHOD_HEAD_BYTES + view.getUint32(8, true);
    if (end <= payload.length) visit(view.getUint32(4, true), payload.subarray(METHOD_HEAD_BYTES, end));
  });
}
