/** Records over long polling, for networks that block WebSockets and event streams; the client sends by POST. */
import type { Transport, TransportListener } from './transports.ts';

/** The answer to one poll: records, or null when the connection has ended. */
type PollAnswer = Buffer | null;

interface QueuedRecord {
  record: Buffer;
  flushed: (() => void) | undefined;
}

/** Queues records until a poll takes them. */
export class LongPollingTransport implements Transport {
  #listener: TransportListener | null = null;
  #queue: QueuedRecord[] = [];
  #buffered = 0;
  /** Responds to the waiting poll. */
  #answer: ((answer: PollAnswer) => void) | null = null;
  #scheduled = false;
  #ended = false;
  #hasReported = false;

  get buffered(): number {
    return this.#buffered;
  }

  /** True when the connection has ended and the queue is empty. */
  get finished(): boolean {
    return this.#ended && this.#queue.length === 0;
  }

  attach(listener: TransportListener): void {
    this.#listener = listener;
  }

  send(record: Buffer, flushed?: () => void): void {
    this.#queue.push({ record, flushed });
    this.#buffered += record.length;
    this.#schedule();
  }

  /** Without a waiting poll the connection ends at once, since the client may not poll again. The queue is kept for it. */
  end(): void {
    this.#ended = true;
    if (this.#answer) this.#schedule();
    else this.#reportDisconnected();
  }

  terminate(): void {
    this.#ended = true;
    for (const { flushed } of this.#takeQueue()) flushed?.();
    this.#deliver();
  }

  /** Waits for records or the end of the connection. An earlier poll that still waits gets null. */
  poll(): Promise<PollAnswer> {
    this.#answer?.(null);
    const answer = new Promise<PollAnswer>((resolve) => {
      this.#answer = resolve;
    });
    this.#schedule();
    return answer;
  }

  /** The client has aborted its poll. */
  abandon(): void {
    this.#answer?.(null);
    this.#answer = null;
  }

  #takeQueue(): QueuedRecord[] {
    const records = this.#queue;
    this.#queue = [];
    this.#buffered = 0;
    return records;
  }

  /** Delivers at the end of the turn, so that a burst of records is one answer. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#deliver();
    });
  }

  #deliver(): void {
    if (this.#answer && (this.#queue.length > 0 || this.#ended)) {
      const records = this.#takeQueue();
      this.#answer(records.length > 0 ? Buffer.concat(records.map(({ record }) => record)) : null);
      this.#answer = null;
      for (const { flushed } of records) flushed?.();
    }
    if (this.finished) this.#reportDisconnected();
  }

  #reportDisconnected(): void {
    if (this.#hasReported) return;
    this.#hasReported = true;
    this.#listener?.disconnected();
  }
}
