/** Bounds and intervals of the SignalR server, in one place so that tests can shorten them. */
import type { CallLimits } from './budgets.ts';

/** Every bound the server holds; times in milliseconds, sizes in bytes. */
export interface Limits {
  /** Nothing sent for this long: a ping goes out. */
  keepAlive: number;
  /** Nothing received for this long: the peer is dropped. Twice the client's own ping interval. */
  clientTimeout: number;
  /** A connection that has not completed its handshake by then is closed. */
  handshakeTimeout: number;
  /** A connection token that nobody connects with is forgotten. */
  tokenLifetime: number;
  /** How often idle connections and old tokens are looked for. */
  sweepInterval: number;
  /** How long a closed peer may take to hang up before it is cut. */
  closeGrace: number;
  /** Largest received message. */
  maxMessageBytes: number;
  /** Largest received frame or request body, which may hold several messages. */
  maxFrameBytes: number;
  /** More than this waiting to be read by one client: it is cut, so that it cannot grow the server's memory. */
  maxBufferedBytes: number;
  /** Messages that one connection may send within a minute, calls and pings alike; with more it is closed. */
  maxMessagesPerMinute: number;
  /** Calls of one connection that may run at once, and be made within a minute; further ones are refused. */
  callsPerConnection: CallLimits;
  /** The same for all connections of an account. */
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

/** The limits in production: what the client's own defaults (30 s timeout, 15 s ping) expect. */
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
