/** The checks of every request to a hub, whatever its transport, and negotiation. */
import type { IncomingMessage } from 'node:http';
import type { Hub } from './hub.ts';
import type { SignalRServer } from './server.ts';
import type { AdmittedClient } from './tickets.ts';

/** Path and query of a request target; null when it is malformed. */
export function targetOf(request: IncomingMessage): URL | null {
  const url = request.url ?? '';
  return url.startsWith('/') ? URL.parse(`http://hub${url}`) : null;
}

/** True when a page of another site sent the request. CORS does not guard WebSockets, so this check does. */
export function isForeignOrigin(server: SignalRServer, request: IncomingMessage): boolean {
  const { origin } = request.headers;
  return origin !== undefined && !server.options.isAllowedOrigin(origin, request);
}

/** The client behind a request, or the status that refuses it. A hub without sign-in does not authenticate anyone. */
export async function admit(
  server: SignalRServer,
  hub: Hub,
  request: IncomingMessage,
): Promise<AdmittedClient | 401 | 503> {
  const user = hub.requiresUser ? await server.options.authenticate(request) : null;
  if (hub.requiresUser && user === null) return 401;
  if (server.closing) return 503;
  return {
    hub,
    scope: server.options.scopeOf(request),
    user,
    address: server.options.callerAddress(request),
  };
}

const TRANSPORTS = ['WebSockets', 'ServerSentEvents', 'LongPolling'].map((transport) => ({
  transport,
  transferFormats: ['Text'],
}));

/** The version that both sides know; null when `requested` is not a number. */
function commonVersion(requested: string | null): 0 | 1 | null {
  if (requested === null) return 0;
  if (!/^\d{1,9}$/.test(requested)) return null;
  return Number(requested) >= 1 ? 1 : 0;
}

/**
 * Responds to a negotiation, `requested` being the client's `negotiateVersion`: a new token with the supported transports, or
 * an error that the client reports. Null when the client has too many connections.
 */
export async function negotiate(
  server: SignalRServer,
  client: AdmittedClient,
  requested: string | null,
): Promise<object | null> {
  const version = commonVersion(requested);
  if (version === null) return { error: 'The requested negotiation version is not a number.' };
  if (server.full || server.tickets.size >= server.limits.maxTokens) {
    return { error: 'The server has no room for another connection; try again later.' };
  }
  const release = server.takePlace(client);
  if (release === null) return null;
  const { connectionId, token } = await server.tickets.issue(client, version, release);
  const names = version === 0 ? { connectionId } : { connectionId, connectionToken: token };
  return { negotiateVersion: version, ...names, availableTransports: TRANSPORTS };
}
