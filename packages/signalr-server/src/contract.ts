/** Types of a hub, its methods and their callers. */

/**
 * The user of a connection, as `authenticate` returned it. The connection ends at `expiration`
 * (milliseconds since 1970), if there is one.
 */
export interface HubUser {
  id: number | string;
  expiration?: number | undefined;
}

/** The caller of a hub method. */
export interface Caller {
  connectionId: string;
  /** The scope that the connection belongs to. */
  scope: string;
  user: HubUser | null;
  /** Aborted when the call is cancelled or the connection ends. */
  signal: AbortSignal;
}

/** An error whose message is sent to the caller. Messages of other errors are only logged. */
export class HubError extends Error {
  override name = 'HubError';
}

/** Handles a call; the result is what it returns or resolves to. Arguments are not validated. */
export type HubMethod = (caller: Caller, args: readonly unknown[]) => unknown;
/** Handles a streaming call; the result is a sequence of items. Arguments are not validated. */
export type HubStream = (
  caller: Caller,
  args: readonly unknown[],
) => AsyncIterable<unknown> | Iterable<unknown>;

/** A hub's address and methods. Method names match in any letter case. */
export interface HubDefinition {
  /** In lower case, without a trailing slash. */
  path: string;
  /** Connections without a user are refused with 401; other hubs authenticate no one. False unless given. */
  requiresUser?: boolean;
  methods?: Readonly<Record<string, HubMethod>>;
  streams?: Readonly<Record<string, HubStream>>;
}

/** How a connection is closed: the reason if something was wrong, and whether the client may reconnect. */
export interface CloseOptions {
  error?: string;
  allowReconnect?: boolean;
}
