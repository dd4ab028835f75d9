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
  /** When an unused (or ended) ticket is forgotten, in milliseconds of `performance.now()`. */
  expires: number;
  /** Null until the token has been used. */
  connection: Connection | null;
  /** The transport of a polled connection, which takes many requests. */
  polls: LongPollingTransport | null;
  /** Releases the place that the connection has taken since its negotiation. */
  release: Release;
}

/** A random name or secret. */
export const randomName = (): string => randomBytes(16).toString('base64url');

/** All tickets of a server. */
export class Tickets {
  readonly #tickets = new Map<string, Ticket>();

  /** Number of tickets, used or not. */
  get size(): number {
    return this.#tickets.size;
  }

  /** Issues a ticket. Negotiation version 0 has one name only, so there the id is the secret. */
  issue(client: AdmittedClient, version: 0 | 1, expires: number, release: Release): Ticket {
    const token = randomName();
    const connectionId = version === 0 ? token : randomName();
    const ticket: Ticket = { client, connectionId, token, expires, connection: null, polls: null, release };
    this.#tickets.set(token, ticket);
    return ticket;
  }

  /** The ticket of a token, if it was issued to the same user, for the same hub and scope. */
  find(token: string, { hub, scope, user }: AdmittedClient): Ticket | null {
    const ticket = this.#tickets.get(token);
    if (!ticket) return null;
    const { client } = ticket;
    const isSame = client.hub === hub && client.scope === scope && client.user?.id === user?.id;
    return isSame ? ticket : null;
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
