import { littleEndian } from './pickle-walk.ts';

const LONG_LENGTH = 0xff;
/** Bytes that may precede a pickle or a compressed stream in an argument, such as its kind or its unpacked size. */
const PREFIX_MAX = 16;

/**
 * Where the argument may end that begins at `at`, as read from the bytes before it: a length of one byte, FF and three
 * bytes, or four bytes, as in packets and in pickled text. At `start`, where the bytes begin, it is their end.
 */
export function endsOfArgument(bytes: Uint8Array, start: number, end: number, at: number): number[] {
  if (at === start) return [end];
  const ends = [at + (bytes[at - 1] as number)];
  if (at - start >= 4) {
    if (bytes[at - 4] === LONG_LENGTH) ends.push(at + littleEndian(bytes, at - 3, 3));
    ends.push(at + littleEndian(bytes, at - 4, 4));
  }
  return ends;
}

/** Whether an argument may end at `argumentEnd` that begins at `at` or up to 16 bytes before. */
export function isArgumentEnd(
  bytes: Uint8Array,
  start: number,
  end: number,
  at: number,
  argumentEnd: number,
): boolean {
  for (let from = at; from >= start && from >= at - PREFIX_MAX; from--) {
    if (endsOfArgument(bytes, start, end, from).includes(argumentEnd)) return true;
  }
  return false;
}
