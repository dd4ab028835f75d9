import type { AllowedClasses } from './known-classes.ts';
import { splitBlobs } from './packets.ts';
import { readPickle } from './pickle.ts';
import { PickleError, type PickleValue, refuseSize } from './pickle-machine.ts';
import { UnknownClassError } from './replay-errors.ts';

const PICKLE_START = 0x80;
/** i64 arena id, i8 team build type. */
const HEAD_BYTES = 9;
const BLOBS_MIN = 2;
const BLOBS_MAX = 6;
/** Real files have one arena state, of 2 to 24 KB. */
const STATES_MAX = 32;
const PICKLE_BYTES_MAX = 1024 * 1024;

/** Data about the participants that the game server sent at the start of a battle. */
export interface ArenaState {
  /** Number of the entity method; it changes with every version of the game. */
  methodId: number;
  /** Id of the battle, the same in the files of all its players. It does not fit a number exactly. */
  arenaId: bigint;
  /** The value of each pickle; null when it is damaged. */
  values: PickleValue[];
}

/**
 * Collects arena states by the shape of their arguments. All their pickles are read, because any of them may hide code. A
 * file with too much to read is refused.
 */
export class ArenaStateFinder {
  readonly found: ArenaState[] = [];
  readonly #classes: AllowedClasses;
  #pickleBytes = 0;

  constructor(classes: AllowedClasses) {
    this.#classes = classes;
  }

  /**
   * @throws {MaliciousReplayError} when a pickle would run code
   * @throws {InvalidReplayError} when there is too much to read
   */
  visit(methodId: number, args: Uint8Array): void {
    const blobs = splitBlobs(args, HEAD_BYTES, BLOBS_MAX, PICKLE_START);
    if (!blobs || blobs.length < BLOBS_MIN) return;
    this.#pickleBytes += args.length;
    if (this.#pickleBytes > PICKLE_BYTES_MAX || this.found.length === STATES_MAX) refuseSize();
    const arenaId = new DataView(args.buffer, args.byteOffset).getBigInt64(0, true);
    this.found.push({ methodId, arenaId, values: blobs.map((blob) => readOrNull(blob, this.#classes)) });
  }
}

function readOrNull(blob: Uint8Array, classes: AllowedClasses): PickleValue {
  try {
    return readPickle(blob, classes);
  } catch (error) {
    if (!(error instanceof PickleError)) throw error;
    refuseNames(blob, classes);
    return null;
  }
}

/** Refuses a damaged pickle that may name an unknown class anywhere: we cannot know how far the game would read it. */
function refuseNames(pickle: Uint8Array, classes: AllowedClasses): void {
  const text = new TextDecoder('latin1').decode(pickle);
  for (const [, module, name] of text.matchAll(/[ci]([A-Za-z_][\w.]*)\n(?=([A-Za-z_]\w*)\n)/g)) {
    const isAllowed = [...classes].some((allowed) => `${module}.${name}`.endsWith(allowed));
    if (!isAllowed) throw new UnknownClassError(`${module}.${name}`);
  }
}
