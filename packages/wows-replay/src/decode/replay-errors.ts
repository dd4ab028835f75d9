import { isPlausibleClass, isPythonClass, printableClass } from './known-classes.ts';

/** Why a header is refused. */
export const NO_SHIPS = "The replay's header has no usable list of ships.";

/** The file is not a usable replay. The message may be shown to the uploader. The API responds with 422. */
export class InvalidReplayError extends Error {
  override readonly name: string = 'InvalidReplayError';
}

/** Part of the file is missing or broken. */
export class DamagedReplayError extends InvalidReplayError {
  override readonly name = 'DamagedReplayError';
}

/** Checking the file for code would take too long. */
export class CostlyReplayError extends InvalidReplayError {
  override readonly name = 'CostlyReplayError';
}

/**
 * The file would run code in the game client that opens it (CVE-2022-31265). It must not be stored or served, nor
 * decoded by its header. The API responds with 422.
 */
export class MaliciousReplayError extends InvalidReplayError {
  override readonly name: string = 'MaliciousReplayError';
}

/** A pickle in the file names a class that is not allowed: an attack, or a class that a new game version added. */
export class UnknownClassError extends MaliciousReplayError {
  override readonly name = 'UnknownClassError';
  /** `module.Class` in plain characters, at most 80 of them. */
  readonly className: string;
  /** False when the bytes do not look like a class name. */
  readonly isPlausible: boolean;
  /** True for a class of Python's own modules, which no game update adds: the file has code. */
  readonly isCode: boolean;

  constructor(name: string) {
    super('The replay contains an unknown class.');
    this.className = printableClass(name);
    this.isPlausible = isPlausibleClass(name);
    this.isCode = isPythonClass(name);
  }
}
