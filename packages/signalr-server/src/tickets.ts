/** Connection tokens: issued by negotiation, used once, forgotten when unused. */
import { randomBytes } from 'node:crypto';
import type { Connection } from './connection.ts';
import type { HubUser } from './contract.ts';
import type { Hub } from './hub.ts';
import type { Release } from './limits.ts';
import type { LongPollingTransport } from './long-polling-transport.ts';

/** A client that may use a hub. */
export interface AdmittedClient {
  hub: Hub;
  scope: string;
  user: HubUser | null;
  /** The address, as limits count callers. */
  address: string;
}

/** A negotiated connection, before and while it is open. Only the client that negotiated it may use it. */
export interface Ticket {
  client: AdmittedClient;
  /** Public name of the connection. */
  connectionId: string;
  /** Secret by which the client proves that it negotiated. */
  token: string;
  /** Whether other processes know it. */
  isShared: boolean;
  /** When an unused (or ended) ticket is forgotten, in milliseconds of `performance.now()`. */
  expires: number;
  /** Null until the token has been used. */
  connection: Connection | null;
  /** The transport of a polled connection, which takes many requests. */
  polls: LongPollingTransport | null;
  /** Releases the place that the connection has taken since its negotiation. */
  release: Release;
}

/** Tickets that another process may use, because WebSockets need not reach the process that negotiated. */
export interface SharedTickets {
  /** Stores a ticket. Rejects when that is not possible at the moment. */
  put(token: string, owner: string, lifetimeMs: number): Promise<void>;
  /** True for one caller: the first one, if the ticket is its owner's. Rejects likewise. */
  take(token: string, owner: string): Promise<boolean>;
}

/** Identifies the client that may use a ticket: its hub, scope and user. */
export const ownerOf = ({ hub, scope, user }: AdmittedClient): string =>
  JSON.stringify([hub.path, scope, user?.id ?? null]);

/** A random name or secret. */
export const randomName = (): string => randomBytes(16).toString('base64url');

/** All tickets of a server. Unused ones expire after `lifetimeMs`. */
export class Tickets {
  readonly #tickets = new Map<string, Ticket>();
  readonly #lifetimeMs: number;
  readonly #shared: SharedTickets | undefined;

  constructor(lifetimeMs: number, shared?: SharedTickets) {
    this.#lifetimeMs = lifetimeMs;
    this.#shared = shared;
  }

  /** Number of tickets, used or not. */
  get size(): number {
    return this.#tickets.size;
  }

  /** Issues a ticket. Negotiation version 0 has one name only, so there the id is the secret. */
  async issue(client: AdmittedClient, version: 0 | 1, release: Release): Promise<Ticket> {
    const token = randomName();
    const connectionId = version === 0 ? token : randomName();
    const expires = performance.now() + this.#lifetimeMs;
    const unused = { isShared: false, connection: null, polls: null };
    const ticket: Ticket = { client, connectionId, token, expires, release, ...unused };
    this.#tickets.set(token, ticket);
    const put = this.#shared?.put(token, ownerOf(client), this.#lifetimeMs);
    if (put !== undefined)
      ticket.isShared = await put.then(
        () => true,
        () => false,
      );
    return ticket;
  }

  /** The ticket of a token, if it was issued to the same user, for the same hub and scope. */
  find(token: string, client: AdmittedClient): Ticket | null {
    const ticket = this.#tickets.get(token);
    return ticket && ownerOf(ticket.client) === ownerOf(client) ? ticket : null;
  }

  /**
   * The ticket of a token for a new connection. 'foreign' is one that another process issued: it is used up by this call.
   * Null when the token is unknown, another client's, or was used in another process.
   */
  async claim(token: string, client: AdmittedClient): Promise<Ticket | 'foreign' | null> {
    const own = this.find(token, client);
    if (this.#shared === undefined || (own !== null && (own.connection !== null || !own.isShared)))
      return own;
    try {
      return (await this.#shared.take(token, ownerOf(client))) ? (own ?? 'foreign') : null;
    } catch {
      return own;
    }
  }

  /** Forgets a ticket, and releases its place if it was never used. */
  remove(ticket: Ticket): void {
    if (!ticket.connection) ticket.release();
    this.#tickets.delete(ticket.token);
  }

  /** Forgets expired tickets. */
  sweep(now: number): void {
    for (const ticket of this.#tickets.values()) if (now >= ticket.expires) this.remove(ticket);
  }
}
