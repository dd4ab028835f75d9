/**
 * Configuration of the regional API, read from the environment and checked. There are two modes: the demo needs nothing and
 * serves this machine alone; production needs addresses and a database, and refuses to start without them.
 */
import { NO_PROXY, parseTrustedProxies } from '#api/base/trusted-proxies.ts';
import { conflicts, environmentProblems, isInPath, onePort, warningsOf } from '#api/config/checks.ts';
import { storageOf } from '#api/config/storage.ts';
import { API_VARIABLES, type ApiValues } from '#api/config/variables.ts';
import { perRegion, type RegionId, regions } from '#lib/regions.ts';
import { ConfigError, type Environment, isLoopbackHost } from '#lib/settings/deployment.ts';
import { firstOrigins, originsOf } from '#lib/settings/site-variables.ts';
import { type Mode, readVariables } from '#lib/settings/variables.ts';

/** Printed when the demo starts, and shown on its sign-in page: no request shows that it came through a proxy. */
export const OPEN_SIGN_IN =
  'Anyone who can reach this demo can sign in as any account: a proxy or tunnel in front of it makes it public.';

/** Whether anyone can sign in without a password: in the demo, unless it signs in at a publisher. */
export const hasOpenSignIn = (config: Pick<ApiConfig, 'mode' | 'publisherEndpoints'>): boolean =>
  config.mode === 'demo' && config.publisherEndpoints === null;

/** Our own renderer, which needs a timeline; or another program with its arguments. */
export type MinimapRenderer = 'own' | readonly [string, ...string[]];

/** Whether one of the folders of a PATH has `ffmpeg`. */
export const hasFfmpeg = (searchPath?: string): boolean =>
  isInPath(process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg', searchPath);

/** The renderer of a command line; by default our own where the PATH has `ffmpeg`. Null for `none`, and without one. */
export function rendererOf(command: string | undefined, searchPath?: string): MinimapRenderer | null {
  const line = command?.trim();
  if (line === 'none') return null;
  if (line !== undefined) return line.split(/\s+/) as [string, ...string[]];
  return hasFfmpeg(searchPath) ? 'own' : null;
}

/** The publisher's three hosts: the documented API, and those behind its own sites, which are undocumented. */
export type Service = 'api' | 'vortex' | 'clans';

/** The publisher's top-level domains. */
const TLDS: Readonly<Record<RegionId, string>> = { eu: 'eu', na: 'com', cis: 'ru', sea: 'asia' };

function publisherSource({ PUBLISHER_DATA, PUBLISHER_APPLICATION_ID }: ApiValues) {
  const pattern = PUBLISHER_DATA.replace(/\/+$/, '');
  return {
    /** Belongs to the operator; never logged. Null uses the undocumented calls only. */
    applicationId: PUBLISHER_APPLICATION_ID ?? null,
    /** Address of a host, without a slash at its end. */
    addressOf: (region: RegionId, service: Service): string =>
      pattern.replace('{service}', service).replace('{tld}', TLDS[region]),
  };
}

/** Addresses of the publisher's hosts, and the operator's application id for the documented one. */
export type PublisherSource = ReturnType<typeof publisherSource>;

/** OpenID endpoint of each region at a publisher, in whose address `{host}` stands for that of the region. */
const endpointsOf = (publisher: string) =>
  perRegion((id) =>
    publisher.replace('{host}', regions[id].publisherHost).replace(/(\/id\/openid)?\/*$/, '/id/openid'),
  );

function originsIn(values: ApiValues, mode: Mode) {
  const domain = values.SITE_DOMAIN ?? (mode === 'demo' ? `localhost:${values.PORT}` : undefined);
  const sites = originsOf(values, 'SITE', domain);
  if (mode === 'demo' && domain?.startsWith('localhost'))
    sites.eu.push(`http://eu.${domain}`, `http://127.0.0.1${/:\d+$/.exec(domain)?.[0] ?? ''}`);
  const apis = originsOf(values, 'API');
  const hasApis = values.REGIONS.every((id) => apis[id].length > 0);
  return {
    /** Origins that may call with credentials; the first is the region's site. */
    siteOrigins: sites as Readonly<Record<RegionId, readonly string[]>>,
    /** Public origin of each region's API, empty for regions that are not served; null for that of each request. */
    apiOrigins: hasApis ? firstOrigins(apis) : null,
  };
}

const webhooksIn = (values: ApiValues, family: 'DISCORD_WEBHOOK' | 'DISCORD_MODERATION_WEBHOOK') =>
  perRegion((id) => (values.REGIONS.includes(id) && values[`${family}_${regions[id].label}`]) || null);

function configOf(values: ApiValues, mode: Mode, searchPath: string | undefined) {
  const isDemo = mode === 'demo';
  // The publisher's own address.
  const publisher = values.PUBLISHER ?? (isDemo ? null : 'https://{host}');
  return {
    ...storageOf(values, mode),
    ...originsIn(values, mode),
    /** The demo alone has invented data and the sign-in page without passwords. */
    mode,
    host: values.HOST,
    port: values.API_PORT,
    /** True when the API listens on this machine's own addresses only. */
    loopback: isLoopbackHost(values.HOST),
    /** Signs tokens; null for the secret that the data folder keeps. */
    jwtSecret: values.JWT_SECRET ?? null,
    /** Accepted for tokens that were signed before the secret was changed. */
    jwtSecretPrevious: values.JWT_SECRET_PREVIOUS ?? null,
    /** OpenID endpoint of each region; null for the embedded provider. */
    publisherEndpoints: publisher === null ? null : endpointsOf(publisher),
    /** Where players and clans are looked up; null in the demo, whose players and clans are invented. */
    publisherData: isDemo ? null : publisherSource(values),
    /** Domain of the sign-in cookie; null for the host alone. */
    cookieDomain: values.COOKIE_DOMAIN ?? null,
    /**
     * Most requests of an address, and most writes and hub calls of an account, within a minute. 0 removes this limit and that of
     * connections.
     */
    rateLimits: { address: values.RATE_LIMIT_ADDRESS, account: values.RATE_LIMIT_ACCOUNT },
    /** Posts of one account within 24 hours; 0 for no limit. */
    postsPerDay: values.POSTS_PER_DAY,
    /** Which posts wait for a moderator before they count. */
    holds: values.HOLD_UNPROVEN,
    /** Makes the videos of minimaps; null makes none. */
    minimapRenderer: rendererOf(values.MINIMAP_RENDERER, searchPath),
    /** Folder with pictures of maps; null without one. */
    minimapsFolder: values.MINIMAPS_FOLDER ?? null,
    /** Classes that replays may hold besides those of the game, as `module.Class`. */
    replayExtraClasses: values.REPLAY_EXTRA_CLASSES,
    /** Which senders may report the caller's address, host and scheme in `X-Forwarded-*`. */
    trustedProxies: parseTrustedProxies(values.TRUST_PROXY) ?? NO_PROXY,
    /** The demo's terminal shows problems only, and the tests' APIs are silent. */
    logLevel: (isDemo ? 'warn' : 'info') as 'info' | 'warn' | 'silent',
    /** Where new posts and moderation are announced; null where a channel gets no messages. */
    discordWebhooks: {
      posts: webhooksIn(values, 'DISCORD_WEBHOOK'),
      moderation: webhooksIn(values, 'DISCORD_MODERATION_WEBHOOK'),
    },
    /** Whether every request is logged. */
    accessLog: values.ACCESS_LOG ?? !isDemo,
    /** Loopback port of the metrics; null for none. */
    metricsPort: values.METRICS_PORT ?? null,
    /** Redis, which several processes share; null for the only process. */
    redisUrl: values.REDIS_URL ?? null,
    /** Whether the process starts in read-only mode. */
    readOnly: values.READ_ONLY,
    /** Backups that the API writes by itself; null for none. The demo's would take the place of production's. */
    backups:
      isDemo || values.BACKUP_DIR === undefined
        ? null
        : { dir: values.BACKUP_DIR, keepDays: values.BACKUP_KEEP_DAYS },
  };
}

/** One sentence stays as it is; several become a list. */
function refuse(problems: readonly string[]): void {
  if (problems.length === 1) throw new ConfigError(problems[0]);
  const list = ['The regional API cannot start with these settings:', ...problems];
  if (problems.length > 1) throw new ConfigError(list.join('\n- '));
}

/**
 * Reads the configuration; throws a ConfigError that names every variable that is missing or cannot be used. `isOnePort`: the
 * API is at the address of the site, whose settings are checked, too.
 */
export function loadConfig(given: Environment, mode: Mode, { isOnePort = false } = {}) {
  refuse([...environmentProblems(given, mode, isOnePort)]);
  const env = isOnePort ? onePort(given) : given;
  const searchPath = env.PATH ?? env.Path;
  const { values } = readVariables(API_VARIABLES, env);
  refuse([...conflicts(values, mode, searchPath)]);
  const config = configOf(values, mode, searchPath);
  /** Sentences for the operator, printed at start. */
  const warnings: readonly string[] = [...warningsOf(values, mode, env)];
  return { ...config, warnings };
}

/** The settings of a deployment. */
export type ApiConfig = ReturnType<typeof loadConfig>;
