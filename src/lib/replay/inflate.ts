import { InvalidReplayError } from './replay-errors.ts';

const CHUNK_BYTES = 16 * 1024;
/** The cipher pads the stream to whole blocks, and platforms report the padding as junk after the end. */
const PADDING_MAX = 8;

/**
 * Inflates a zlib stream as far as it goes: a stream that is cut short or damaged gives what came before, one that is
 * none gives nothing. Padding after the end is ignored. `size` is what it says to hold, a hint and no more.
 *
 * A bomb is refused, never kept: what lies past the limit cannot be checked for code.
 *
 * @throws {InvalidReplayError} when it turns out to hold more than `maxSize`
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

/** At once to the most there can be, since memory that nobody writes to costs nothing. */
function enlarged(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size);
  larger.set(bytes);
  return larger;
}

/**
 * Writes in small pieces and waits for each: an error drops what has not been read yet, which must not be more than
 * the piece with the error. The end goes in byte by byte, so that padding costs nothing that was real.
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
    // The reading side meets the same error, and the end of what could be read.
  }
}
