import { checksumOf, Inflater, isZlib } from './inflate.ts';
import { InvalidReplayError } from './replay-errors.ts';
import { decryptPayload, type ReplayFile } from './replay-file.ts';

/** The content of a payload. */
export interface UnpackedPayload {
  /** The packets, up to any damage. Empty when the payload is no zlib stream. */
  stream: Uint8Array;
  /** Part of the payload is missing or broken. False for one that is no zlib stream: its format may be a new one. */
  isDamaged: boolean;
}

/**
 * Decrypts and inflates the payload of a file. Bytes behind the end of the stream are ignored.
 *
 * @throws {InvalidReplayError} when it unpacks to more than `maxSize` bytes, since the rest could not be checked for code
 */
export function unpackPayload(file: ReplayFile, maxSize: number): UnpackedPayload {
  const packed = decryptPayload(file.payload);
  if (packed.length < 2 || !isZlib(packed[0] as number, packed[1] as number)) {
    return { stream: packed.subarray(0, 0), isDamaged: file.isCutShort };
  }
  const inflater = new Inflater(Math.min(file.unpackedSize, maxSize));
  const end = inflater.run(packed, 0, packed.length, maxSize);
  if (end === 'too large') throw new InvalidReplayError('The replay unpacks to more than is allowed.');
  const stream = inflater.output;
  const isWhole = end === 'whole' && checksumAt(packed, inflater.at) === checksumOf(stream);
  return { stream, isDamaged: file.isCutShort || !isWhole || stream.length < file.unpackedSize };
}

/** The number of four bytes, highest first; undefined when they are not all there. */
function checksumAt(bytes: Uint8Array<ArrayBuffer>, at: number): number | undefined {
  return at + 4 > bytes.length ? undefined : new DataView(bytes.buffer).getUint32(at);
}
