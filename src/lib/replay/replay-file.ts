import { REPLAY_MAX_BYTES } from '#lib/schemas/replay-upload.ts';
import { Blowfish } from './blowfish.ts';
import { ByteReader, ByteReaderError } from './byte-reader.ts';
import { InvalidReplayError } from './replay-errors.ts';

const MAGIC = 0x11343212;
/** The game writes 1 or 3. */
const BLOCKS_MAX = 16;

const CIPHER_BLOCK_BYTES = 8;
/** The game's own key, the same in every client. */
const KEY = new Uint8Array([
  0x29, 0xb7, 0xc9, 0x09, 0x38, 0x3f, 0x84, 0x88, 0xfa, 0x98, 0xec, 0x4e, 0x13, 0x19, 0x79, 0xfb,
]);

/** The parts of a replay file, as views of it: clear-text blocks, then the encrypted payload. */
export interface ReplayFile {
  blocks: Uint8Array[];
  /** Unpacked size of the payload as the file states it, which may be wrong; 0 when the file ends before. */
  unpackedSize: number;
  /** Encrypted and compressed packets; may be empty or cut short. */
  payload: Uint8Array;
}

/**
 * Splits a file into its parts. The stated size of the payload is ignored: everything after it counts as payload, so that
 * nothing that the game might read stays unchecked.
 *
 * @throws {InvalidReplayError} when it is too large, not a replay, or cut short before the payload
 */
export function splitReplayFile(bytes: Uint8Array): ReplayFile {
  if (bytes.length > REPLAY_MAX_BYTES) throw new InvalidReplayError('The replay file is larger than 5 MiB.');
  const reader = new ByteReader(bytes);
  try {
    if (reader.u32() !== MAGIC) throw new InvalidReplayError('The file is not a replay.');
    const blockCount = reader.u32();
    if (blockCount < 1 || blockCount > BLOCKS_MAX)
      throw new InvalidReplayError('The replay file is damaged.');
    const blocks = Array.from({ length: blockCount }, () => reader.take(reader.u32()));
    if (reader.remaining < 8) return { blocks, unpackedSize: 0, payload: reader.take(0) };
    const unpackedSize = reader.u32();
    reader.u32();
    return { blocks, unpackedSize, payload: reader.take(reader.remaining) };
  } catch (error) {
    if (!(error instanceof ByteReaderError)) throw error;
    throw new InvalidReplayError('The replay file is cut short.', { cause: error });
  }
}

let cipher: Blowfish | undefined;

/**
 * Decrypts a payload into new bytes. Each block is decrypted alone, then XORed with the previous *decrypted* block
 * (except the first). An incomplete last block is left out.
 */
export function decryptPayload(payload: Uint8Array): Uint8Array<ArrayBuffer> {
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
