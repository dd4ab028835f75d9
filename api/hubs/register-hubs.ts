/** Adds the three hubs to the API. */
import type { FastifyInstance } from 'fastify';
import type { Bus } from '#api/events/bus.ts';
import type { NotificationStore } from '#api/model/notifications/store.ts';
import type { RegionId } from '#lib/regions.ts';
import { closeEndedSignIns, type SeedsOf, SIGN_IN_ENDED } from './ended-sign-ins.ts';
import { addNotificationHub } from './notification-hub.ts';
import { addPostHub } from './post-hub.ts';
import type { Hub } from './signalr/hub.ts';
import { hubRoutes } from './signalr/routes.ts';
import { type ServerOptions, SignalRServer } from './signalr/server.ts';
import { serveUpgrades } from './signalr/upgrade.ts';

/** Dependencies of the hubs. */
export interface HubDependencies
  extends Pick<
    ServerOptions,
    | 'authenticate'
    | 'callerAddress'
    | 'countRequest'
    | 'isMisdirected'
    | 'limits'
    | 'scopeOf'
    | 'sharedTickets'
  > {
  bus: Bus;
  /** True for the origins of a region's site, including configured ones. */
  isAllowedOrigin(region: RegionId, origin: string): boolean;
  notifications: NotificationStore;
  seedsOf: SeedsOf;
}

/**
 * Adds the hub at `/api/hubs/auth`. It sends SeedTokenInvalidated(accountId) to that account, then closes the account's
 * connections, because the tokens that opened them are no longer valid.
 */
function addAuthHub(server: SignalRServer, bus: Bus): Hub {
  const hub = server.addHub({ path: '/api/hubs/auth', requiresUser: true });
  bus.subscribe((region, event) => {
    if (event.type !== 'seedTokenInvalidated') return;
    hub.sendToUser(region, event.accountId, 'SeedTokenInvalidated', event.accountId);
    hub.closeUser(region, event.accountId, SIGN_IN_ENDED);
  });
  return hub;
}

/**
 * Registers the hubs on an app that matches paths in any letter case and does not listen yet. One app serves all regions,
 * by host; events of one region never reach another. Closing the app closes the hubs first, and lets their clients
 * reconnect.
 */
export function registerHubs(
  app: FastifyInstance,
  { bus, notifications, isAllowedOrigin, seedsOf, ...options }: HubDependencies,
): SignalRServer {
  const server = new SignalRServer({
    ...options,
    isAllowedOrigin: (scope, origin) => isAllowedOrigin(scope as RegionId, origin),
    log: app.log,
  });
  addPostHub(server, bus);
  addNotificationHub(server, bus, notifications);
  const authHub = addAuthHub(server, bus);
  bus.subscribe((region, event) => {
    if (event.type === 'missed') server.refresh(region);
  });
  void app.register(hubRoutes, { server });
  serveUpgrades(server, app.server);
  const stopChecks = closeEndedSignIns(server, { seedsOf, authHub, log: app.log });
  app.addHook('preClose', () => {
    stopChecks();
    return server.close();
  });
  return server;
}
