import { ByteReaderError } from './byte-reader.ts';
import type { AllowedClasses } from './known-classes.ts';
import { PickleError, PickleMachine, type PickleValue } from './pickle-machine.ts';
import { PICKLE_OPCODES } from './pickle-opcodes.ts';
import { STOP } from './pickle-walk.ts';

/**
 * Reads a pickle as plain data: no class is looked up, nothing is called, and nothing recurses. Bytes after its end are
 * ignored, as in Python. `onEnd` is called even when reading fails.
 *
 * @throws {UnknownClassError} when it names a class that is not allowed
 * @throws {MaliciousReplayError} when it would run code in Python
 * @throws {InvalidReplayError} when it exceeds a limit
 * @throws {PickleError} when it is damaged
 */
export function readPickle(
  bytes: Uint8Array,
  classes: AllowedClasses,
  onEnd?: (bytesRead: number) => void,
): PickleValue {
  const machine = new PickleMachine(bytes, classes);
  try {
    for (;;) {
      const byte = machine.input.u8();
      if (byte === STOP) return machine.pop();
      const opcode = PICKLE_OPCODES[byte];
      if (!opcode) throw new PickleError(`The pickle has the unknown opcode ${byte}.`);
      opcode(machine);
    }
  } catch (error) {
    if (error instanceof ByteReaderError)
      throw new PickleError('The pickle ends too early.', { cause: error });
    throw error;
  } finally {
    onEnd?.(bytes.length - machine.input.remaining);
  }
}
