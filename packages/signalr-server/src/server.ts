/** All hubs of a process, their connections, and the one timer that checks them. */
import { Connection } from './connection.ts';
import type { CloseOptions, HubDefinition, HubUser } from './contract.ts';
import { Hub, type HubOrder, userKey } from './hub.ts';
import { CallBudget, DEFAULT_LIMITS, type Limits, Places, type Release } from './limits.ts';
import { DEFAULT_OPTIONS, type ServerOptions } from './options.ts';
import { Refresh } from './refresh.ts';
import { type AdmittedClient, randomName, type Ticket, Tickets } from './tickets.ts';
import type { Transport } from './transports.ts';

const accountOf = ({ scope, user }: AdmittedClient): string | null =>
  user === null ? null : userKey(scope, user.id);

/** A SignalR server without its HTTP side, which `serveHubs` adds. */
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
  readonly #serve: (hub: Hub) => void;
  /** Tells its own messages from those of other processes. */
  readonly #name = randomName();
  #closed: Promise<void> | null = null;
  #onEmpty: (() => void) | null = null;

  /** `serve` gives a hub its routes. */
  constructor(options: Pick<ServerOptions, 'log'> & Partial<ServerOptions>, serve: (hub: Hub) => void) {
    this.options = { ...DEFAULT_OPTIONS, ...options };
    this.limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.tickets = new Tickets(this.limits.tokenLifetime, options.sharedTickets);
    this.#serve = serve;
    options.bus?.subscribe((message) => this.#receive(message));
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

  /** Creates a hub at its path. The app must not be ready yet. */
  addHub(definition: HubDefinition): Hub {
    const { bus } = this.options;
    const envelope = { from: this.#name, path: definition.path };
    const relay = bus && ((order: HubOrder) => bus.publish(JSON.stringify({ ...envelope, ...order })));
    const hub = new Hub(definition, relay);
    this.#hubs.set(hub.path, hub);
    this.#serve(hub);
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

  /** Closes every connection and waits for them; cuts connections that take too long. New connections are refused. */
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

  #receive(message: string): void {
    const { from, path, ...order } = JSON.parse(message) as HubOrder & { from: string; path: string };
    if (from !== this.#name) this.#hubs.get(path)?.apply(order);
  }

  /** Looked up for each call, because idle budgets are dropped. */
  #callsOf(account: string): CallBudget {
    const known = this.#accountCalls.get(account);
    if (known) return known;
    const budget = new CallBudget(this.limits, 'callsPerAccount');
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
