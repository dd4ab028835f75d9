/** Adds the three hubs to the API. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type RegionId, regionOfHost } from '#lib/regions.ts';
import { addAuthHub } from './auth-hub.ts';
import type { Bus } from './bus.ts';
import { addNotificationHub, type NotificationStore } from './notification-hub.ts';
import { addPostHub } from './post-hub.ts';
import type { CloseOptions, HubUser } from './signalr/contract.ts';
import type { Limits } from './signalr/limits.ts';
import { hubRoutes } from './signalr/routes.ts';
import { SignalRServer } from './signalr/server.ts';
import { serveUpgrades } from './signalr/upgrade.ts';

/** What the hubs need from the rest of the API. */
export interface HubDependencies {
  bus: Bus;
  /**
   * The user who sent a request, in the region of its host: by the `access_token` query, else the region's cookie,
   * else the Authorization header; null when that one is not valid. `expiration` ends the connection.
   */
  authenticate(request: IncomingMessage): Promise<HubUser | null> | HubUser | null;
  /** True for the origins of a region's site, including configured ones. */
  isAllowedOrigin(region: RegionId, origin: string): boolean;
  /** The address of a request, as limits count callers. */
  callerOf(request: IncomingMessage): string;
  /** Counts a request of an address; returns the seconds to wait when there were too many, or null. */
  countRequest(request: IncomingMessage): Promise<number | null> | number | null;
  notifications: NotificationStore;
  limits?: Partial<Limits>;
}

/** The hubs of a running API. */
export interface Hubs {
  /** Closes all connections and waits for them. Closing the app does this, too. */
  close(options?: CloseOptions): Promise<void>;
}

/**
 * Registers the hubs on an app that matches paths in any letter case and does not listen yet. One app serves all regions,
 * by host; events of one region never reach another. Closing the app closes the hubs first, and lets their clients
 * reconnect.
 */
export function registerHubs(app: FastifyInstance, dependencies: HubDependencies): Hubs {
  const { bus, authenticate, isAllowedOrigin, callerOf, countRequest, notifications, limits } = dependencies;
  const server = new SignalRServer({
    authenticate,
    scopeOf: (request) => regionOfHost(request.headers.host),
    isAllowedOrigin: (scope, origin) => isAllowedOrigin(scope as RegionId, origin),
    callerOf,
    countRequest,
    log: app.log,
    ...(limits ? { limits } : {}),
  });
  addPostHub(server, bus);
  addNotificationHub(server, bus, notifications);
  addAuthHub(server, bus);
  void app.register(hubRoutes, { server });
  serveUpgrades(server, app.server);
  app.addHook('preClose', () => server.close());
  return { close: (options) => server.close(options) };
}
