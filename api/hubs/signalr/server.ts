/** All hubs of a process, their connections, and the one timer that checks them. */
import type { IncomingMessage } from 'node:http';
import { Connection } from './connection.ts';
import type { CloseOptions, HubDefinition, HubUser } from './contract.ts';
import { Hub } from './hub.ts';
import { CallBudget, DEFAULT_LIMITS, type Limits, Places, type Release } from './limits.ts';
import { Refresh } from './refresh.ts';
import { type AdmittedClient, randomName, type SharedTickets, type Ticket, Tickets } from './tickets.ts';
import type { Transport } from './transports.ts';

/** Settings and callbacks from the application. */
export interface ServerOptions {
  /**
   * The user who sent a request (a negotiation, a WebSocket upgrade, a poll), by the `access_token` query, the
   * region's cookie or the Authorization header; null when none of them is valid.
   */
  authenticate(request: IncomingMessage): Promise<HubUser | null> | HubUser | null;
  /** The region that a request is for. */
  scopeOf(request: IncomingMessage): string;
  /** Whether pages of `origin` may connect to a region. Requests without an origin do not come from a page. */
  isAllowedOrigin(scope: string, origin: string): boolean;
  /** Whether a WebSocket upgrade is refused, because its Host header names another machine. */
  isMisdirected?(request: IncomingMessage): boolean;
  /** The address of a request, as limits count callers. */
  callerAddress(request: IncomingMessage): string;
  /** Counts a WebSocket upgrade; returns the seconds to wait when the caller has sent too many requests, or null. */
  countRequest(request: IncomingMessage): Promise<number | null> | number | null;
  log: Record<'warn' | 'error', (details: object, sentence: string) => void>;
  limits?: Partial<Limits>;
  /** Tickets of several processes; without them, a client must return to the process that negotiated. */
  sharedTickets?: SharedTickets | undefined;
}

const accountOf = ({ scope, user }: AdmittedClient): string | null =>
  user === null ? null : `${scope}:${user.id}`;

/** A SignalR server without its HTTP side, which is in `routes.ts` and `upgrade.ts`. */
export class SignalRServer {
  readonly options: ServerOptions;
  readonly limits: Limits;
  readonly tickets: Tickets;
  readonly #places: Places;
  readonly #refresh = new Refresh();
  readonly #hubs = new Map<string, Hub>();
  readonly #connections = new Set<Connection>();
  readonly #accountCalls = new Map<string, CallBudget>();
  readonly #timer: NodeJS.Timeout;
  #closed: Promise<void> | null = null;
  #onEmpty: (() => void) | null = null;

  constructor(options: ServerOptions) {
    this.options = options;
    this.limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.tickets = new Tickets(this.limits.tokenLifetime, options.sharedTickets);
    this.#places = new Places(this.limits);
    this.#timer = setInterval(() => this.#sweep(), this.limits.sweepInterval).unref();
  }

  /** True as soon as `close` was called. */
  get closing(): boolean {
    return this.#closed !== null;
  }

  /** Connections of signed-in users that are not yet disconnected, in any state. */
  *signedIn(): Iterable<Connection & { readonly user: HubUser }> {
    for (const connection of this.#connections)
      if (connection.user !== null) yield connection as Connection & { readonly user: HubUser };
  }

  /** Connections that are not yet disconnected, in any state. */
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

  /** Seconds after which a client with too many connections may retry: unused tokens have expired by then. */
  get retryAfter(): number {
    return Math.ceil(this.limits.tokenLifetime / 1000);
  }

  /** Creates a hub at its path. */
  addHub(definition: HubDefinition): Hub {
    const hub = new Hub(definition);
    this.#hubs.set(hub.path, hub);
    return hub;
  }

  /** The hub of a path, in any letter case. */
  hubAt(path: string): Hub | null {
    return this.#hubs.get(path.toLowerCase().replace(/\/$/, '')) ?? null;
  }

  /** Takes a place for a connection; null when the client has too many already. */
  takePlace(client: AdmittedClient): Release | null {
    return this.#places.take(client.address, accountOf(client));
  }

  /** Makes the clients of a scope reconnect within seconds, because they may have missed messages. */
  refresh(scope: string): void {
    for (const hub of this.hubs) this.#refresh.add(hub.membersOf(scope));
  }

  /** Opens a connection, with a ticket or (when negotiation was skipped) without. The ticket is used up. */
  open(client: AdmittedClient, transport: Transport, ticket: Ticket | null, release: Release): Connection {
    const { hub, scope, user } = client;
    const account = accountOf(client);
    const connection = new Connection({
      id: ticket?.connectionId ?? randomName(),
      hub,
      scope,
      user,
      limits: this.limits,
      accountCalls: () => (account === null ? null : this.#callsOf(account)),
      transport,
      onDisconnected: () => {
        release();
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

  /** Closes every connection and waits for them; cuts those that take too long. New ones are refused. */
  close(options: CloseOptions = { allowReconnect: true }): Promise<void> {
    this.#closed ??= this.#close(options);
    return this.#closed;
  }

  /** Cuts every connection without a Close message, as a lost network does. */
  cutAll(): void {
    for (const connection of [...this.#connections]) connection.terminate();
  }

  async #close(options: CloseOptions): Promise<void> {
    clearInterval(this.#timer);
    this.#refresh.stop();
    if (this.#connections.size === 0) return;
    const empty = new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
    for (const connection of [...this.#connections]) connection.close(options);
    const cut = setTimeout(() => this.cutAll(), this.limits.closeGrace);
    await empty;
    clearTimeout(cut);
  }

  /** Looked up for each call, because idle budgets are dropped. */
  #callsOf(account: string): CallBudget {
    const known = this.#accountCalls.get(account);
    if (known) return known;
    const budget = new CallBudget(this.limits.callsPerAccount);
    this.#accountCalls.set(account, budget);
    return budget;
  }

  #forget(connection: Connection, ticket: Ticket | null): void {
    this.#connections.delete(connection);
    if (this.#connections.size === 0) this.#onEmpty?.();
    // A polling client learns of the end by its next poll, and a last POST may be on its way. So a used ticket is kept a
    // little longer; it cannot open another connection.
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
