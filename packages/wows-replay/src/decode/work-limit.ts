import { CostlyReplayError } from './replay-errors.ts';

/** Nanoseconds that each kind of work takes on the machine of the measurements. */
export const COST = {
  /** Going to the next packet. */
  packet: 50,
  /** Looking at a byte. */
  look: 3,
  /** A byte in a search for ways to names. */
  ways: 30,
  /** A byte of opcodes that are only stepped over. */
  walk: 15,
  /** Starting to step over opcodes. */
  walkStart: 50,
  /** A byte of a pickle whose values are built. */
  read: 100,
  /** A byte that is inflated, or that inflating takes. */
  inflate: 10,
  /** Starting to inflate. */
  inflateStart: 500,
  /** Reading the codes of a block. */
  codes: 4000,
  /** A name of a class that is not allowed. */
  name: 100,
  /** A line end, which may separate the lines of a name. */
  line: 10,
} as const;

/**
 * Limits the work of a check. It counts what is done instead of reading a clock, so that a file is either accepted or refused
 * everywhere, on a busy machine, too.
 */
export class WorkLimit {
  #left: number;

  constructor(milliseconds: number) {
    this.#left = milliseconds * 1e6;
  }

  /** Nanoseconds that are left. */
  get left(): number {
    return this.#left;
  }

  /**
   * Counts work of so many nanoseconds.
   *
   * @throws {CostlyReplayError} when the limit is exceeded
   */
  spend(nanoseconds: number): void {
    this.#left -= nanoseconds;
    if (this.#left < 0) {
      throw new CostlyReplayError('Checking this replay for harmful code would take too long.');
    }
  }
}
