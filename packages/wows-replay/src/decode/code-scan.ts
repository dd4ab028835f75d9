import { findNames, findWaysToNames, type NamesByLength, namesByLength } from './class-names.ts';
import { Inflater, isZlib } from './inflate.ts';
import type { AllowedClasses } from './known-classes.ts';
import { refuseNamedClasses } from './named-class.ts';
import { forEachPacket, PACKET_HEAD_BYTES } from './packets.ts';
import { readPickle } from './pickle.ts';
import { PickleError } from './pickle-machine.ts';
import { GLOBAL, INST, LINE_FEED, littleEndian, STACK_GLOBAL, walkPickle } from './pickle-walk.ts';
import { InvalidReplayError, UnknownClassError } from './replay-errors.ts';
import { COST, WorkLimit } from './work-limit.ts';

const PROTO = 0x80;
const PROTOCOL_MAX = 5;
const PICKLE_BYTES_MAX = 1024 * 1024;
const INFLATED_SIZE_HINT = 16 * 1024;
/** Limit of the check, in milliseconds as measured: four times the slowest real file. */
const LIMIT_MS = 184;

const LONG_LENGTH = 0xff;
/** Bytes that may precede a pickle or a compressed stream in an argument, such as its kind or its unpacked size. */
const PREFIX_MAX = 16;

/** Kinds of bytes, by what they may begin or end. */
const NOTHING = 0;
const LINE_END = 1;
const PICKLE = 2;
const STREAM = 3;
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === LINE_FEED) return LINE_END;
  if (byte === PROTO) return PICKLE;
  return (byte & 0x8f) === 0x08 ? STREAM : NOTHING;
});

/**
 * Refuses a packet stream with a malicious pickle in any packet: plain, compressed, or compressed several times.
 *
 * Files do not say which arguments the game unpickles, or what precedes the pickle in them, and both change with each version.
 * So every byte is taken for a possible start.
 *
 * @throws {MaliciousReplayError} when a pickle names a class that is not allowed or would run code
 * @throws {CostlyReplayError} when the check would take too long
 */
export function refuseCode(stream: Uint8Array, classes: AllowedClasses): void {
  const scan = new CodeScan(classes);
  const end = forEachPacket(stream, (_type, start, packetEnd) =>
    scan.visit(stream, start + PACKET_HEAD_BYTES, packetEnd),
  );
  scan.visit(stream, end, stream.length);
  scan.visitInflated();
}

class CodeScan {
  readonly #classes: AllowedClasses;
  readonly #allowed: NamesByLength;
  readonly #limit = new WorkLimit(LIMIT_MS);
  readonly #inflater = new Inflater(INFLATED_SIZE_HINT);
  /** Output of possible zlib streams; grows while it is visited. */
  readonly #inflated: Uint8Array[] = [];

  constructor(classes: AllowedClasses) {
    this.#classes = classes;
    this.#allowed = namesByLength(classes);
  }

  /** Checks the bytes from `start` to `end`. A tight loop, since a file may unpack to 64 MiB. */
  visit(bytes: Uint8Array, start: number, end: number): void {
    this.#limit.spend(COST.packet + COST.look * (end - start));
    const names: number[] = [];
    for (let at = start; at < end; at++) {
      const kind = KINDS[bytes[at] as number];
      if (kind === NOTHING) continue;
      if (kind === STREAM) this.#inflate(bytes, at, end);
      else if (kind === PICKLE) this.#readPickle(bytes, start, end, at);
      else this.#findNames(bytes, start, end, at, names);
    }
    if (names.length > 0) this.#followWays(bytes, start, end, names);
  }

  visitInflated(): void {
    for (let next = 0; next < this.#inflated.length; next++) {
      const bytes = this.#inflated[next] as Uint8Array;
      this.visit(bytes, 0, bytes.length);
    }
  }

  #findNames(bytes: Uint8Array, start: number, end: number, lineEnd: number, names: number[]): void {
    const known = names.length;
    findNames(bytes, start, end, lineEnd, this.#allowed, names);
    this.#limit.spend(COST.line + COST.name * (names.length - known));
  }

  /** Checks what a pickle reader would do from every place that leads to a name. */
  #followWays(bytes: Uint8Array, start: number, end: number, found: readonly number[]): void {
    this.#limit.spend(COST.ways * (end - start));
    const names = new Set(found);
    for (const at of findWaysToNames(bytes, start, end, found)) {
      const ends = endsOfArgument(bytes, start, end, at);
      const walk = refuseNamedClasses(bytes, at, end, { names, ends, classes: this.#classes });
      this.#limit.spend(COST.walkStart + COST.walk * (walk.seen - at));
    }
  }

  #inflate(bytes: Uint8Array, at: number, end: number): void {
    if (at + 1 >= end || !isZlib(bytes[at] as number, bytes[at + 1] as number)) return;
    const sizeMax = Math.ceil(this.#limit.left / COST.inflate);
    this.#inflater.run(bytes, at, end, sizeMax);
    const { output, blocks } = this.#inflater;
    const inflated = this.#inflater.at - at + output.length;
    this.#limit.spend(COST.inflateStart + COST.codes * blocks + COST.inflate * inflated);
    if (output.length > 0) this.#inflated.push(output.slice());
  }

  /** Reads what begins like a pickle. Random bytes hardly ever form a plausible class name or a whole pickle. */
  #readPickle(bytes: Uint8Array, start: number, end: number, at: number): void {
    if (at + 1 >= end || (bytes[at + 1] as number) > PROTOCOL_MAX) return;
    let hasName = false;
    const walk = walkPickle(bytes, at, Math.min(end, at + PICKLE_BYTES_MAX), (opcode) => {
      hasName ||= opcode === GLOBAL || opcode === INST || opcode === STACK_GLOBAL;
      return true;
    });
    this.#limit.spend(COST.walkStart + COST.walk * (walk.seen - at));
    const isWhole = walk.isStopped && isArgumentEnd(bytes, start, end, at, walk.at);
    if (!hasName && !isWhole) return;
    this.#limit.spend(COST.read * (walk.at - at));
    const refusal = refusalOf(bytes.subarray(at, walk.at), this.#classes);
    const isCertain = refusal instanceof UnknownClassError && refusal.isPlausible;
    if (refusal && (isCertain || isWhole)) throw refusal;
  }
}

/** Why a pickle is refused; undefined when it is harmless or damaged. */
function refusalOf(pickle: Uint8Array, classes: AllowedClasses): InvalidReplayError | undefined {
  try {
    readPickle(pickle, classes);
  } catch (error) {
    if (error instanceof InvalidReplayError) return error;
    if (!(error instanceof PickleError)) throw error;
  }
  return;
}

/**
 * Where the argument may end that begins at `at`, as read from the bytes before it: a length of one byte, FF and three
 * bytes, or four bytes, as in packets and in pickled text. At `start`, where the bytes begin, it is their end.
 */
function endsOfArgument(bytes: Uint8Array, start: number, end: number, at: number): number[] {
  if (at === start) return [end];
  const ends = [at + (bytes[at - 1] as number)];
  if (at - start >= 4) {
    if (bytes[at - 4] === LONG_LENGTH) ends.push(at + littleEndian(bytes, at - 3, 3));
    ends.push(at + littleEndian(bytes, at - 4, 4));
  }
  return ends;
}

/** Whether an argument may end at `argumentEnd` that begins at `at` or up to 16 bytes before. */
function isArgumentEnd(
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
