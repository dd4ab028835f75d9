/** Limits of the SignalR server, and the counters that enforce them per client. */

const MINUTE_MS = 60_000;

/** How many calls may run at the same time, and start within a minute. */
export interface CallLimits {
  running: number;
  perMinute: number;
}

/** Every limit of the server: times in milliseconds, sizes in bytes. Tests shorten them. */
export interface Limits {
  /** A ping is sent after this much silence from the server. */
  keepAlive: number;
  /** A client that is silent for this long is dropped. Twice the client's own ping interval. */
  clientTimeout: number;
  /** A connection without a handshake by then is closed. */
  handshakeTimeout: number;
  /** An unused connection token is forgotten after this time. */
  tokenLifetime: number;
  /** Time between two checks of connections and tokens. */
  sweepInterval: number;
  /** A closed client that has not hung up by then is cut. */
  closeGrace: number;
  /** Largest received message. */
  maxMessageBytes: number;
  /** Largest received frame or request body, which may hold several messages. */
  maxFrameBytes: number;
  /** A client with more unread bytes is cut, so that it cannot fill the server's memory. */
  maxBufferedBytes: number;
  /** A connection that sends more messages within a minute is closed; pings count. */
  maxMessagesPerMinute: number;
  /** Calls of one connection; further ones are refused. */
  callsPerConnection: CallLimits;
  /** Calls of all connections of an account. */
  callsPerAccount: CallLimits;
  /** Connections of one address, open or negotiated. */
  maxPerAddress: number;
  /** Connections of one account, open or negotiated. */
  maxPerAccount: number;
  /** Connections of the whole server. */
  maxConnections: number;
  /** Tokens of the whole server, used or not. */
  maxTokens: number;
}

/** The limits in production, which match the client's defaults (30 s timeout, 15 s ping). */
export const DEFAULT_LIMITS: Limits = {
  keepAlive: 15_000,
  clientTimeout: 30_000,
  handshakeTimeout: 15_000,
  tokenLifetime: 15_000,
  sweepInterval: 1_000,
  closeGrace: 2_000,
  maxMessageBytes: 32 * 1024,
  maxFrameBytes: 128 * 1024,
  maxBufferedBytes: 1024 * 1024,
  maxMessagesPerMinute: 300,
  callsPerConnection: { running: 8, perMinute: 120 },
  callsPerAccount: { running: 8, perMinute: 120 },
  maxPerAddress: 200,
  maxPerAccount: 100,
  maxConnections: 10_000,
  maxTokens: 50_000,
};

/** Counts events within a minute, which begins with the first of them. Times are `performance.now()`. */
export class MinuteCounter {
  #start = Number.NEGATIVE_INFINITY;
  #count = 0;

  /** Counts one event; false when there were `max` already. */
  add(now: number, max: number): boolean {
    if (this.isOver(now)) {
      this.#start = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= max;
  }

  /** True when the minute has passed. */
  isOver(now: number): boolean {
    return now - this.#start >= MINUTE_MS;
  }
}

/** The calls of one connection, or of one account over all its connections. */
export class CallBudget {
  readonly #limits: CallLimits;
  readonly #name: string;
  readonly #attempts = new MinuteCounter();
  #running = 0;

  constructor(limits: Limits, name: 'callsPerConnection' | 'callsPerAccount') {
    this.#limits = limits[name];
    this.#name = name;
  }

  /** Counts an attempt; returns why it is refused, with the limit's name, or null. */
  refusal(now: number): string | null {
    const { perMinute, running } = this.#limits;
    if (!this.#attempts.add(now, perMinute))
      return `Too many calls within a minute (${this.#name}.perMinute: ${perMinute}); try again later.`;
    if (this.#running < running) return null;
    return `Too many calls are running (${this.#name}.running: ${running}); wait for one to end.`;
  }

  /** A call starts. */
  start(): void {
    this.#running += 1;
  }

  /** A call has ended. */
  end(): void {
    this.#running -= 1;
  }

  /** True when a new budget would allow no more than this one, so that it can be dropped. */
  isIdle(now: number): boolean {
    return this.#running === 0 && this.#attempts.isOver(now);
  }
}

/** Releases a place; later calls do nothing. */
export type Release = () => void;

/** Places for connections, open or negotiated, limited per address and account so that no one locks out others. */
export class Places {
  readonly #limits: Pick<Limits, 'maxPerAddress' | 'maxPerAccount'>;
  readonly #taken = new Map<string, number>();

  constructor(limits: Pick<Limits, 'maxPerAddress' | 'maxPerAccount'>) {
    this.#limits = limits;
  }

  /** Takes a place; null when the address or the account (null when signed out) has none left. */
  take(address: string, account: string | null): Release | null {
    const { maxPerAddress, maxPerAccount } = this.#limits;
    const limits = new Map([[`address ${address}`, maxPerAddress]]);
    if (account !== null) limits.set(`account ${account}`, maxPerAccount);
    for (const [key, max] of limits) if ((this.#taken.get(key) ?? 0) >= max) return null;
    for (const key of limits.keys()) this.#add(key, 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      for (const key of limits.keys()) this.#add(key, -1);
    };
  }

  #add(key: string, change: 1 | -1): void {
    const count = (this.#taken.get(key) ?? 0) + change;
    if (count === 0) this.#taken.delete(key);
    else this.#taken.set(key, count);
  }
}
