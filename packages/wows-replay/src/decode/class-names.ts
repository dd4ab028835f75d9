/** Finds names of classes that a pickle of any protocol may name, without knowing where a pickle begins. */
import type { AllowedClasses } from './known-classes.ts';
import {
  GLOBAL,
  INST,
  LINE_FEED,
  lineFeedFrom,
  OPCODE_ARGUMENTS,
  opcodeEnd,
  UNKNOWN,
} from './pickle-walk.ts';

const MODULE_MIN = 2;

/** Characters of names that Python can import: letters, digits and `_`, `.`, `/`, `\`, `-`. */
const NAME_BYTES = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[\w./\\-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** Allowed names as a pickle writes them (two lines: module and class), grouped by length in bytes. */
export type NamesByLength = ReadonlyMap<number, readonly Uint8Array[]>;

/** Groups the allowed class names by the length of their bytes. Call it once per file. */
export function namesByLength(classes: AllowedClasses): NamesByLength {
  const names = [...classes].map((name) => {
    const dot = name.lastIndexOf('.');
    return new TextEncoder().encode(`${name.slice(0, dot)}\n${name.slice(dot + 1)}`);
  });
  return Map.groupBy(names, (name) => name.length);
}

/**
 * Adds to `found` each GLOBAL and INST whose first line ends at `lineEnd` and that names a plausible class. INST counts even if
 * its second line has no end, because Python's cPickle takes the end of the pickle for it. The time of all calls together
 * grows with the number of bytes.
 *
 * Lines that end in GLOBAL and an allowed class are left out: `c` and `i` within or before such a name are text, and no module
 * has a name like `ollections`.
 */
export function findNames(
  bytes: Uint8Array,
  start: number,
  end: number,
  lineEnd: number,
  allowed: NamesByLength,
  found: number[],
): void {
  const nameEnd = endOfName(bytes, lineEnd + 1, end);
  const isLine = nameEnd > lineEnd + 1 && nameEnd < end && bytes[nameEnd] === LINE_FEED;
  if (!isLine && nameEnd - lineEnd <= 2) return;
  const known = found.length;
  for (let at = lineEnd - 1; at >= start && isNameByte(bytes, at); at--) {
    if (lineEnd - at <= MODULE_MIN) continue;
    if (bytes[at] === INST) found.push(at);
    else if (bytes[at] === GLOBAL && isLine) {
      if (isAllowed(bytes, at, nameEnd, allowed)) {
        found.length = known;
        return;
      }
      found.push(at);
    }
  }
}

function endOfName(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isNameByte(bytes, at)) at++;
  return at;
}

function isNameByte(bytes: Uint8Array, at: number): boolean {
  return NAME_BYTES[bytes[at] as number] === 1;
}

function isAllowed(bytes: Uint8Array, at: number, nameEnd: number, allowed: NamesByLength): boolean {
  const names = allowed.get(nameEnd - at - 1);
  return names?.some((name) => name.every((byte, index) => bytes[at + 1 + index] === byte)) ?? false;
}

/**
 * The positions from `start` on from which opcodes, read one after the other, lead to one of `names`. It is one pass backwards
 * from the last name, so the time does not depend on the number of ways.
 */
export function findWaysToNames(
  bytes: Uint8Array,
  start: number,
  end: number,
  names: readonly number[],
): number[] {
  const last = names.reduce((one, other) => Math.max(one, other));
  const ways = new Uint8Array(last - start + 1);
  for (const name of names) ways[name - start] = 1;
  let lineEnd = lineFeedFrom(bytes, last, end);
  let nextLineEnd = lineFeedFrom(bytes, lineEnd + 1, end);
  const found: number[] = [];
  for (let at = last; at >= start; at--) {
    const argument = OPCODE_ARGUMENTS[bytes[at] as number] as number;
    if (ways[at - start] === 0 && argument !== UNKNOWN) {
      const next = opcodeEnd(bytes, at, argument, lineEnd, nextLineEnd);
      if (next <= last) ways[at - start] = ways[next - start] as number;
    }
    if (ways[at - start] === 1) found.push(at);
    if (bytes[at] === LINE_FEED) {
      nextLineEnd = lineEnd;
      lineEnd = at;
    }
  }
  return found;
}
