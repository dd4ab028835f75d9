/** The auth hub: notifies every device of an account that its sign-in has ended. */
import type { Bus } from './bus.ts';
import type { Hub } from './signalr/hub.ts';
import type { SignalRServer } from './signalr/server.ts';

/**
 * Adds the hub at `/api/hubs/auth`. It sends SeedTokenInvalidated(accountId) to that account, then closes the account's
 * connections, because the tokens that opened them are no longer valid.
 */
export function addAuthHub(server: SignalRServer, bus: Bus): Hub {
  const hub = server.addHub({ path: '/api/hubs/auth', requiresUser: true });
  bus.subscribe((region, event) => {
    if (event.type !== 'seedTokenInvalidated') return;
    hub.sendToUser(region, event.accountId, 'SeedTokenInvalidated', event.accountId);
    hub.closeUser(region, event.accountId, 'The sign-in is no longer valid.');
  });
  return hub;
}
