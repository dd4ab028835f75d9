/** Puts the parts of the regional API together, as an app that does not listen yet. */
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { DEFAULT_LIMITS, type SharedTickets, type SignalRServer } from 'signalr-server';
import { type AppOptions, createDeps } from '#api/app/create-deps.ts';
import { installOperation } from '#api/app/install-operation.ts';
import { callerAddress } from '#api/base/trusted-proxies.ts';
import { authRoutes } from '#api/calls/auth/routes.ts';
import { clanRoutes } from '#api/calls/clans.ts';
import type { Deps } from '#api/calls/core/route.ts';
import { feedRoutes } from '#api/calls/feeds.ts';
import { moderationRoutes } from '#api/calls/moderation/routes.ts';
import { playerRoutes } from '#api/calls/players/routes.ts';
import { postRoutes } from '#api/calls/posts/routes.ts';
import { praisedRoutes } from '#api/calls/praised.ts';
import { previewRoutes } from '#api/calls/previews/routes.ts';
import { profileRoutes } from '#api/calls/profiles.ts';
import { jobsPage } from '#api/calls/replays/page.ts';
import { replayRoutes } from '#api/calls/replays/routes.ts';
import { reportRoutes } from '#api/calls/reports.ts';
import { reviewRoutes } from '#api/calls/reviews/routes.ts';
import { shipRoutes } from '#api/calls/ships.ts';
import { statsRoutes } from '#api/calls/stats.ts';
import { mapRoutes, statusRoutes } from '#api/calls/status.ts';
import type { ApiConfig } from '#api/config/load-config.ts';
import { hasOpenSignIn } from '#api/config/load-config.ts';
import { ReadOnlyMode } from '#api/db/read-only.ts';
import { providerRoutes } from '#api/demo/sign-in/routes.ts';
import { allowedOrigin, installCaching } from '#api/http/caching.ts';
import { installErrorHandlers } from '#api/http/error-handler.ts';
import { installEtags } from '#api/http/etag.ts';
import { hostRefusal, installHeaders } from '#api/http/headers.ts';
import { type AddressCount, installRateLimits } from '#api/http/rate-limit.ts';
import { createServer, endConnectionsOnClose, installBodyTypes, mountSite } from '#api/http/server.ts';
import { installSwagger } from '#api/http/swagger.ts';
import { registerHubs } from '#api/hubs/register-hubs.ts';
import { createBackups } from '#api/jobs/backups/backups.ts';
import type { BackupLog } from '#api/jobs/backups/orders.ts';
import { installHousekeeping } from '#api/jobs/housekeeping/housekeeping.ts';
import { findSeeds } from '#api/model/auth/queries.ts';
import { createNotificationStore } from '#api/model/notifications/store.ts';
import { PREFIX, RedisLink } from '#api/redis/link.ts';
import { READ_ONLY_HEADER } from '#lib/domain/read-only.ts';
import { regionOfHost } from '#lib/regions.ts';
import { PAGING_HEADERS } from '#lib/schemas/common.ts';

/** Removes the ticket of its owner, so that it is taken once. */
const TAKE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

const keyOf = (token: string): string => `${PREFIX}ticket:${token}`;

/** Creates the tickets. They reject while Redis is away. */
const createSharedTickets = ({ commands }: Pick<RedisLink, 'commands'>): SharedTickets => ({
  async put(token, owner, lifetimeMs) {
    await commands.set(keyOf(token), owner, 'PX', lifetimeMs);
  },
  take: async (token, owner) => (await commands.eval(TAKE, 1, keyOf(token), owner)) === 1,
});

/** Resources in the order of the API page. */
const RESOURCES: readonly ((app: FastifyInstance, deps: Deps) => void)[] = [
  authRoutes,
  profileRoutes,
  playerRoutes,
  clanRoutes,
  postRoutes,
  mapRoutes,
  moderationRoutes,
  reportRoutes,
  reviewRoutes,
  replayRoutes,
  statsRoutes,
  praisedRoutes,
  shipRoutes,
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
        exposedHeaders: [...Object.values(PAGING_HEADERS), READ_ONLY_HEADER, 'ETag'],
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

/** Live connections of one address, of which each tab has three, and of one account. */
const HUB_CONNECTIONS = { address: 200, account: 100 };

function installHubs(
  app: FastifyInstance,
  { bus, authenticator, config, database, redis }: Deps,
  countRequest: AddressCount,
): SignalRServer {
  const { address, account } = config.rateLimits;
  // Without a limit of requests there is none of connections: load tests open thousands from one address.
  const unless = (isOff: boolean, limit: number): number => (isOff ? Number.POSITIVE_INFINITY : limit);
  return registerHubs(app, {
    bus,
    sharedTickets: redis === null ? undefined : createSharedTickets(redis),
    scopeOf: (request) => regionOfHost(request.headers.host, config.regions),
    authenticate: (request) => authenticator.authenticate(request),
    isAllowedOrigin: (region, origin) => config.siteOrigins[region].includes(origin),
    hostRefusal: (request) => hostRefusal(config, request),
    callerAddress: (request) => callerAddress(request, config.trustedProxies),
    countRequest,
    notifications: createNotificationStore(database),
    seedsOf: (region, ids) => database.read(region, (db) => findSeeds(db, ids)),
    limits: {
      maxPerAddress: unless(address === 0, HUB_CONNECTIONS.address),
      maxPerAccount: unless(account === 0, HUB_CONNECTIONS.account),
      callsPerAccount: {
        running: DEFAULT_LIMITS.callsPerAccount.running,
        perMinute: unless(account === 0, account),
      },
    },
  });
}

/** Creates the API: calls, hubs and pages. Closing the app does not close the database. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = createServer(options);
  const {
    readOnly = new ReadOnlyMode(options.config.readOnly),
    lifecycle = { draining: false, hangingUp: false },
  } = options;
  installHeaders(app, options.config, readOnly);
  installErrorHandlers(app);
  endConnectionsOnClose(app, lifecycle);
  await installPlugins(app, options.config);
  const { redisUrl } = options.config;
  const redis = redisUrl === null ? null : new RedisLink(redisUrl, app.log);
  const { countAddress, limitAccount } = await installRateLimits(app, options.config, redis);
  const deps = createDeps({ ...options, readOnly }, app, limitAccount, redis);
  await installSwagger(app, options.config);
  for (const resource of RESOURCES) resource(app, deps);
  // Before the hook of the hubs, which closes their connections.
  app.addHook('preClose', deps.database.publishWaiting);
  const hubs = installHubs(app, deps, countAddress);
  const { processes = null } = options;
  const { config, database, now } = deps;
  const log: BackupLog = (level, details, sentence) => app.log[level](details, sentence);
  const backups = config.backups && createBackups(config.backups, { config, database, now, log });
  installOperation(app, deps, { hubs, lifecycle, processes, backups });
  const refreshPages = (): void => {
    for (const region of options.config.regions) hubs.refresh(region);
  };
  processes?.onKilled(refreshPages);
  // They show whether they can write, and after a restoration other data.
  readOnly.onSwitch(refreshPages);
  jobsPage(app, deps);
  installHousekeeping(app, deps, backups);
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
    // Of requests and jobs that ended last.
    await deps.database.publishWaiting();
    redis?.close();
  });
  if (hasOpenSignIn(options.config)) providerRoutes(app, deps);
  if (options.site !== undefined) mountSite(app, options.site, lifecycle);
  return app;
}
