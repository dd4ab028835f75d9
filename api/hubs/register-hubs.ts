/** Adds the three hubs to the API. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Hub, type ServerOptions, type SignalRServer, serveHubs } from 'signalr-server';
import type { WorkLoop } from '#api/base/work-loop.ts';
import type { Bus } from '#api/events/bus.ts';
import type { NotificationStore } from '#api/model/notifications/store.ts';
import type { RegionId } from '#lib/regions.ts';
import { createSignInChecks, type SeedsOf, SIGN_IN_ENDED } from './ended-sign-ins.ts';
import { addNotificationHub } from './notification-hub.ts';
import { addPostHub } from './post-hub.ts';

/** Dependencies of the hubs. */
export interface HubDependencies
  extends Pick<ServerOptions, 'authenticate' | 'callerAddress' | 'scopeOf'>,
    Partial<Pick<ServerOptions, 'limits' | 'sharedTickets'>> {
  bus: Bus;
  /** Counts an upgrade of an address; returns the seconds to wait when there were too many, else null. */
  countRequest(request: IncomingMessage): Promise<number | null> | number | null;
  /** The status that refuses an upgrade for its Host header, else null. */
  hostRefusal?(request: IncomingMessage): number | null;
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
  { bus, notifications, isAllowedOrigin, seedsOf, countRequest, hostRefusal, ...options }: HubDependencies,
): SignalRServer {
  let checks: WorkLoop | undefined;
  // Before the hook of the hubs, which waits for their connections.
  app.addHook('preClose', async () => void checks?.close());
  const server = serveHubs(app, {
    ...options,
    isAllowedOrigin: (origin, request) => isAllowedOrigin(options.scopeOf(request) as RegionId, origin),
    async refuseUpgrade(request) {
      const status = hostRefusal?.(request) ?? null;
      if (status !== null) return { status };
      const retryAfter = await countRequest(request);
      return retryAfter === null ? null : { status: 429, retryAfter };
    },
  });
  addPostHub(server, bus);
  addNotificationHub(server, bus, notifications);
  const authHub = addAuthHub(server, bus);
  bus.subscribe((region, event) => {
    if (event.type === 'missed') server.refresh(region);
  });
  checks = createSignInChecks(server, { seedsOf, authHub, log: app.log });
  checks.start();
  return server;
}
