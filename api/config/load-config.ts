/**
 * Configuration of the regional API, read from the environment and checked. There are two modes: the demo needs nothing and
 * serves this machine alone; production needs addresses and a database, and refuses to start without them.
 */
import { publicSettings } from '#api/config/demo.ts';
import type { DiscordWebhooks } from '#api/config/discord-variables.ts';
import { type MinimapRenderer, rendererOf } from '#api/config/minimap-renderer.ts';
import type { BackupConfig } from '#api/config/operation-variables.ts';
import {
  exampleValues,
  missingSettings,
  productionWarnings,
  redisProblems,
  unsafeAddresses,
} from '#api/config/production.ts';
import { type PublisherSource, publisherSource } from '#api/config/publisher-source.ts';
import { type StorageConfig, storageOf } from '#api/config/storage.ts';
import { NO_PROXY, parseTrustedProxies, type TrustedProxies } from '#api/config/trusted-proxies.ts';
import { API_VARIABLES, type ApiValues } from '#api/config/variables.ts';
import type { Holds } from '#lib/domain/evidence.ts';
import { perRegion, type RegionId, regions } from '#lib/regions.ts';
import { ConfigError, type Environment, isLoopbackHost } from '#lib/settings/deployment.ts';
import { misspellings } from '#lib/settings/misspelt.ts';
import { removedProblems, removedWarnings } from '#lib/settings/removed.ts';
import { apiOriginsOf, SITE_VARIABLES, siteOriginsOf } from '#lib/settings/site-variables.ts';
import { byRegion, type Mode, readVariables } from '#lib/settings/variables.ts';

/** The settings of a deployment. */
export interface ApiConfig extends StorageConfig {
  /** The demo alone has invented data and the sign-in page without passwords. */
  mode: Mode;
  host: string;
  port: number;
  /** True when the API listens on this machine's own addresses only. */
  loopback: boolean;
  /** Signs tokens; null for the secret that the data folder keeps. */
  jwtSecret: string | null;
  /** Accepted for tokens that were signed before the secret was changed. */
  jwtSecretPrevious: string | null;
  /** OpenID endpoint of each region; null for the embedded provider. */
  publisherEndpoints: Readonly<Record<RegionId, string>> | null;
  /** Where players and clans are looked up; null in the demo, whose players and clans are invented. */
  publisherData: PublisherSource | null;
  /** Origins that may call with credentials; the first is the region's site. */
  siteOrigins: Readonly<Record<RegionId, readonly string[]>>;
  /** Public origin of each region's API; null for that of each request. */
  apiOrigins: Readonly<Record<RegionId, string>> | null;
  /** Domain of the sign-in cookie; null for the host alone. */
  cookieDomain: string | null;
  /** Which senders may report the caller's address, host and scheme in `X-Forwarded-*`. */
  trustedProxies: TrustedProxies;
  /**
   * Most requests of an address, and most writes and hub calls of an account, within a minute. 0 removes this limit and that of
   * connections.
   */
  rateLimits: Readonly<{ address: number; account: number }>;
  /** Posts of one account within 24 hours; 0 for no limit. */
  postsPerDay: number;
  /** Which posts wait for a moderator before they count. */
  holds: Holds;
  /** Makes the videos of minimaps; null makes none. */
  minimapRenderer: MinimapRenderer | null;
  /** Folder with pictures of maps; null without one. */
  minimapsFolder: string | null;
  /** Classes that replays may hold besides those of the game, as `module.Class`. */
  replayExtraClasses: readonly string[];
  /** Log level; the tests' APIs are silent. */
  logLevel: 'info' | 'warn' | 'silent';
  /** Where new posts and moderation are announced. */
  discordWebhooks: DiscordWebhooks;
  /** Whether every request is logged. */
  accessLog: boolean;
  /** Loopback port of the metrics; null for none. */
  metricsPort: number | null;
  /** Redis, which several processes share; null for the only process. */
  redisUrl: string | null;
  /** Whether the process starts in read-only mode. */
  readOnly: boolean;
  /** Backups that the API writes by itself; null for none. */
  backups: BackupConfig | null;
  /** Sentences for the operator, printed at start. */
  warnings: readonly string[];
}

/** Variables of the site are known, too: one file of settings may be for both. */
const KNOWN = Object.keys({ ...API_VARIABLES, ...SITE_VARIABLES });

/** The publisher's own address; `{host}` is the region's host. */
const PUBLISHER = 'https://{host}';

function siteOriginsIn(values: ApiValues, mode: Mode): ApiConfig['siteOrigins'] {
  const domain = values.SITE_DOMAIN ?? (mode === 'demo' ? `localhost:${values.PORT}` : undefined);
  const own = siteOriginsOf(values, domain);
  const port = /:\d+$/.exec(domain ?? '')?.[0] ?? '';
  const local =
    mode === 'demo' && domain?.startsWith('localhost')
      ? [`http://eu.${domain}`, `http://127.0.0.1${port}`]
      : [];
  own.eu.push(...local);
  return own;
}

function apiOriginsIn(values: ApiValues): ApiConfig['apiOrigins'] {
  const given = apiOriginsOf(values);
  if (values.REGIONS.some((id) => given[id].length === 0)) return null;
  // No request is for a region that is not served.
  return perRegion((id) => given[id][0] ?? '');
}

/** `{host}` becomes the publisher's host of the region; the endpoint is `/id/openid` below it. */
function endpointsOf(publisher: string): Record<RegionId, string> {
  return perRegion((id) => {
    const base = publisher.replace('{host}', regions[id].publisherHost).replace(/\/+$/, '');
    return base.endsWith('/id/openid') ? base : `${base}/id/openid`;
  });
}

const publisherDataOf = (values: ApiValues): PublisherSource =>
  publisherSource(values.PUBLISHER_DATA, values.PUBLISHER_APPLICATION_ID ?? null);

/** A sentence when both listen on the same port of this machine. */
function portProblems({ METRICS_PORT, API_PORT }: ApiValues): string[] {
  if (METRICS_PORT === null || METRICS_PORT !== API_PORT) return [];
  return [`METRICS_PORT and API_PORT are both ${API_PORT}: set METRICS_PORT to another port.`];
}

function webhooksIn(values: ApiValues, prefix: 'DISCORD_WEBHOOK' | 'DISCORD_MODERATION_WEBHOOK') {
  const given = byRegion(values, prefix);
  return perRegion((id) => (values.REGIONS.includes(id) && given[id]) || null);
}

function configOf(
  values: ApiValues,
  mode: Mode,
  searchPath: string | undefined,
): Omit<ApiConfig, 'warnings'> {
  const publisher = values.PUBLISHER ?? (mode === 'production' ? PUBLISHER : null);
  return {
    ...storageOf(values, mode),
    mode,
    host: values.HOST,
    port: values.API_PORT,
    loopback: isLoopbackHost(values.HOST),
    jwtSecret: values.JWT_SECRET ?? null,
    jwtSecretPrevious: values.JWT_SECRET_PREVIOUS ?? null,
    publisherEndpoints: publisher === null ? null : endpointsOf(publisher),
    publisherData: mode === 'production' ? publisherDataOf(values) : null,
    siteOrigins: siteOriginsIn(values, mode),
    apiOrigins: apiOriginsIn(values),
    cookieDomain: values.COOKIE_DOMAIN ?? null,
    rateLimits: { address: values.RATE_LIMIT_ADDRESS, account: values.RATE_LIMIT_ACCOUNT },
    postsPerDay: values.POSTS_PER_DAY,
    holds: values.HOLD_UNPROVEN,
    minimapRenderer: rendererOf(values.MINIMAP_RENDERER, searchPath),
    minimapsFolder: values.MINIMAPS_FOLDER ?? null,
    replayExtraClasses: values.REPLAY_EXTRA_CLASSES,
    trustedProxies: parseTrustedProxies(values.TRUST_PROXY) ?? NO_PROXY,
    // The demo's terminal shows problems only.
    logLevel: mode === 'production' ? 'info' : 'warn',
    discordWebhooks: {
      posts: webhooksIn(values, 'DISCORD_WEBHOOK'),
      moderation: webhooksIn(values, 'DISCORD_MODERATION_WEBHOOK'),
    },
    accessLog: values.ACCESS_LOG ?? mode === 'production',
    metricsPort: values.METRICS_PORT,
    redisUrl: values.REDIS_URL ?? null,
    readOnly: values.READ_ONLY,
    // The demo's would take the place of production's.
    backups:
      mode === 'production' && values.BACKUP_DIR !== undefined
        ? { dir: values.BACKUP_DIR, keepDays: values.BACKUP_KEEP_DAYS }
        : null,
  };
}

/** One sentence stays as it is; several become a list. */
function refuse(problems: readonly string[]): never {
  const [only] = problems;
  if (problems.length === 1 && only !== undefined) throw new ConfigError(only);
  const list = problems.map((problem) => `- ${problem}`);
  throw new ConfigError(['The regional API cannot start with these settings:', ...list].join('\n'));
}

/** Reads the configuration; throws a ConfigError that names every variable that is missing or cannot be used. */
export function loadConfig(env: Environment, mode: Mode): ApiConfig {
  const { values, problems } = readVariables(API_VARIABLES, env);
  const misspelt = misspellings(env, KNOWN);
  problems.push(...removedProblems(env));
  if (mode === 'production') problems.push(...missingSettings(env), ...exampleValues(env), ...misspelt);
  if (problems.length > 0) refuse(problems);
  problems.push(
    ...portProblems(values),
    ...redisProblems(values),
    ...(mode === 'demo' ? publicSettings(values) : unsafeAddresses(values)),
  );
  if (problems.length > 0) refuse(problems);
  return {
    ...configOf(values, mode, env.PATH ?? env.Path),
    warnings: [...removedWarnings(env), ...(mode === 'demo' ? misspelt : productionWarnings(values, env))],
  };
}
