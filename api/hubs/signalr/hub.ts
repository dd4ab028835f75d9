/** A hub: the methods that clients may call, and the connections that it can send to. */
import type { Connection } from './connection.ts';
import { writeInvocation } from './messages.ts';

/** Who is behind a connection. The connection ends at `expiration` (milliseconds since 1970), if there is one. */
export interface HubUser {
  id: number;
  expiration?: number;
}

/** What a hub method knows of its caller. */
export interface Caller {
  connectionId: string;
  /** The region that the connection belongs to. */
  scope: string;
  user: HubUser | null;
  /** Aborted when the call is cancelled or the connection ends. */
  signal: AbortSignal;
}

/** An error whose message is meant for the caller; the text of any other error is kept from it. */
export class HubError extends Error {
  override name = 'HubError';
}

/** Answers one call; what it returns or resolves to is the result. Arguments are unchecked. */
export type HubMethod = (caller: Caller, args: readonly unknown[]) => unknown;
/** Answers one streaming call with items. Arguments are unchecked. */
export type HubStream = (
  caller: Caller,
  args: readonly unknown[],
) => AsyncIterable<unknown> | Iterable<unknown>;

/** What a hub is made of. Method names match in any letter case. */
export interface HubDefinition {
  /** Address, in lower case, without a slash at its end. */
  path: string;
  /** Connections without a user are refused with 401. */
  requiresUser: boolean;
  methods?: Readonly<Record<string, HubMethod>>;
  streams?: Readonly<Record<string, HubStream>>;
}

const byLowerCaseName = <T>(record: Readonly<Record<string, T>> = {}): ReadonlyMap<string, T> =>
  new Map(Object.entries(record).map(([name, value]) => [name.toLowerCase(), value]));

const userKey = (scope: string, userId: number): string => `${scope}:${userId}`;

function addTo<K>(index: Map<K, Set<Connection>>, key: K, connection: Connection): void {
  const members = index.get(key);
  if (members) members.add(connection);
  else index.set(key, new Set([connection]));
}

function removeFrom<K>(index: Map<K, Set<Connection>>, key: K, connection: Connection): void {
  const members = index.get(key);
  members?.delete(connection);
  if (members?.size === 0) index.delete(key);
}

/** One hub with its open connections, apart by scope. */
export class Hub {
  readonly path: string;
  readonly requiresUser: boolean;
  readonly methods: ReadonlyMap<string, HubMethod>;
  readonly streams: ReadonlyMap<string, HubStream>;
  readonly #byScope = new Map<string, Set<Connection>>();
  readonly #byUser = new Map<string, Set<Connection>>();

  constructor(definition: HubDefinition) {
    this.path = definition.path;
    this.requiresUser = definition.requiresUser;
    this.methods = byLowerCaseName(definition.methods);
    this.streams = byLowerCaseName(definition.streams);
  }

  /** Calls `target` on every open connection of a scope. Serialised once; nobody is waited for. */
  broadcast(scope: string, target: string, ...args: readonly unknown[]): void {
    this.#send(this.#byScope.get(scope), target, args);
  }

  /** Calls `target` on every open connection of one user. */
  sendToUser(scope: string, userId: number, target: string, ...args: readonly unknown[]): void {
    this.#send(this.#byUser.get(userKey(scope, userId)), target, args);
  }

  /** Closes every connection of one user, with the reason; their clients do not come back by themselves. */
  closeUser(scope: string, userId: number, error: string): void {
    for (const connection of [...(this.#byUser.get(userKey(scope, userId)) ?? [])])
      connection.close({ error });
  }

  /** Open connections of a scope. */
  count(scope: string): number {
    return this.#byScope.get(scope)?.size ?? 0;
  }

  /** A connection has completed its handshake. */
  joined(connection: Connection): void {
    addTo(this.#byScope, connection.scope, connection);
    if (connection.user) addTo(this.#byUser, userKey(connection.scope, connection.user.id), connection);
  }

  /** A connection has ended, or never began. */
  left(connection: Connection): void {
    removeFrom(this.#byScope, connection.scope, connection);
    if (connection.user) removeFrom(this.#byUser, userKey(connection.scope, connection.user.id), connection);
  }

  #send(members: ReadonlySet<Connection> | undefined, target: string, args: readonly unknown[]): void {
    if (!members) return;
    const record = writeInvocation(target, args);
    for (const connection of members) connection.send(record);
  }
}
