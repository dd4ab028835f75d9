/** A hub: the methods that clients may call, and the connections that it sends to. */
import type { CloseOptions, HubDefinition, HubMethod, HubStream, HubUser } from './contract.ts';
import { writeInvocation } from './messages.ts';

/** Sends a record to the members of a key, or closes them with a reason. */
export type HubOrder = { key: string; record: string } | { key: string; error: string };

/** A connection as its hub sees it. */
export interface Member {
  readonly scope: string;
  readonly user: HubUser | null;
  /** Sends a record, which several members may share. */
  send(record: Buffer): void;
  close(options: CloseOptions): void;
}

const byLowerCaseName = <T>(record: Readonly<Record<string, T>> = {}): ReadonlyMap<string, T> =>
  new Map(Object.entries(record).map(([name, value]) => [name.toLowerCase(), value]));

/** No host name or scope contains a null character, so a user's key is never a scope. */
export const userKey = (scope: string, userId: number | string): string => `${scope}\0${userId}`;

/** The keys under which a member is found: its scope and, when signed in, its user. */
const keysOf = ({ scope, user }: Member): string[] =>
  user === null ? [scope] : [scope, userKey(scope, user.id)];

function sendToAll(members: Iterable<Member>, record: Buffer): void {
  for (const member of members) member.send(record);
}

/** One hub with its open connections. What is sent in one scope never reaches another. */
export class Hub {
  readonly path: string;
  readonly requiresUser: boolean;
  readonly methods: ReadonlyMap<string, HubMethod>;
  readonly streams: ReadonlyMap<string, HubStream>;
  readonly #members = new Map<string, Set<Member>>();
  readonly #relay: ((order: HubOrder) => void) | undefined;

  /** `relay` passes orders to the same hub of other processes, which `apply` them. */
  constructor(definition: HubDefinition, relay?: (order: HubOrder) => void) {
    this.#relay = relay;
    this.path = definition.path;
    this.requiresUser = definition.requiresUser ?? false;
    this.methods = byLowerCaseName(definition.methods);
    this.streams = byLowerCaseName(definition.streams);
  }

  /** Calls `target` on every open connection of a scope. Serialises once and does not wait for clients. */
  broadcast(scope: string, target: string, ...args: readonly unknown[]): void {
    this.#send(scope, target, args);
  }

  /** Calls `target` on every open connection of one user. */
  sendToUser(scope: string, userId: number | string, target: string, ...args: readonly unknown[]): void {
    this.#send(userKey(scope, userId), target, args);
  }

  /** Closes every connection of one user, with the reason; their clients do not reconnect by themselves. */
  closeUser(scope: string, userId: number | string, error: string): void {
    const order = { key: userKey(scope, userId), error };
    this.apply(order);
    this.#relay?.(order);
  }

  /** Carries out an order on the members of this process. */
  apply(order: HubOrder): void {
    const members = this.#members.get(order.key) ?? [];
    if ('record' in order) sendToAll(members, Buffer.from(order.record));
    else for (const member of [...members]) member.close({ error: order.error });
  }

  /** The open connections of a scope. */
  membersOf(scope: string): Iterable<Member> {
    return this.#members.get(scope) ?? [];
  }

  /** Number of open connections of a scope. */
  count(scope: string): number {
    return this.#members.get(scope)?.size ?? 0;
  }

  /** Adds a connection that has completed its handshake. */
  join(member: Member): void {
    for (const key of keysOf(member)) {
      const members = this.#members.get(key);
      if (members) members.add(member);
      else this.#members.set(key, new Set([member]));
    }
  }

  /** Removes a connection that has ended, or never joined. */
  leave(member: Member): void {
    for (const key of keysOf(member)) {
      const members = this.#members.get(key);
      members?.delete(member);
      if (members?.size === 0) this.#members.delete(key);
    }
  }

  #send(key: string, target: string, args: readonly unknown[]): void {
    const members = this.#members.get(key);
    if (!members && !this.#relay) return;
    const record = writeInvocation(target, args);
    sendToAll(members ?? [], record);
    this.#relay?.({ key, record: record.toString() });
  }
}
