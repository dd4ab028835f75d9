import { InvalidReplayError } from './replay-errors.ts';

const CHUNK_BYTES = 16 * 1024;
/** The cipher pads the stream to whole blocks, and DecompressionStream rejects bytes after the end. */
const PADDING_MAX = 8;

/**
 * Inflates a zlib stream. A stream that is cut short or damaged gives what came before the damage; other bytes give nothing.
 * Padding after the end is ignored. `size` is the expected size, which is only a hint.
 *
 * A stream past the limit is refused instead of cut, because the rest could not be checked for code.
 *
 * @throws {InvalidReplayError} when the stream unpacks to more than `maxSize` bytes
 */
export async function inflate(
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
  maxSize: number,
): Promise<Uint8Array> {
  let output = new Uint8Array(Math.min(size, maxSize));
  const stream = new DecompressionStream('deflate');
  const reader = stream.readable.getReader();
  const fed = feed(stream.writable.getWriter(), bytes);
  let filled = 0;
  for (;;) {
    const chunk = await reader.read().catch(() => undefined);
    if (!chunk?.value) break;
    const end = filled + chunk.value.length;
    if (end > maxSize) {
      await reader.cancel();
      await fed;
      throw new InvalidReplayError('The replay unpacks to more than is allowed.');
    }
    if (end > output.length) output = enlarged(output, maxSize);
    output.set(chunk.value, filled);
    filled = end;
  }
  await fed;
  return output.subarray(0, filled);
}

/** Grows to the maximum at once, since memory that is not written to costs nothing. */
function enlarged(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size);
  larger.set(bytes);
  return larger;
}

/**
 * Writes in small pieces and waits for each, because an error drops all output that has not been read yet. The end is
 * written byte by byte, so that the error caused by padding drops nothing.
 */
async function feed(writer: WritableStreamDefaultWriter<BufferSource>, bytes: Uint8Array<ArrayBuffer>) {
  const body = Math.max(0, bytes.length - PADDING_MAX);
  try {
    for (let at = 0; at < body; at += CHUNK_BYTES) {
      await writer.write(bytes.subarray(at, Math.min(body, at + CHUNK_BYTES)));
    }
    for (let at = body; at < bytes.length; at++) await writer.write(bytes.subarray(at, at + 1));
    await writer.close();
  } catch {
    // The reading side gets the same error and stops there.
  }
}
