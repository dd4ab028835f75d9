import { REPLAY_MAX_BYTES } from '../replay.ts';
import { Blowfish } from './blowfish.ts';
import { ByteReader, ByteReaderError } from './byte-reader.ts';
import { checksumOf, Inflater, isZlib } from './inflate.ts';
import { DamagedReplayError, InvalidReplayError } from './replay-errors.ts';

/** First four bytes of a replay, the lowest first. */
export const MAGIC = 0x11343212;
/** The game writes 1 or 3. */
const BLOCKS_MAX = 16;

const CUT_SHORT = 'The replay file is cut short.';

const CIPHER_BLOCK_BYTES = 8;
/** The game's own key, the same in every client. */
export const KEY = new Uint8Array([
  0x29, 0xb7, 0xc9, 0x09, 0x38, 0x3f, 0x84, 0x88, 0xfa, 0x98, 0xec, 0x4e, 0x13, 0x19, 0x79, 0xfb,
]);

/** The parts of a replay file, as views of it: clear-text blocks, then the encrypted payload. */
export interface ReplayFile {
  blocks: Uint8Array[];
  /** Unpacked size of the payload as the file states it, which may be wrong; 0 when the file ends before. */
  unpackedSize: number;
  /** Encrypted and compressed packets. */
  payload: Uint8Array;
  /** The file ends before its payload does, or without one. */
  isCutShort: boolean;
}

/** @throws {TypeError} when a caller without types passes something else than the bytes of a file, such as its path */
export function requireBytes(bytes: Uint8Array): void {
  const type = Object.prototype.toString.call(bytes).slice('[object '.length, -1);
  if (type !== 'Uint8Array')
    throw new TypeError(`Expected a Uint8Array with the bytes of the file, but got: ${type}.`);
}

/**
 * Splits a file into its parts. Bytes behind the payload are left out.
 *
 * @throws {TypeError} when these are not the bytes of a file
 * @throws {DamagedReplayError} when it is cut short before the payload
 * @throws {InvalidReplayError} when it is too large or not a replay
 */
export function splitReplayFile(bytes: Uint8Array): ReplayFile {
  requireBytes(bytes);
  if (bytes.length > REPLAY_MAX_BYTES) throw new InvalidReplayError('The replay file is larger than 5 MiB.');
  const reader = new ByteReader(bytes);
  try {
    if (reader.u32() !== MAGIC) throw new InvalidReplayError('The file is not a replay.');
    const blockCount = reader.u32();
    if (blockCount < 1 || blockCount > BLOCKS_MAX)
      throw new DamagedReplayError('The replay file is damaged.');
    const blocks = Array.from({ length: blockCount }, () => reader.take(reader.u32()));
    if (reader.remaining < 8) return { blocks, unpackedSize: 0, payload: reader.take(0), isCutShort: true };
    const unpackedSize = reader.u32();
    const packedSize = reader.u32();
    const isCutShort = packedSize > reader.remaining;
    // Before game 0.11.11 the stated size leaves out the padding to whole blocks.
    const blockBytes = Math.ceil(packedSize / CIPHER_BLOCK_BYTES) * CIPHER_BLOCK_BYTES;
    const payload = reader.take(Math.min(blockBytes, reader.remaining));
    return { blocks, unpackedSize, payload, isCutShort };
  } catch (error) {
    if (!(error instanceof ByteReaderError)) throw error;
    const isEmpty = bytes.length < 4;
    throw isEmpty ? new InvalidReplayError(CUT_SHORT) : new DamagedReplayError(CUT_SHORT, { cause: error });
  }
}

let cipher: Blowfish | undefined;

/**
 * Decrypts a payload into new bytes. Each block is decrypted alone, then XORed with the previous *decrypted* block
 * (except the first). An incomplete last block is left out.
 */
function decryptPayload(payload: Uint8Array): Uint8Array<ArrayBuffer> {
  cipher ??= new Blowfish(KEY);
  const length = payload.length - (payload.length % CIPHER_BLOCK_BYTES);
  const input = new DataView(payload.buffer, payload.byteOffset, length);
  const decrypted = new Uint8Array(length);
  const output = new DataView(decrypted.buffer);
  let left = 0;
  let right = 0;
  for (let at = 0; at < length; at += CIPHER_BLOCK_BYTES) {
    cipher.decryptBlock(input.getUint32(at), input.getUint32(at + 4));
    left ^= cipher.left;
    right ^= cipher.right;
    output.setUint32(at, left);
    output.setUint32(at + 4, right);
  }
  return decrypted;
}

/** The content of a payload. */
export interface UnpackedPayload {
  /** The packets, up to any damage. Empty when the payload is no zlib stream. */
  stream: Uint8Array;
  /**
   * `damaged`: it is empty, or part of it is missing or broken. `unknown`: it is no zlib
   * stream, so its format may be a new one.
   */
  state: 'whole' | 'damaged' | 'unknown';
}

/**
 * Decrypts and inflates the payload of a file. Bytes behind the end of the stream are ignored.
 *
 * @throws {InvalidReplayError} when it unpacks to more than `maxSize` bytes, since the rest could not be checked for code
 */
export function unpackPayload(file: ReplayFile, maxSize: number): UnpackedPayload {
  const packed = decryptPayload(file.payload);
  if (packed.length < 2 || !isZlib(packed[0] as number, packed[1] as number)) {
    const isDamaged = file.isCutShort || packed.length === 0;
    return { stream: packed.subarray(0, 0), state: isDamaged ? 'damaged' : 'unknown' };
  }
  const inflater = new Inflater(Math.min(file.unpackedSize, maxSize));
  const end = inflater.run(packed, 0, packed.length, maxSize);
  if (end === 'too large') throw new InvalidReplayError('The replay unpacks to more than is allowed.');
  const stream = inflater.output;
  const isInflated = end === 'whole' && checksumAt(packed, inflater.at) === checksumOf(stream);
  const isWhole = isInflated && !file.isCutShort && stream.length > 0 && stream.length >= file.unpackedSize;
  return { stream, state: isWhole ? 'whole' : 'damaged' };
}

/** The number of four bytes, highest first; undefined when they are not all there. */
function checksumAt(bytes: Uint8Array<ArrayBuffer>, at: number): number | undefined {
  return at + 4 > bytes.length ? undefined : new DataView(bytes.buffer).getUint32(at);
}
