/** Puts the parts of the regional API together, as an app that does not listen yet. */
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { findSeeds } from '#api/auth/queries.ts';
import { authRoutes } from '#api/auth/routes.ts';
import { clanRoutes } from '#api/clans/routes.ts';
import { hasOpenSignIn } from '#api/config/demo.ts';
import type { ApiConfig } from '#api/config.ts';
import { createDeps } from '#api/create-deps.ts';
import type { AppOptions, Deps } from '#api/deps.ts';
import { feedRoutes } from '#api/feeds/routes.ts';
import { allowedOrigin, installCaching } from '#api/http/caching.ts';
import { callerOf } from '#api/http/caller-address.ts';
import { installErrorHandlers } from '#api/http/error-handler.ts';
import { installEtags } from '#api/http/etag.ts';
import { isMisdirected, refuseOtherHosts } from '#api/http/loopback-only.ts';
import { type AddressCount, installRateLimits } from '#api/http/rate-limit.ts';
import { installRequestIds } from '#api/http/request-id.ts';
import { installSecurityHeaders } from '#api/http/security-headers.ts';
import { createServer, endConnectionsOnClose, installBodyTypes } from '#api/http/server.ts';
import { installSwagger } from '#api/http/swagger.ts';
import { registerHubs } from '#api/hubs/register-hubs.ts';
import { DEFAULT_LIMITS } from '#api/hubs/signalr/limits.ts';
import type { SignalRServer } from '#api/hubs/signalr/server.ts';
import { moderationRoutes } from '#api/moderation/routes.ts';
import { createNotificationStore } from '#api/notifications/store.ts';
import { installOperation } from '#api/operation/install-operation.ts';
import { playerRoutes } from '#api/players/routes.ts';
import { postRoutes } from '#api/posts/routes.ts';
import { previewRoutes } from '#api/previews/routes.ts';
import { profileRoutes } from '#api/profiles/routes.ts';
import { providerRoutes } from '#api/provider/routes.ts';
import { createRedisLink } from '#api/redis/link.ts';
import { createSharedTickets } from '#api/redis/tickets.ts';
import { jobsPage } from '#api/replays/jobs/page.ts';
import { reprocessRoutes } from '#api/replays/jobs/reprocess.ts';
import { replayRoutes } from '#api/replays/routes.ts';
import { installHousekeeping } from '#api/retention/housekeeping.ts';
import { statsRoutes } from '#api/stats/routes.ts';
import { statusRoutes } from '#api/status/routes.ts';
import { REGION_IDS } from '#lib/regions.ts';
import { PAGING_HEADERS } from '#lib/schemas/common.ts';

/** Resources in the order of the API page. */
const RESOURCES: readonly ((app: FastifyInstance, deps: Deps) => void)[] = [
  authRoutes,
  profileRoutes,
  playerRoutes,
  clanRoutes,
  postRoutes,
  moderationRoutes,
  replayRoutes,
  reprocessRoutes,
  statsRoutes,
  statusRoutes,
  previewRoutes,
  feedRoutes,
];

async function installPlugins(app: FastifyInstance, config: ApiConfig): Promise<void> {
  await app.register(cors, {
    delegator: (request, done) => {
      done(null, {
        origin: allowedOrigin(config, request) ?? false,
        credentials: true,
        methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        exposedHeaders: Object.values(PAGING_HEADERS),
        maxAge: 600,
        strictPreflight: false,
      });
    },
  });
  installCaching(app, config);
  installEtags(app);
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip', 'deflate'] });
  await app.register(cookie);
  await app.register(multipart);
  installBodyTypes(app);
}

const orUnlimited = (limit: number): number => limit || Number.POSITIVE_INFINITY;

function installHubs(
  app: FastifyInstance,
  { bus, authenticator, config, database, redis }: Deps,
  countRequest: AddressCount,
): SignalRServer {
  return registerHubs(app, {
    bus,
    sharedTickets: redis === null ? undefined : createSharedTickets(redis),
    authenticate: (request) => authenticator.authenticate(request),
    isAllowedOrigin: (region, origin) => config.siteOrigins[region].includes(origin),
    isMisdirected: (request) => isMisdirected(config, request.headers.host),
    callerOf: (request) => callerOf(request, config.trustedProxies),
    countRequest,
    notifications: createNotificationStore(database),
    seedsOf: (region, ids) => database.read(region, (db) => findSeeds(db, ids)),
    limits: {
      maxPerAddress: orUnlimited(config.hubConnections.address),
      maxPerAccount: orUnlimited(config.hubConnections.account),
      callsPerAccount: {
        running: DEFAULT_LIMITS.callsPerAccount.running,
        perMinute: orUnlimited(config.rateLimits.account),
      },
    },
  });
}

/** Creates the API: calls, hubs and pages. Closing the app does not close the database. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = createServer(options);
  // Route schemas only describe: `route` parses input with the calls' own schemas, and answers are typed.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  installRequestIds(app);
  installSecurityHeaders(app, options.config);
  refuseOtherHosts(app, options.config);
  installErrorHandlers(app);
  endConnectionsOnClose(app, options.lifecycle);
  await installPlugins(app, options.config);
  const { redisUrl } = options.config;
  const redis = redisUrl === null ? null : createRedisLink(redisUrl, app.log);
  const { countAddress, limitAccount } = await installRateLimits(app, options.config, redis);
  const deps = createDeps(options, app, limitAccount, redis);
  await installSwagger(app);
  for (const resource of RESOURCES) resource(app, deps);
  const hubs = installHubs(app, deps, countAddress);
  const { lifecycle, processes = null } = options;
  installOperation(app, deps, { hubs, lifecycle, processes });
  processes?.onKilled(() => {
    for (const region of REGION_IDS) hubs.refresh(region);
  });
  jobsPage(app, deps);
  installHousekeeping(app, deps);
  app.addHook('onReady', async () => {
    await redis?.start();
    deps.replayJobs.start();
    deps.discord.start();
  });
  app.addHook('onClose', async () => {
    await deps.publisher.close();
    await deps.discord.close();
    await deps.replayJobs.close();
    await deps.replayDecoder.close();
    redis?.close();
  });
  if (hasOpenSignIn(options.config)) providerRoutes(app, deps);
  return app;
}
