/**
 * Configuration of the regional API, read from the environment and checked. There are two modes: the demo needs nothing and
 * serves this machine alone; production needs addresses and a database, and refuses to start without them.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { publicSettings } from '#api/config/demo.ts';
import { rendererOf, rendererProblems } from '#api/config/minimap-renderer.ts';
import { ONE_PORT_VARIABLES, onePort, onePortProblems } from '#api/config/one-port.ts';
import {
  exampleValues,
  missingSettings,
  productionWarnings,
  redisProblems,
  unsafeAddresses,
} from '#api/config/production.ts';
import { publisherSource } from '#api/config/publisher-source.ts';
import { storageOf } from '#api/config/storage.ts';
import { NO_PROXY, parseTrustedProxies } from '#api/config/trusted-proxies.ts';
import { API_VARIABLES, type ApiValues } from '#api/config/variables.ts';
import { perRegion, type RegionId, regions } from '#lib/regions.ts';
import { ConfigError, type Environment, isLoopbackHost } from '#lib/settings/deployment.ts';
import { misspellings } from '#lib/settings/misspelt.ts';
import { removedProblems, removedWarnings } from '#lib/settings/removed.ts';
import { apiOriginsOf, SITE_VARIABLES, siteOriginsOf } from '#lib/settings/site-variables.ts';
import { byRegion, type Mode, readVariables } from '#lib/settings/variables.ts';

/** Variables of the site are known, too: one file of settings may be for both. */
const KNOWN = Object.keys({ ...API_VARIABLES, ...SITE_VARIABLES });

/** The publisher's own address; `{host}` is the region's host. */
const PUBLISHER = 'https://{host}';

function siteOriginsIn(values: ApiValues, mode: Mode): Readonly<Record<RegionId, readonly string[]>> {
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

function apiOriginsIn(values: ApiValues): Readonly<Record<RegionId, string>> | null {
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

/** A sentence when both listen on the same port of this machine. */
function portProblems({ METRICS_PORT, API_PORT }: ApiValues): string[] {
  if (METRICS_PORT === null || METRICS_PORT !== API_PORT) return [];
  return [`METRICS_PORT and API_PORT are both ${API_PORT}: set METRICS_PORT to another port.`];
}

/** Sentences about folders that do not exist, or that two settings name. */
function folderProblems({ DATA_DIR, FILES_DIR, BACKUP_DIR, MINIMAPS_FOLDER }: ApiValues): string[] {
  const problems = Object.entries({ DATA_DIR, FILES_DIR })
    .filter(([, folder]) => folder && BACKUP_DIR && path.resolve(folder) === path.resolve(BACKUP_DIR))
    .map(([name]) => `BACKUP_DIR and ${name} are both ${BACKUP_DIR}: set BACKUP_DIR to a separate folder.`);
  if (MINIMAPS_FOLDER !== undefined && !existsSync(`${MINIMAPS_FOLDER}/.`))
    problems.push(`MINIMAPS_FOLDER is ${MINIMAPS_FOLDER}, which is no folder: create it, or unset it.`);
  return problems;
}

function webhooksIn(values: ApiValues, prefix: 'DISCORD_WEBHOOK' | 'DISCORD_MODERATION_WEBHOOK') {
  const given = byRegion(values, prefix);
  return perRegion((id) => (values.REGIONS.includes(id) && given[id]) || null);
}

function configOf(values: ApiValues, mode: Mode, searchPath: string | undefined) {
  const publisher = values.PUBLISHER ?? (mode === 'production' ? PUBLISHER : null);
  return {
    ...storageOf(values, mode),
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
    publisherData:
      mode === 'production'
        ? publisherSource(values.PUBLISHER_DATA, values.PUBLISHER_APPLICATION_ID ?? null)
        : null,
    /** Origins that may call with credentials; the first is the region's site. */
    siteOrigins: siteOriginsIn(values, mode),
    /** Public origin of each region's API; null for that of each request. */
    apiOrigins: apiOriginsIn(values),
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
    logLevel: (mode === 'production' ? 'info' : 'warn') as 'info' | 'warn' | 'silent',
    /** Where new posts and moderation are announced; null where a channel gets no messages. */
    discordWebhooks: {
      posts: webhooksIn(values, 'DISCORD_WEBHOOK'),
      moderation: webhooksIn(values, 'DISCORD_MODERATION_WEBHOOK'),
    },
    /** Whether every request is logged. */
    accessLog: values.ACCESS_LOG ?? mode === 'production',
    /** Loopback port of the metrics; null for none. */
    metricsPort: values.METRICS_PORT,
    /** Redis, which several processes share; null for the only process. */
    redisUrl: values.REDIS_URL ?? null,
    /** Whether the process starts in read-only mode. */
    readOnly: values.READ_ONLY,
    /** Backups that the API writes by itself; null for none. The demo's would take the place of production's. */
    backups:
      mode === 'production' && values.BACKUP_DIR !== undefined
        ? { dir: values.BACKUP_DIR, keepDays: values.BACKUP_KEEP_DAYS }
        : null,
  };
}

/** The settings of a deployment. */
export interface ApiConfig extends ReturnType<typeof configOf> {
  /** Sentences for the operator, printed at start. */
  warnings: readonly string[];
}

/** One sentence stays as it is; several become a list. */
function refuse(problems: readonly string[]): never {
  const [only] = problems;
  if (problems.length === 1 && only !== undefined) throw new ConfigError(only);
  const list = problems.map((problem) => `- ${problem}`);
  throw new ConfigError(['The regional API cannot start with these settings:', ...list].join('\n'));
}

/**
 * Reads the configuration; throws a ConfigError that names every variable that is missing or cannot be used. `isOnePort`: the API is at the
 * address of the site, whose settings are checked, too.
 */
export function loadConfig(given: Environment, mode: Mode, { isOnePort = false } = {}): ApiConfig {
  const { problems } = readVariables(isOnePort ? ONE_PORT_VARIABLES : API_VARIABLES, given);
  const env = isOnePort ? onePort(given) : given;
  const { values } = readVariables(API_VARIABLES, env);
  const misspelt = misspellings(env, KNOWN);
  problems.push(...removedProblems(env), ...(isOnePort ? onePortProblems(given) : []));
  if (mode === 'production')
    problems.push(
      ...missingSettings(env, isOnePort ? ['SITE'] : ['SITE', 'API']),
      ...exampleValues(given),
      ...misspelt,
    );
  if (problems.length > 0) refuse(problems);
  problems.push(
    ...portProblems(values),
    ...redisProblems(values),
    ...folderProblems(values),
    ...rendererProblems(values.MINIMAP_RENDERER, env.PATH ?? env.Path),
    ...(mode === 'demo' ? publicSettings(values) : unsafeAddresses(values)),
  );
  if (problems.length > 0) refuse(problems);
  return {
    ...configOf(values, mode, env.PATH ?? env.Path),
    warnings: [...removedWarnings(env), ...(mode === 'demo' ? misspelt : productionWarnings(values, env))],
  };
}
