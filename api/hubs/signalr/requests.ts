/** What is asked of every request to a hub before anything else, whatever the transport. */
import type { IncomingMessage } from 'node:http';
import type { Hub, HubUser } from './hub.ts';
import type { Party } from './places.ts';
import type { SignalRServer } from './server.ts';
import type { TicketHolder } from './tickets.ts';

/** Path and query of a request target; null when it is malformed. */
export function targetOf(request: IncomingMessage): URL | null {
  const url = request.url ?? '';
  return url.startsWith('/') ? URL.parse(`http://hub${url}`) : null;
}

/** True when a page of another site asks; CORS does not guard WebSockets, so this does. */
export function isForeignOrigin(server: SignalRServer, request: IncomingMessage): boolean {
  const { origin } = request.headers;
  return origin !== undefined && !server.options.isAllowedOrigin(server.options.scopeOf(request), origin);
}

/** A request that may go on. */
export interface Admitted {
  holder: TicketHolder;
  user: HubUser | null;
  party: Party;
}

/** Finds out who asks, or by which status they are refused. A hub that everyone may use is not told who asks. */
export async function admit(
  server: SignalRServer,
  hub: Hub,
  request: IncomingMessage,
): Promise<Admitted | 401 | 503> {
  const user = hub.requiresUser ? await server.options.authenticate(request) : null;
  if (hub.requiresUser && user === null) return 401;
  if (server.closing) return 503;
  const scope = server.options.scopeOf(request);
  const address = server.options.callerOf(request);
  const account = user === null ? null : `${scope}:${user.id}`;
  return { holder: { hub, scope, userId: user?.id ?? null }, user, party: { address, account } };
}
