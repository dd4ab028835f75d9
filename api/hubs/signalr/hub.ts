/** A hub: the methods that clients may call, and the connections that it sends to. */
import type { CloseOptions, HubDefinition, HubMethod, HubStream, HubUser } from './contract.ts';
import { writeInvocation } from './messages.ts';

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

const userKey = (scope: string, userId: number): string => `${scope}:${userId}`;

/** The keys under which a member is found: its scope and, when signed in, its user. */
const keysOf = ({ scope, user }: Member): string[] =>
  user === null ? [scope] : [scope, userKey(scope, user.id)];

/** One hub with its open connections. What is sent in one scope never reaches another. */
export class Hub {
  readonly path: string;
  readonly requiresUser: boolean;
  readonly methods: ReadonlyMap<string, HubMethod>;
  readonly streams: ReadonlyMap<string, HubStream>;
  readonly #members = new Map<string, Set<Member>>();

  constructor(definition: HubDefinition) {
    this.path = definition.path;
    this.requiresUser = definition.requiresUser;
    this.methods = byLowerCaseName(definition.methods);
    this.streams = byLowerCaseName(definition.streams);
  }

  /** Calls `target` on every open connection of a scope. Serialises once and does not wait for clients. */
  broadcast(scope: string, target: string, ...args: readonly unknown[]): void {
    this.#send(scope, target, args);
  }

  /** Calls `target` on every open connection of one user. */
  sendToUser(scope: string, userId: number, target: string, ...args: readonly unknown[]): void {
    this.#send(userKey(scope, userId), target, args);
  }

  /** Closes every connection of one user, with the reason; their clients do not reconnect by themselves. */
  closeUser(scope: string, userId: number, error: string): void {
    for (const member of [...(this.#members.get(userKey(scope, userId)) ?? [])]) member.close({ error });
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
    if (!members) return;
    const record = writeInvocation(target, args);
    for (const member of members) member.send(record);
  }
}
