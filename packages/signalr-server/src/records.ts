/** Records of the SignalR text format: JSON texts, each ended by byte 0x1E. A frame may hold several or a part of one. */

const RECORD_SEPARATOR = 0x1e;
const FIRST_CAPACITY = 256;

/** The client broke the protocol. The message is sent to it. */
export class ProtocolError extends Error {
  override name = 'ProtocolError';
}

/** Serialises one record, which any number of connections can send. */
export function writeRecord(message: object): Buffer {
  return Buffer.from(`${JSON.stringify(message)}\u001e`);
}

/** Splits received bytes into records; keeps at most one unfinished record of `maxBytes`. */
export class RecordReader {
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #partial = Buffer.allocUnsafe(0);
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The records that `chunk` completes, in order. Throws a ProtocolError when one is too large or not UTF-8. */
  *read(chunk: Buffer): Generator<string> {
    let start = 0;
    let end = chunk.indexOf(RECORD_SEPARATOR);
    while (end !== -1) {
      this.#append(chunk.subarray(start, end));
      start = end + 1;
      yield this.#take();
      end = chunk.indexOf(RECORD_SEPARATOR, start);
    }
    this.#append(chunk.subarray(start));
  }

  /** Copies, so that a few bytes do not keep a whole frame in memory. */
  #append(bytes: Buffer): void {
    const length = this.#length + bytes.length;
    if (length > this.#maxBytes) {
      throw new ProtocolError(`The maximum message size of ${this.#maxBytes} bytes was exceeded.`);
    }
    if (length > this.#partial.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, this.#partial.length * 2, FIRST_CAPACITY));
      this.#partial.copy(grown, 0, 0, this.#length);
      this.#partial = grown;
    }
    bytes.copy(this.#partial, this.#length);
    this.#length = length;
  }

  #take(): string {
    const record = this.#partial.subarray(0, this.#length);
    this.#length = 0;
    try {
      return this.#decoder.decode(record);
    } catch (cause) {
      throw new ProtocolError('A message was not UTF-8 text.', { cause });
    }
  }
}
