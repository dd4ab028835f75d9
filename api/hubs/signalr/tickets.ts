/** Connection tokens: given out by negotiation, used once, forgotten when unused. */
import { randomBytes } from 'node:crypto';
import type { Connection } from './connection.ts';
import type { Hub } from './hub.ts';
import type { LongPollingTransport } from './long-polling-transport.ts';
import type { Leave } from './places.ts';

/** Whom a token was given to; nobody else may use it. */
export interface TicketHolder {
  hub: Hub;
  scope: string;
  userId: number | null;
}

/** A negotiated connection, before and while it is open. */
export interface Ticket extends TicketHolder {
  /** Public name of the connection. */
  connectionId: string;
  /** Secret by which the client proves that it negotiated. */
  token: string;
  /** When an unused (or ended) ticket is forgotten, in milliseconds of `performance.now()`. */
  expires: number;
  /** Null until the token has been used. */
  connection: Connection | null;
  /** Where its polls go, for the one transport that needs many requests. */
  polls: LongPollingTransport | null;
  /** Gives back the place that the connection takes, from its negotiation on. */
  leave: Leave;
}

const random = (): string => randomBytes(16).toString('base64url');

/** A name for a connection that skipped negotiation. */
export const newConnectionId = random;

/** All tickets of a server. */
export class Tickets {
  readonly #tickets = new Map<string, Ticket>();

  /** Tickets given out, used or not. */
  get size(): number {
    return this.#tickets.size;
  }

  /** A new ticket. Negotiation version 0 knows one name only, so there the id is the secret. */
  issue(holder: TicketHolder, version: 0 | 1, expires: number, leave: Leave): Ticket {
    const token = random();
    const connectionId = version === 0 ? token : random();
    const ticket: Ticket = { ...holder, connectionId, token, expires, connection: null, polls: null, leave };
    this.#tickets.set(token, ticket);
    return ticket;
  }

  /** The ticket of a token, if it was given to exactly this holder. */
  find(token: string, holder: TicketHolder): Ticket | null {
    const ticket = this.#tickets.get(token);
    const same =
      ticket?.hub === holder.hub && ticket.scope === holder.scope && ticket.userId === holder.userId;
    return ticket && same ? ticket : null;
  }

  /** Forgets a ticket; one that was never used gives its place back. */
  remove(ticket: Ticket): void {
    if (!ticket.connection) ticket.leave();
    this.#tickets.delete(ticket.token);
  }

  /** Forgets tickets whose time is over. */
  sweep(now: number): void {
    for (const ticket of this.#tickets.values()) if (now >= ticket.expires) this.remove(ticket);
  }
}
