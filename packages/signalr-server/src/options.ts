/** The application's decisions, and their defaults. */
import type { IncomingMessage } from 'node:http';
import type { HubUser } from './contract.ts';
import type { Limits } from './limits.ts';
import type { SharedTickets } from './tickets.ts';

/** Why an upgrade is refused: the status and, when the client should try again, the seconds to wait. */
export interface Refusal {
  status: number;
  retryAfter?: number;
}

/** Carries messages between processes with the same hubs. Messages that come back to their sender are ignored. */
export interface HubBus {
  /** Delivers a message to the listeners of all processes, in order. */
  publish(message: string): void;
  /** Calls `listener` for every later message. */
  subscribe(listener: (message: string) => void): void;
}

/** Settings and callbacks from the application; each has a default. */
export interface ServerOptions {
  /**
   * The user who sent a request (a negotiation, a WebSocket upgrade, a poll); null when it has no valid credentials. Clients send
   * tokens in the `access_token` query or the Authorization header. Only for hubs with `requiresUser`. By default null.
   */
  authenticate(request: IncomingMessage): Promise<HubUser | null> | HubUser | null;
  /** The scope of a request, for example its tenant; what is sent in one scope never reaches another. By default `all`. */
  scopeOf(request: IncomingMessage): string;
  /** Whether pages of `origin` may connect; by default only pages of the request's own host. Programs send no origin. */
  isAllowedOrigin(origin: string, request: IncomingMessage): boolean;
  /** The address of a request, as limits count callers. By default the address of the connection. */
  callerAddress(request: IncomingMessage): string;
  /** Checks a WebSocket upgrade, for which Fastify runs no hooks: rate limits and the like. By default null: accepted. */
  refuseUpgrade(request: IncomingMessage): Promise<Refusal | null> | Refusal | null;
  /** By default the app's log. */
  log: Record<'warn' | 'error', (details: object, sentence: string) => void>;
  limits: Partial<Limits>;
  /** Tickets of several processes; without them, a client must return to the process that negotiated. */
  sharedTickets: SharedTickets | undefined;
  /** Passes what hubs send, and whom they close, to other processes. */
  bus: HubBus | undefined;
}

function isOwnOrigin(origin: string, { headers }: IncomingMessage): boolean {
  const host = URL.parse(origin)?.host;
  return host !== undefined && host === headers.host;
}

/** Defaults of the options. */
export const DEFAULT_OPTIONS: Omit<ServerOptions, 'log'> = {
  authenticate: () => null,
  scopeOf: () => 'all',
  isAllowedOrigin: isOwnOrigin,
  callerAddress: ({ socket }) => socket.remoteAddress ?? '',
  refuseUpgrade: () => null,
  limits: {},
  sharedTickets: undefined,
  bus: undefined,
};
