/** What a client is told before it connects: its connection's name, its secret, and how it may connect. */
import type { Admitted } from './requests.ts';
import type { SignalRServer } from './server.ts';

const TRANSPORTS = ['WebSockets', 'ServerSentEvents', 'LongPolling'].map((transport) => ({
  transport,
  transferFormats: ['Text'],
}));

/** The version that both sides know, null when the client's makes no sense. */
function commonVersion(requested: string | null): 0 | 1 | null {
  if (requested === null) return 0;
  if (!/^\d{1,9}$/.test(requested)) return null;
  return Number(requested) >= 1 ? 1 : 0;
}

/**
 * The answer to a negotiation, `requested` being the client's `negotiateVersion`: a new token, or an error that
 * the client reports as the reason why it could not start. Null when the caller has too many connections.
 */
export function negotiate(
  server: SignalRServer,
  { holder, party }: Admitted,
  requested: string | null,
): object | null {
  const version = commonVersion(requested);
  if (version === null) return { error: 'The requested negotiation version is not a number.' };
  if (server.full || server.tickets.size >= server.limits.maxTokens) {
    return { error: 'The server has no room for another connection; try again later.' };
  }
  const leave = server.places.take(party);
  if (leave === null) return null;
  const expires = performance.now() + server.limits.tokenLifetime;
  const { connectionId, token } = server.tickets.issue(holder, version, expires, leave);
  const named = version === 0 ? { connectionId } : { connectionId, connectionToken: token };
  return { negotiateVersion: version, ...named, availableTransports: TRANSPORTS };
}
