/**
 * Configuration of the regional API, read from the environment and checked. The defaults are for one machine. A host that
 * other machines can reach requires a real publisher, a secret and the site's origins.
 */
import path from 'node:path';
import { NO_PROXY, parseTrustedProxies, type TrustedProxies } from '#api/http/caller-address.ts';
import { perRegion, REGION_IDS, type RegionId, regions } from '#lib/regions.ts';
import {
  ConfigError,
  domainSchema,
  type Environment,
  matching,
  parseEnvironment,
  parseOrigins,
  regionOrigins,
  satisfying,
  wholeNumber,
} from '#lib/schemas/deployment.ts';
import { z } from '#lib/schemas/zod.ts';

/** What the API knows about its deployment. */
export interface ApiConfig {
  host: string;
  port: number;
  /** True when only this machine can reach the API: the sign-in page for seeded accounts and the seed need it. */
  loopback: boolean;
  /** Folder of the embedded database, its lock and the local secret. */
  dataDir: string;
  /** Folder of replays and minimap videos; processes that share a PostgreSQL server share it, too. */
  filesDir: string;
  /** PostgreSQL server; null uses the embedded database. */
  databaseUrl: string | null;
  /** Signs tokens; null takes the one kept in the data folder. */
  jwtSecret: string | null;
  /** OpenID endpoint of each region; null is the embedded provider. */
  publisherEndpoints: Readonly<Record<RegionId, string>> | null;
  /** Origins that may call with credentials; the first is the region's site. */
  siteOrigins: Readonly<Record<RegionId, readonly string[]>>;
  /** Public origin of each region's API; null takes the request's own. */
  apiOrigins: Readonly<Record<RegionId, string>> | null;
  /** Domain of the sign-in cookie; null is host-only. */
  cookieDomain: string | null;
  /** Which senders may report the caller's address, host and scheme in `X-Forwarded-*`. */
  trustedProxies: TrustedProxies;
  /** Requests of one address, and writes or hub calls of one account, within a minute; 0 for no limit of any kind. */
  rateLimits: Readonly<{ address: number; account: number }>;
  /** Hub connections of one address, and of one account; 0 for no limit. */
  hubConnections: Readonly<{ address: number; account: number }>;
  /** Program with its arguments that makes a minimap's video; null makes none. */
  minimapRenderer: readonly [string, ...string[]] | null;
  /** Classes that replays may hold besides those of the game, as `module.Class`. */
  replayExtraClasses: readonly string[];
  logLevel: (typeof LOG_LEVELS)[number];
}

/** Modules whose functions run code. A replay that names one is an attack, so they can't be allowed. */
const CODE_MODULES =
  /^(os|nt|posix|posixpath|sys|subprocess|commands|popen2|pty|imp|importlib|code|__builtin__|builtins)\./;

const classNames = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

const isReplayClass = (name: string): boolean =>
  name.length <= 100 && /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$/.test(name) && !CODE_MODULES.test(name);

const portSchema = wholeNumber(0, 65_535, 'must be a port from 0 to 65535');
const limitSchema = (what: string) =>
  wholeNumber(0, Number.MAX_SAFE_INTEGER, `must be a number of ${what}, or 0 for no limit`);

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug'] as const;

const EnvironmentSchema = z.object({
  API_PORT: z._default(portSchema, 5010),
  PORT: z._default(portSchema, 4321),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), '.data'),
  FILES_DIR: z.optional(z.string()),
  DATABASE_URL: z.optional(
    matching(/^postgres(ql)?:\/\//, 'must be an address such as postgres://user@host/database'),
  ),
  JWT_SECRET: z.optional(z.string().check(z.minLength(32, 'must be at least 32 characters long'))),
  PUBLISHER: z.optional(
    matching(
      /^https?:\/\/[^\s?#@]+$/,
      'must be an http(s) address, in which {host} stands for the publisher’s host of the region',
    ),
  ),
  SITE_DOMAIN: z.optional(domainSchema('example.org or localhost:4321')),
  API_DOMAIN: z.optional(domainSchema('api.example.org or localhost:5010')),
  ALLOWED_ORIGINS: z._default(z.string(), ''),
  COOKIE_DOMAIN: z.optional(domainSchema('example.org')),
  RATE_LIMIT_ADDRESS: z._default(limitSchema('requests a minute'), 3000),
  RATE_LIMIT_ACCOUNT: z._default(limitSchema('writes a minute'), 120),
  HUB_CONNECTIONS_ADDRESS: z._default(limitSchema('live connections'), 200),
  HUB_CONNECTIONS_ACCOUNT: z._default(limitSchema('live connections'), 100),
  MINIMAP_RENDERER: z.optional(matching(/\S/, 'must be a program, with its arguments after spaces')),
  REPLAY_EXTRA_CLASSES: z._default(
    satisfying(
      (text) => classNames(text).every(isReplayClass),
      'must hold classes such as Module.Class, separated by commas, and none of a Python module that runs code',
    ),
    '',
  ),
  TRUST_PROXY: z._default(
    satisfying(
      (text) => parseTrustedProxies(text) !== null,
      'must be the number of proxies in front of the API (such as 1), or their addresses and networks ' +
        '(such as 10.0.0.0/8, or loopback), separated by commas; true would trust what any client claims',
    ),
    'false',
  ),
  LOG_LEVEL: z._default(z.enum(LOG_LEVELS, 'must be silent, fatal, error, warn, info or debug'), 'warn'),
});
type Values = z.output<typeof EnvironmentSchema>;

/** Hosts that only this machine can reach. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

function siteOriginsOf(env: Environment, values: Values, loopback: boolean): ApiConfig['siteOrigins'] {
  const domain = values.SITE_DOMAIN ?? (loopback ? `localhost:${values.PORT}` : undefined);
  const own = regionOrigins(env, 'SITE_ORIGIN', domain);
  const extra = parseOrigins('ALLOWED_ORIGINS', values.ALLOWED_ORIGINS);
  const port = /:\d+$/.exec(domain ?? '')?.[0] ?? '';
  const local =
    loopback && domain?.startsWith('localhost') ? [`http://eu.${domain}`, `http://127.0.0.1${port}`] : [];
  for (const id of REGION_IDS) {
    if (own[id].length === 0)
      throw new ConfigError(
        `HOST ${values.HOST} can be reached from other machines: set SITE_DOMAIN, or SITE_ORIGIN_${id.toUpperCase()}, to the site’s address.`,
      );
    own[id].push(...extra, ...(id === 'eu' ? local : []));
  }
  return own;
}

function apiOriginsOf(env: Environment, values: Values): ApiConfig['apiOrigins'] {
  const given = regionOrigins(env, 'API_ORIGIN', values.API_DOMAIN);
  if (REGION_IDS.some((id) => given[id].length === 0)) return null;
  return perRegion((id) => given[id][0] as string);
}

/** `{host}` becomes the publisher's host of the region; the endpoint is `/id/openid` below it. */
function endpointsOf(publisher: string): Record<RegionId, string> {
  return perRegion((id) => {
    const base = publisher.replace('{host}', regions[id].publisherHost).replace(/\/+$/, '');
    return base.endsWith('/id/openid') ? base : `${base}/id/openid`;
  });
}

function requireSafeBinding(values: Values): void {
  const missing = (['PUBLISHER', 'JWT_SECRET'] as const).filter((name) => values[name] === undefined);
  if (missing.length > 0)
    throw new ConfigError(
      `HOST ${values.HOST} can be reached from other machines: set ${missing.join(' and ')}, or bind to 127.0.0.1.`,
    );
}

/** Reads the configuration; throws a ConfigError with one sentence that names the variable. */
export function loadConfig(env: Environment = process.env): ApiConfig {
  const values = parseEnvironment(EnvironmentSchema, env);
  const loopback = LOOPBACK.test(values.HOST);
  if (!loopback) requireSafeBinding(values);
  return {
    host: values.HOST,
    port: values.API_PORT,
    loopback,
    dataDir: values.DATA_DIR,
    filesDir: values.FILES_DIR ?? path.join(values.DATA_DIR, 'files'),
    databaseUrl: values.DATABASE_URL ?? null,
    jwtSecret: values.JWT_SECRET ?? null,
    publisherEndpoints: values.PUBLISHER === undefined ? null : endpointsOf(values.PUBLISHER),
    siteOrigins: siteOriginsOf(env, values, loopback),
    apiOrigins: apiOriginsOf(env, values),
    cookieDomain: values.COOKIE_DOMAIN ?? null,
    rateLimits: { address: values.RATE_LIMIT_ADDRESS, account: values.RATE_LIMIT_ACCOUNT },
    // Without a limit of requests there is none of connections: benchmarks open thousands from one address.
    hubConnections: {
      address: values.RATE_LIMIT_ADDRESS === 0 ? 0 : values.HUB_CONNECTIONS_ADDRESS,
      account: values.RATE_LIMIT_ACCOUNT === 0 ? 0 : values.HUB_CONNECTIONS_ACCOUNT,
    },
    minimapRenderer:
      (values.MINIMAP_RENDERER?.trim().split(/\s+/) as [string, ...string[]] | undefined) ?? null,
    replayExtraClasses: classNames(values.REPLAY_EXTRA_CLASSES),
    trustedProxies: parseTrustedProxies(values.TRUST_PROXY) ?? NO_PROXY,
    logLevel: values.LOG_LEVEL,
  };
}
