/** Checks of settings against each other: refusals, and warnings about values that work. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { bucketOf, originOfBucket } from '#api/config/storage.ts';
import { API_VARIABLES, type ApiValues } from '#api/config/variables.ts';
import type { RegionId } from '#lib/regions.ts';
import { type Environment, isLoopbackHost } from '#lib/settings/deployment.ts';
import { misspellings, removedProblems, removedWarnings } from '#lib/settings/names.ts';
import { missingAddresses, originsOf, SITE_VARIABLES } from '#lib/settings/site-variables.ts';
import { type Mode, missing, readVariables, type Variables } from '#lib/settings/variables.ts';

/** Variables of the site are known, too: one file of settings may be for both. */
const ALL_VARIABLES: Variables = { ...SITE_VARIABLES, ...API_VARIABLES };
const KNOWN = Object.keys(ALL_VARIABLES);

/** Sentences for an environment that names no database, or two. */
export function* databaseProblems({ DATABASE, DATABASE_URL }: Environment): Generator<string> {
  if (DATABASE && DATABASE_URL)
    yield `DATABASE=${DATABASE} and DATABASE_URL name two databases: unset one of them.`;
  if (!DATABASE && !DATABASE_URL)
    yield `${missing(API_VARIABLES, 'DATABASE_URL')} For the database in DATA_DIR, which one process alone can use, set DATABASE=embedded.`;
}

const isApiAddress = (name: string): boolean => /^API_(DOMAIN|ORIGIN_\w+)$/.test(name);
const API_ADDRESSES = Object.keys(API_VARIABLES).filter(isApiAddress);

/** With site and API at one address, all but the API's address can be set (rule 27.1). */
const ONE_PORT_VARIABLES: Variables = Object.fromEntries(
  Object.entries({ ...API_VARIABLES, ...SITE_VARIABLES }).filter(([name]) => !isApiAddress(name)),
);

/** The environment with the API at the site's address, behind a proxy on this machine unless it names others. */
export const onePort = (env: Environment): Environment => ({
  ...env,
  ...Object.fromEntries(API_ADDRESSES.map((name) => [name, env[name.replace('API', 'SITE')]])),
  TRUST_PROXY: env.TRUST_PROXY || 'loopback',
});

/** A value of the examples in `deploy` that the operator has not replaced. The domain belongs to no one. */
const EXAMPLE = /(^|[@./:])example\.org($|[:/])/;
/** Their examples in the documentation look like real values. */
const OF_OTHERS = /^(DISCORD_|PUBLISHER_APPLICATION_ID$)/;

/** Sentences about each variable that cannot be used, is missing, or has the value of an example. `isOnePort`: see `onePort`. */
export function* environmentProblems(env: Environment, mode: Mode, isOnePort: boolean): Generator<string> {
  yield* readVariables(isOnePort ? ONE_PORT_VARIABLES : API_VARIABLES, env).problems;
  yield* removedProblems(env);
  const isSet = (name: string) => env[name] && !(name === 'API_DOMAIN' && env.API_DOMAIN === env.SITE_DOMAIN);
  const own = isOnePort ? Object.keys(env).filter((name) => isApiAddress(name) && isSet(name)) : [];
  if (own.length > 0) yield `Here the API has the address of the site: unset ${own.join(' and ')}.`;
  if (mode === 'demo') return;
  yield* missingAddresses(env, isOnePort ? ['SITE'] : ['SITE', 'API']);
  yield* databaseProblems(env);
  // One process makes its own, in the data folder; several must have the same.
  if (!env.JWT_SECRET && env.REDIS_URL) yield missing(API_VARIABLES, 'JWT_SECRET');
  for (const [name, { example }] of Object.entries(ALL_VARIABLES)) {
    const value = env[name] ?? '';
    if (EXAMPLE.test(value) || (OF_OTHERS.test(name) && value === example))
      yield `${name} is ${value.replace(/\/\/.*@/s, '//')}, as in the example: set your own.`;
  }
  yield* misspellings(env, KNOWN);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Whether one of the absolute folders of a PATH has the program. */
export const isInPath = (name: string, searchPath = ''): boolean =>
  searchPath
    .split(path.delimiter)
    .some((folder) => path.isAbsolute(folder) && isProgram(path.join(folder, name)));

/** The program of a command line, and the script that is its first argument, as far as they do not exist. */
function missingFiles(command: string, searchPath: string | undefined): string[] {
  const [program = '', script = ''] = command.trim().split(/\s+/);
  // Windows finds programs by other rules.
  if (program === 'none' || process.platform === 'win32') return [];
  const isKnown = program.includes('/') ? isProgram(program) : isInPath(program, searchPath);
  const isMissing = path.isAbsolute(script) && !existsSync(script);
  return [...(isKnown ? [] : [program]), ...(isMissing ? [script] : [])];
}

const hostOf = (address: string): string => new URL(address.replace('{host}', 'host.invalid')).host;

/** The settings that would let other machines reach the demo, each with its host. */
function* publicSettings(values: ApiValues): Generator<string> {
  const { HOST, SITE_DOMAIN, API_DOMAIN, COOKIE_DOMAIN, PUBLISHER, TRUST_PROXY } = values;
  for (const [name, host] of Object.entries({ HOST, SITE_DOMAIN, API_DOMAIN, COOKIE_DOMAIN }))
    if (host !== undefined && !isLoopbackHost(host)) yield `${name} (${host})`;
  const addresses = Object.entries(values).filter(([name]) => /_ORIGIN_|_WEBHOOK_/.test(name));
  for (const [name, given] of [...addresses, ['PUBLISHER', PUBLISHER] as const]) {
    const hosts = [given ?? []].flat().map((address) => hostOf(String(address)));
    const host = hosts.find((one) => !isLoopbackHost(one));
    if (host !== undefined) yield `${name} (${host})`;
  }
  if (!['false', '0'].includes(TRUST_PROXY)) yield `TRUST_PROXY (${TRUST_PROXY})`;
}

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** The API sets the sign-in cookie and the site reads it, so one domain must cover both. */
function* cookieProblems(region: RegionId, site: URL, api: URL, domain: string | undefined) {
  const outside = [site, api].find(({ hostname }) => domain !== undefined && !isWithin(hostname, domain));
  if (outside !== undefined)
    yield `COOKIE_DOMAIN must be a parent of the site's and the API's hosts in every region: ${outside.host} (${region}) is not part of ${domain}.`;
  if (domain !== undefined || site.hostname === api.hostname) return;
  const parents = site.hostname.split('.').map((_, at, labels) => labels.slice(at).join('.'));
  const parent = parents.find((one) => isWithin(api.hostname, one));
  yield parent
    ? missing(API_VARIABLES, 'COOKIE_DOMAIN', parent)
    : `The site ${site.host} and the API ${api.host} (${region}) have no domain in common, so the site could not read the sign-in cookie: serve both below one domain.`;
}

/** Sentences about addresses over which a sign-in or a secret could be read by others, or would not work. */
function* unsafeAddresses(values: ApiValues): Generator<string> {
  const [sites, apis] = [originsOf(values, 'SITE'), originsOf(values, 'API')];
  const isSafe = (address: string, isLocal: boolean): boolean =>
    address.startsWith('https:') || (isLocal && isLoopbackHost(hostOf(address)));
  for (const address of [Object.values(sites), Object.values(apis), values.PUBLISHER ?? []].flat(2))
    if (!isSafe(address, isLoopbackHost(values.HOST)))
      yield `${address} must use https, because it carries sign-ins: only the API's own machine may use http.`;
  // The API itself requests this data, so the loopback address is safe wherever it listens.
  const data = values.PUBLISHER_DATA.replace('{service}', 'api').replace('{tld}', 'eu');
  if (!isSafe(data, URL.canParse(data)))
    yield `PUBLISHER_DATA (${values.PUBLISHER_DATA}) must use https, because its requests carry the application id: set an https address, or a server on this machine such as http://127.0.0.1:9000.`;
  for (const region of values.REGIONS) {
    const [site = '', api = ''] = [sites[region][0], apis[region][0]];
    yield* cookieProblems(region, new URL(site), new URL(api), values.COOKIE_DOMAIN);
  }
}

/** Sentences about values that cannot be used together, on this machine or in this mode. */
export function* conflicts(values: ApiValues, mode: Mode, searchPath: string | undefined): Generator<string> {
  const { API_PORT, BACKUP_DIR, MINIMAPS_FOLDER } = values;
  if (values.METRICS_PORT === API_PORT)
    yield `METRICS_PORT and API_PORT are both ${API_PORT}: set METRICS_PORT to another port.`;
  if (values.REDIS_URL !== undefined && values.DATABASE_URL === undefined)
    yield 'REDIS_URL connects several processes, and the embedded database allows one: set DATABASE_URL, or unset REDIS_URL.';
  for (const name of ['DATA_DIR', 'FILES_DIR'] as const)
    if (BACKUP_DIR && values[name] && path.resolve(values[name]) === path.resolve(BACKUP_DIR))
      yield `BACKUP_DIR and ${name} are both ${BACKUP_DIR}: set BACKUP_DIR to a separate folder.`;
  if (MINIMAPS_FOLDER !== undefined && !existsSync(`${MINIMAPS_FOLDER}/.`))
    yield `MINIMAPS_FOLDER is ${MINIMAPS_FOLDER}, which is no folder: create it, or unset it.`;
  for (const file of missingFiles(values.MINIMAP_RENDERER ?? 'none', searchPath))
    yield `MINIMAP_RENDERER names ${file}, which does not exist or cannot be run: correct it, or unset MINIMAP_RENDERER.`;
  if (mode === 'production') return yield* new Set(unsafeAddresses(values));
  const open = [...publicSettings(values)];
  if (open.length > 0)
    yield `The demo has invented data and a sign-in without passwords, so it serves this machine alone: unset ${new Intl.ListFormat('en').format(open)}, or start production with "npm run production".`;
}

/** Sentences about settings that work, or are ignored, and that the operator should know about. */
export function* warningsOf(values: ApiValues, mode: Mode, env: Environment): Generator<string> {
  yield* removedWarnings(env);
  if (mode === 'demo') return yield* misspellings(env, KNOWN);
  const bucket = bucketOf(values);
  const origin = bucket && originOfBucket(bucket);
  // Only if the API has the site's settings.
  const media = SITE_VARIABLES.MEDIA_ORIGINS.schema.safeParse(env.MEDIA_ORIGINS || undefined).data;
  if (origin !== null && !media?.includes(origin))
    yield `Minimap videos come from ${origin}, which MEDIA_ORIGINS does not name: add it, and build the site with it, or pages cannot show them.`;
  if (env.PORT)
    yield `PORT is of the demo and not used here: API_PORT is the port to listen on (${values.API_PORT}).`;
  if (values.DATABASE_URL === undefined)
    yield `The embedded database in ${values.DATA_DIR} may lose data when the power fails: set DATABASE_URL to a PostgreSQL database for data that must last.`;
  if (values.PUBLISHER_APPLICATION_ID === undefined)
    yield "PUBLISHER_APPLICATION_ID is not set, so searches by name find only players that the API knows already: create an application on the publisher's developer pages.";
}
