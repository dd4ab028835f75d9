import {
  findLastName,
  findWaysToNames,
  type NamesByLength,
  namesByLength,
  refuseNamedClasses,
} from './class-names.ts';
import { inflate } from './inflate.ts';
import type { AllowedClasses } from './known-classes.ts';
import { forEachPacket, PACKET_HEAD_BYTES } from './packets.ts';
import { readPickle } from './pickle.ts';
import { PickleError } from './pickle-machine.ts';
import { littleEndian, STOP, walkPickle } from './pickle-walk.ts';
import { InvalidReplayError, UnknownClassError } from './replay-errors.ts';

const PROTO = 0x80;
/** Method of a zlib stream, in the low half of its first byte. */
const ZLIB = 0x08;
const PROTOCOL_MAX = 5;
const PICKLE_BYTES_MAX = 1024 * 1024;
/** Bytes that may be read as pickles, walked or inflated. Real files need up to a quarter. */
const WORK_MAX = 4 * 1024 * 1024;
/** Cost of starting to read a pickle, or to inflate, in bytes of work. Nearly all attempts fail at once. */
const PICKLE_WORK = 256;
const INFLATE_WORK = 4096;
const INFLATED_SIZE_HINT = 16 * 1024;
const LONG_LENGTH = 0xff;

/**
 * Refuses a packet stream with a malicious pickle in any packet: plain, compressed, or compressed several times.
 *
 * Files do not say which arguments the game unpickles, and it changes with each version. So every place is checked where a
 * length says that an argument begins, and every place that begins like a pickle.
 *
 * @throws {MaliciousReplayError} when a pickle names a class that is not allowed or would run code
 * @throws {InvalidReplayError} when the check takes too much work
 */
export async function refuseCode(stream: Uint8Array, classes: AllowedClasses): Promise<void> {
  const scan = new CodeScan(classes);
  const end = forEachPacket(stream, (_type, start, packetEnd) =>
    scan.visit(stream.subarray(start + PACKET_HEAD_BYTES, packetEnd)),
  );
  scan.visit(stream.subarray(end));
  await scan.visitCompressed();
}

class CodeScan {
  readonly #classes: AllowedClasses;
  readonly #names: NamesByLength;
  /** Possible zlib streams; grows while they are inflated. */
  readonly #compressed: Uint8Array<ArrayBuffer>[] = [];
  #workLeft = WORK_MAX;

  constructor(classes: AllowedClasses) {
    this.#classes = classes;
    this.#names = namesByLength(classes);
  }

  /** Checks every position of `bytes`. A tight loop, since a file may unpack to 64 MiB. */
  visit(bytes: Uint8Array): void {
    const ways = this.#waysToNames(bytes);
    const waysEnd = ways?.length ?? 0;
    const size = bytes.length;
    for (let at = 0; at < size; at++) {
      const byte = bytes[at] as number;
      if (byte === PROTO) this.#readPickle(bytes, at);
      if ((byte & 0x8f) === ZLIB || (at < waysEnd && ways?.[at] === 1)) this.#visitArguments(bytes, ways, at);
    }
  }

  async visitCompressed(): Promise<void> {
    for (let next = 0; next < this.#compressed.length; next++) {
      const inflated = await inflate(
        this.#compressed[next] as Uint8Array<ArrayBuffer>,
        INFLATED_SIZE_HINT,
        this.#workLeft,
      );
      this.#spend(inflated.length);
      this.visit(inflated);
    }
  }

  #waysToNames(bytes: Uint8Array): Uint8Array | null {
    const last = findLastName(bytes, this.#names);
    if (last < 0) return null;
    this.#spend(last);
    return findWaysToNames(bytes, last, this.#names);
  }

  /** Checks every argument that may begin at `start`, by the lengths that may precede it. */
  #visitArguments(bytes: Uint8Array, ways: Uint8Array | null, start: number): void {
    for (const length of lengthsBefore(bytes, start)) {
      if (length < 2 || length > bytes.length - start) continue;
      const content = bytes.subarray(start, start + length);
      if (ways?.[start] === 1) {
        // Reading and comparing names is slower than skipping bytes.
        this.#spend(PICKLE_WORK + 8 * length);
        refuseNamedClasses(content, this.#classes);
      }
      if (isZlib(content[0] as number, content[1] as number)) {
        this.#spend(INFLATE_WORK);
        this.#compressed.push(content as Uint8Array<ArrayBuffer>);
      }
    }
  }

  /** Reads what begins like a pickle. Random bytes hardly ever form a plausible class name or a whole pickle. */
  #readPickle(bytes: Uint8Array, start: number): void {
    if ((bytes[start + 1] ?? PROTOCOL_MAX + 1) > PROTOCOL_MAX) return;
    const content = bytes.subarray(start, start + PICKLE_BYTES_MAX);
    let bytesRead = 0;
    let refusal: InvalidReplayError | undefined;
    try {
      readPickle(content, this.#classes, (length) => {
        bytesRead = length;
      });
    } catch (error) {
      if (error instanceof InvalidReplayError) refusal = error;
      else if (!(error instanceof PickleError)) throw error;
    }
    // Building values is slower than skipping bytes.
    this.#spend(PICKLE_WORK + 2 * bytesRead);
    if (!refusal) return;
    const isCertain = refusal instanceof UnknownClassError && refusal.isPlausible;
    if (isCertain || this.#isWholePickle(bytes, start)) throw refusal;
  }

  /** Whether a length before `start` describes a value that is exactly one pickle. */
  #isWholePickle(bytes: Uint8Array, start: number): boolean {
    return lengthsBefore(bytes, start).some((length) => {
      const end = start + length;
      if (length === 0 || end > bytes.length || bytes[end - 1] !== STOP) return false;
      this.#spend(length);
      return walkPickle(bytes.subarray(start, end), () => true) === length;
    });
  }

  #spend(work: number): void {
    this.#workLeft -= work;
    if (this.#workLeft < 0) throw new InvalidReplayError('The replay takes too much work to check.');
  }
}

/**
 * The possible lengths of an argument, as read from the bytes before it: one byte, FF and three bytes, or four bytes, as in
 * packets and in pickled text. At the very start it is the whole length.
 */
function lengthsBefore(bytes: Uint8Array, start: number): number[] {
  if (start === 0) return [bytes.length];
  const lengths = [bytes[start - 1] as number];
  if (start < 4) return lengths;
  if (bytes[start - 4] === LONG_LENGTH) lengths.push(littleEndian(bytes, start - 3, 3));
  lengths.push(littleEndian(bytes, start - 4, 4));
  return lengths;
}

/** Whether two bytes are the header of a zlib stream that needs no dictionary. */
function isZlib(method: number, flags: number): boolean {
  return (method & 0x8f) === ZLIB && (flags & 0x20) === 0 && (method * 256 + flags) % 31 === 0;
}
