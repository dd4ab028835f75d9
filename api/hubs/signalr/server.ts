/** All hubs of a process, their connections, and the one timer that watches over them. */
import type { IncomingMessage } from 'node:http';
import { CallBudget } from './budgets.ts';
import { Connection } from './connection.ts';
import type { HubDefinition, HubUser } from './hub.ts';
import { Hub } from './hub.ts';
import type { Limits } from './limits.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { CloseOptions } from './messages.ts';
import { type Leave, Places } from './places.ts';
import type { Admitted } from './requests.ts';
import type { Ticket } from './tickets.ts';
import { newConnectionId, Tickets } from './tickets.ts';
import type { Transport } from './transport.ts';

/** The part of a logger that the hubs use. */
export interface HubLog {
  warn(details: object, sentence: string): void;
  error(details: object, sentence: string): void;
}

/** What the server cannot decide by itself. */
export interface ServerOptions {
  /**
   * Who sent a request: a negotiation, a WebSocket upgrade, a poll. Looks at the `access_token` query, the
   * region's cookie and the Authorization header; null when none of them is valid.
   */
  authenticate(request: IncomingMessage): Promise<HubUser | null> | HubUser | null;
  /** The region that a request is for. */
  scopeOf(request: IncomingMessage): string;
  /** Whether pages of `origin` may connect to a region. Requests without an origin come from no page. */
  isAllowedOrigin(scope: string, origin: string): boolean;
  /** The address of a request, as limits count callers. */
  callerOf(request: IncomingMessage): string;
  /** Counts an upgrade, which is no call of the API; answers the seconds to wait when there were too many. */
  countRequest(request: IncomingMessage): Promise<number | null> | number | null;
  log: HubLog;
  limits?: Partial<Limits>;
}

/** A SignalR server without its HTTP side, which `routes.ts` and `upgrade.ts` add. */
export class SignalRServer {
  readonly options: ServerOptions;
  readonly limits: Limits;
  readonly tickets = new Tickets();
  readonly places: Places;
  readonly #hubs = new Map<string, Hub>();
  readonly #connections = new Set<Connection>();
  readonly #accountCalls = new Map<string, CallBudget>();
  readonly #timer: NodeJS.Timeout;
  #closed: Promise<void> | null = null;
  #emptied: (() => void) | null = null;

  constructor(options: ServerOptions) {
    this.options = options;
    this.limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.places = new Places(this.limits);
    this.#timer = setInterval(() => this.#sweep(), this.limits.sweepInterval).unref();
  }

  /** True from the beginning of `close`. */
  get closing(): boolean {
    return this.#closed !== null;
  }

  /** Connections that are open, shaking hands or about to be gone. */
  get connectionCount(): number {
    return this.#connections.size;
  }

  /** True when no further connection is accepted. */
  get full(): boolean {
    return this.#connections.size >= this.limits.maxConnections;
  }

  /** All hubs, in the order they were added. */
  get hubs(): Iterable<Hub> {
    return this.#hubs.values();
  }

  /** Makes a hub and gives it its address. */
  addHub(definition: HubDefinition): Hub {
    const hub = new Hub(definition);
    this.#hubs.set(hub.path, hub);
    return hub;
  }

  /** The hub of a path, in any letter case. */
  hubAt(path: string): Hub | null {
    return this.#hubs.get(path.toLowerCase().replace(/\/$/, '')) ?? null;
  }

  /** Seconds after which a caller with too many connections may try again: by then unused tokens are gone. */
  get retryAfter(): number {
    return Math.ceil(this.limits.tokenLifetime / 1000);
  }

  /** Opens a connection, by a ticket or (without negotiation) without. The ticket is used up, the place kept. */
  open(admitted: Admitted, transport: Transport, ticket: Ticket | null, leave: Leave): Connection {
    const { holder, user, party } = admitted;
    const { hub, scope } = holder;
    const connection = new Connection({
      id: ticket?.connectionId ?? newConnectionId(),
      hub,
      scope,
      user,
      limits: this.limits,
      accountCalls: () => (party.account === null ? null : this.#callsOf(party.account)),
      transport,
      onGone: () => {
        leave();
        this.#forget(connection, ticket);
      },
      onTrouble: (sentence, err) => {
        const details = { hub: hub.path, scope, connectionId: connection.id };
        if (err === undefined) this.options.log.warn(details, sentence);
        else this.options.log.error({ ...details, err }, sentence);
      },
    });
    if (ticket) {
      ticket.connection = connection;
      ticket.expires = Number.POSITIVE_INFINITY;
    }
    this.#connections.add(connection);
    return connection;
  }

  /** Closes every connection and waits until they are gone, cutting those that linger. New ones are refused. */
  close(options: CloseOptions = { allowReconnect: true }): Promise<void> {
    this.#closed ??= this.#close(options);
    return this.#closed;
  }

  /** Cuts every connection without a goodbye, as a lost network does. */
  cutAll(): void {
    for (const connection of [...this.#connections]) connection.terminate();
  }

  async #close(options: CloseOptions): Promise<void> {
    clearInterval(this.#timer);
    if (this.#connections.size === 0) return;
    const emptied = new Promise<void>((resolve) => {
      this.#emptied = resolve;
    });
    for (const connection of [...this.#connections]) connection.close(options);
    const cut = setTimeout(() => this.cutAll(), this.limits.closeGrace);
    await emptied;
    clearTimeout(cut);
  }

  /** Looked up for each call, so that an idle budget can be forgotten. */
  #callsOf(account: string): CallBudget {
    const known = this.#accountCalls.get(account);
    if (known) return known;
    const budget = new CallBudget(this.limits.callsPerAccount);
    this.#accountCalls.set(account, budget);
    return budget;
  }

  #forget(connection: Connection, ticket: Ticket | null): void {
    this.#connections.delete(connection);
    if (this.#connections.size === 0) this.#emptied?.();
    // A client that polls learns of the end by its next poll, and one that posts may have a last message on
    // its way, so a used ticket lives a little longer; it opens nothing any more.
    if (ticket) ticket.expires = performance.now() + this.limits.clientTimeout;
  }

  #sweep(): void {
    const now = performance.now();
    for (const connection of this.#connections) connection.check(now);
    this.tickets.sweep(now);
    for (const [account, calls] of this.#accountCalls)
      if (calls.isIdle(now)) this.#accountCalls.delete(account);
  }
}
