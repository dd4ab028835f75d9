import { REPLAY_MAX_BYTES } from '#lib/schemas/replay.ts';
import { ByteReader, ByteReaderError } from './byte-reader.ts';
import { InvalidReplayError } from './replay-errors.ts';

const MAGIC = 0x11343212;
/** The game writes 1 or 3. */
const BLOCKS_MAX = 16;

/** The outer parts of a replay file: clear-text blocks, then the encrypted payload. All are views of the file. */
export interface ReplayFile {
  blocks: Uint8Array[];
  /** Size that the payload says it unpacks to, which may be anything; 0 when the file ends before. */
  unpackedSize: number;
  /** Encrypted and compressed packets; may be empty or cut short. */
  payload: Uint8Array;
}

/**
 * Splits a file into its parts, believing no length further than the file goes.
 *
 * The compressed size is read over: everything after it is taken as payload, so that nothing which the game might
 * read stays unseen.
 *
 * @throws {InvalidReplayError} when it is too large, no replay, or cut short before the payload
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
