import { type AllowedClasses, isPlausibleClass } from './known-classes.ts';
import {
  GLOBAL,
  LINE_FEED,
  OPCODE_ARGUMENTS,
  opcodeEnd,
  TWO_LINES,
  UNKNOWN,
  walkPickle,
} from './pickle-walk.ts';
import { MaliciousReplayError, UnknownClassError } from './replay-errors.ts';

const MODULE_MIN = 2;
/** STOP and the opcodes that make or call something: REDUCE, OBJ, BUILD, NEWOBJ, NEWOBJ_EX. */
const ACTS: ReadonlySet<number> = new Set([0x2e, 0x52, 0x6f, 0x62, 0x81, 0x92]);

/** Characters of names that Python can import: letters, digits and `_`, `.`, `/`, `\`, `-`. */
const NAME_BYTES = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[\w./\\-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** Position of the last GLOBAL or INST with a plausible name that is not allowed; -1 without one. */
export function findLastName(bytes: Uint8Array, allowed: NamesByLength): number {
  let lineEnd = -1;
  for (let at = bytes.length - 1; at >= 0; at--) {
    if (bytes[at] !== LINE_FEED) continue;
    if (lineEnd > at + 1 && isName(bytes, at + 1, lineEnd)) {
      for (let start = at - 1; start > 0 && NAME_BYTES[bytes[start] as number] === 1; start--) {
        if (namesClass(bytes, start - 1, at, lineEnd, allowed)) return start - 1;
      }
    }
    lineEnd = at;
  }
  return -1;
}

/**
 * For each byte, 1 when opcodes read from there lead to such a name, the last of which begins at `last`. It is one pass
 * backwards from `last`, so the time does not depend on the number of possible pickles.
 */
export function findWaysToNames(bytes: Uint8Array, last: number, allowed: NamesByLength): Uint8Array {
  const ways = new Uint8Array(last + 1);
  const lineEnd = bytes.indexOf(LINE_FEED, last);
  const lines = new LinesAhead(lineEnd, bytes.indexOf(LINE_FEED, lineEnd + 1), last + 1);
  for (let at = last; at >= 0; at--) {
    const byte = bytes[at] as number;
    const argument = OPCODE_ARGUMENTS[byte] as number;
    if (
      argument === TWO_LINES &&
      lines.areNames(at) &&
      namesClass(bytes, at, lines.end, lines.nextEnd, allowed)
    ) {
      ways[at] = 1;
    } else if (argument !== UNKNOWN) {
      const next = opcodeEnd(bytes, at, argument, lines.end, lines.nextEnd);
      if (next <= last) ways[at] = ways[next] as number;
    }
    lines.stepBack(at, byte);
  }
  return ways;
}

/** The two lines that follow a byte, kept up to date while stepping backwards. */
class LinesAhead {
  end: number;
  nextEnd: number;
  #nextIsName = true;
  /** Start of the run of name bytes that ends at `end`. */
  #runStart: number;

  constructor(end: number, nextEnd: number, runStart: number) {
    this.end = end;
    this.nextEnd = nextEnd;
    this.#runStart = runStart;
  }

  /** Whether both lines hold only name bytes, the first line from the byte after `at`. */
  areNames(at: number): boolean {
    return this.#nextIsName && this.#runStart === at + 1;
  }

  stepBack(at: number, byte: number): void {
    if (byte === LINE_FEED) {
      this.#nextIsName = this.#runStart === at + 1 && this.end > this.#runStart;
      this.nextEnd = this.end;
      this.end = at;
      this.#runStart = at;
    } else if (this.#runStart === at + 1 && NAME_BYTES[byte] === 1) this.#runStart = at;
  }
}

/** Allowed names as the two lines that they are in a pickle, grouped by length in bytes. */
export type NamesByLength = ReadonlyMap<number, readonly Uint8Array[]>;

/** Groups the allowed names; called once per file. */
export function namesByLength(classes: AllowedClasses): NamesByLength {
  const names = [...classes].map((name) => {
    const dot = name.lastIndexOf('.');
    return new TextEncoder().encode(`${name.slice(0, dot)}\n${name.slice(dot + 1)}`);
  });
  return Map.groupBy(names, (name) => name.length);
}

function isName(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (NAME_BYTES[bytes[at] as number] !== 1) return false;
  return true;
}

/** Whether the byte and the two lines of name bytes are an opcode with the name of a class that is not allowed. */
function namesClass(
  bytes: Uint8Array,
  at: number,
  lineEnd: number,
  nextLineEnd: number,
  allowed: NamesByLength,
): boolean {
  const opcode = bytes[at] as number;
  if (OPCODE_ARGUMENTS[opcode] !== TWO_LINES || lineEnd - at - 1 < MODULE_MIN) return false;
  if (opcode !== GLOBAL) return true;
  const names = allowed.get(nextLineEnd - at - 1);
  return !names?.some((name) => name.every((byte, index) => bytes[at + 1 + index] === byte));
}

/**
 * Refuses a pickle of any protocol that names a class which is not allowed and then acts, stops or ends. Damaged pickles
 * are checked as well, because Python runs everything before the damage.
 *
 * @throws {MaliciousReplayError}
 */
export function refuseNamedClasses(content: Uint8Array, classes: AllowedClasses): void {
  let named: string | null = null;
  const end = walkPickle(content, (at, lineEnd, next) => {
    const opcode = content[at] as number;
    const isInst = opcode !== GLOBAL && OPCODE_ARGUMENTS[opcode] === TWO_LINES;
    if (isInst || opcode === GLOBAL) named ??= refusedName(content, at, lineEnd, next, classes);
    if (named !== null && (isInst || ACTS.has(opcode))) throw new UnknownClassError(named);
    return true;
  });
  if (named !== null && end === content.length) throw new UnknownClassError(named);
}

function refusedName(
  content: Uint8Array,
  at: number,
  lineEnd: number,
  next: number,
  classes: AllowedClasses,
): string | null {
  const name = `${latin1(content, at + 1, lineEnd)}.${latin1(content, lineEnd + 1, next - 1)}`;
  if (!classes.has(name)) return isPlausibleClass(name) ? name : null;
  if (content[at] === GLOBAL) return null;
  throw new MaliciousReplayError('The replay contains code.');
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  // No allowed name is longer, and errors show only the beginning.
  return String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 512)));
}
