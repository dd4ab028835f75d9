/** Records over polls, for networks that allow nothing better; the client sends by POST. */
import type { Transport, TransportListener } from './transport.ts';

/** The answer to one poll: records, or null when the connection has ended. */
type PollAnswer = Buffer | null;

interface Waiting {
  record: Buffer;
  flushed: (() => void) | undefined;
}

/** Keeps what is sent until a poll takes it. */
export class LongPollingTransport implements Transport {
  #listener: TransportListener | null = null;
  #waiting: Waiting[] = [];
  #buffered = 0;
  #answer: ((answer: PollAnswer) => void) | null = null;
  #scheduled = false;
  #ended = false;
  #gone = false;

  get buffered(): number {
    return this.#buffered;
  }

  /** True when nothing is left to poll for. */
  get finished(): boolean {
    return this.#ended && this.#waiting.length === 0;
  }

  attach(listener: TransportListener): void {
    this.#listener = listener;
  }

  send(record: Buffer, flushed?: () => void): void {
    this.#waiting.push({ record, flushed });
    this.#buffered += record.length;
    this.#schedule();
  }

  /** A client between two polls may not come back, so nobody waits for it; what is queued is kept for it. */
  end(): void {
    this.#ended = true;
    if (this.#answer) this.#schedule();
    else this.#tellGone();
  }

  terminate(): void {
    this.#ended = true;
    for (const { flushed } of this.#take()) flushed?.();
    this.#deliver();
  }

  /** Takes a poll; it is answered when there is something to say. An earlier poll that still waits gets null. */
  poll(): Promise<PollAnswer> {
    this.#answer?.(null);
    const answer = new Promise<PollAnswer>((resolve) => {
      this.#answer = resolve;
    });
    this.#schedule();
    return answer;
  }

  /** The client has given up the poll that waits. */
  abandon(): void {
    this.#answer?.(null);
    this.#answer = null;
  }

  #take(): Waiting[] {
    const taken = this.#waiting;
    this.#waiting = [];
    this.#buffered = 0;
    return taken;
  }

  /** Waits for the end of the turn, so that a burst is one answer. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#deliver();
    });
  }

  #deliver(): void {
    if (this.#answer && (this.#waiting.length > 0 || this.#ended)) {
      const taken = this.#take();
      this.#answer(taken.length > 0 ? Buffer.concat(taken.map(({ record }) => record)) : null);
      this.#answer = null;
      for (const { flushed } of taken) flushed?.();
    }
    if (this.finished) this.#tellGone();
  }

  #tellGone(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#listener?.gone();
  }
}
