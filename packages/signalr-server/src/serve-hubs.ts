/** Puts the parts together for an app. */
import type { FastifyInstance } from 'fastify';
import type { ServerOptions } from './options.ts';
import { hubRoutes } from './routes.ts';
import { SignalRServer } from './server.ts';
import { serveUpgrades } from './upgrade.ts';

/**
 * Serves hubs on an app that does not listen yet; add them with `addHub`. Closing the app closes their connections, and lets the
 * clients reconnect.
 */
export function serveHubs(app: FastifyInstance, options: Partial<ServerOptions> = {}): SignalRServer {
  const server = new SignalRServer(
    { log: app.log, ...options },
    (hub) => void app.register(hubRoutes, { server, hub }),
  );
  serveUpgrades(server, app.server);
  app.addHook('preClose', () => server.close());
  return server;
}
