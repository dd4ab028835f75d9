/** Steps through the opcodes of a pickle by their lengths, without running them. */

/** How the argument of an opcode is measured. Numbers from 0 on are its length in bytes. */
export const UNKNOWN = -1;
const LINE = -2;
const TWO_LINES = -3;
const LENGTH_8 = -4;
const LENGTH_32 = -5;
const LENGTH_64 = -6;

/** Ends a pickle. */
export const STOP = 0x2e;
/** Ends a line. */
export const LINE_FEED = 0x0a;
/** GLOBAL: a module and a name, each ended by a line feed. */
export const GLOBAL = 0x63;
/** INST: the names of a class like GLOBAL; the class is called with the values since the last mark. */
export const INST = 0x69;
/** STACK_GLOBAL: names from the stack. */
export const STACK_GLOBAL = 0x93;

const OPCODES_BY_ARGUMENT: readonly [argument: number, opcodes: string][] = [
  [0, '.N\x88\x89]}()lt\x85\x86\x87aesud\x8f\x90\x91012Rob\x81\x92\x93\x94Q'],
  [1, 'Khq\x80\x82'],
  [2, 'M\x83'],
  [4, 'Jjr\x84'],
  [8, 'G\x95'],
  [LINE, 'IFLSVPpg'],
  [TWO_LINES, 'ci'],
  [LENGTH_8, 'U\x8a\x8cC'],
  [LENGTH_32, 'TX\x8bB'],
  [LENGTH_64, '\x8d\x8e'],
];

/** The argument of each opcode byte. */
export const OPCODE_ARGUMENTS: Int8Array = new Int8Array(256).fill(UNKNOWN);
for (const [argument, opcodes] of OPCODES_BY_ARGUMENT) {
  for (const opcode of opcodes) OPCODE_ARGUMENTS[opcode.charCodeAt(0)] = argument;
}

/** Little-endian number of up to 4 bytes. Bytes past the end read as zero; a length that reaches there does not fit anyway. */
export function littleEndian(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let byte = width - 1; byte >= 0; byte--) value = value * 256 + (bytes[at + byte] ?? 0);
  return value;
}

/**
 * Where an opcode with this argument ends, given the positions of the next two line feeds (or Infinity). An end past the
 * last byte means that the opcode does not fit.
 */
export function opcodeEnd(
  bytes: Uint8Array,
  at: number,
  argument: number,
  lineEnd: number,
  nextLineEnd: number,
): number {
  if (argument >= 0) return at + 1 + argument;
  if (argument === LINE) return lineEnd + 1;
  if (argument === TWO_LINES) return nextLineEnd + 1;
  if (argument === LENGTH_8) return at + 2 + (bytes[at + 1] ?? 0);
  if (argument === LENGTH_32) return at + 5 + littleEndian(bytes, at + 1, 4);
  if (argument === LENGTH_64) {
    const high = littleEndian(bytes, at + 5, 4);
    return high > 0 ? Number.POSITIVE_INFINITY : at + 9 + littleEndian(bytes, at + 1, 4);
  }
  return Number.POSITIVE_INFINITY;
}

/** Where a walk ended. */
export interface WalkEnd {
  /** Behind STOP, or at the opcode at which the walk ended. */
  at: number;
  isStopped: boolean;
  /** Behind the last byte that was looked at, which is far away where a line has no end. */
  seen: number;
}

/**
 * Calls `visit` for each opcode from `start` on, until it returns false, the pickle stops, or an opcode is unknown or does
 * not fit before `end`. The second line of INST may lack its end.
 */
export function walkPickle(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit?: (opcode: number, at: number) => boolean,
): WalkEnd {
  let at = start;
  while (at < end) {
    const opcode = bytes[at] as number;
    const next = nextOpcode(bytes, at, end);
    if (next > end) return { at, isStopped: false, seen: hasLines(opcode) ? end : at + 1 };
    if (visit?.(opcode, at) === false) return { at, isStopped: false, seen: next };
    at = next;
    if (opcode === STOP) return { at, isStopped: true, seen: at };
  }
  return { at, isStopped: false, seen: at };
}

function hasLines(opcode: number): boolean {
  const argument = OPCODE_ARGUMENTS[opcode];
  return argument === LINE || argument === TWO_LINES;
}

/** Where the opcode ends; past `end` when it does not fit. */
function nextOpcode(bytes: Uint8Array, at: number, end: number): number {
  const opcode = bytes[at] as number;
  const argument = OPCODE_ARGUMENTS[opcode] as number;
  if (!hasLines(opcode)) return opcodeEnd(bytes, at, argument, at, at);
  const lineEnd = lineFeedFrom(bytes, at + 1, end);
  if (argument === LINE) return lineEnd + 1;
  const nextLineEnd = lineFeedFrom(bytes, lineEnd + 1, end);
  return opcode === INST && lineEnd < end ? Math.min(end, nextLineEnd + 1) : nextLineEnd + 1;
}

/** The next line feed before `end`, or Infinity. */
export function lineFeedFrom(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end; at++) if (bytes[at] === LINE_FEED) return at;
  return Number.POSITIVE_INFINITY;
}
