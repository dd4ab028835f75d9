/** Required settings of production, and addresses that it refuses. */
import { bucketOf, originOfBucket } from '#api/config/bucket-variables.ts';
import { DISCORD_VARIABLES } from '#api/config/discord-variables.ts';
import { databaseProblems } from '#api/config/storage.ts';
import { API_VARIABLES, type ApiValues } from '#api/config/variables.ts';
import type { RegionId } from '#lib/regions.ts';
import { type Environment, isLoopbackHost } from '#lib/settings/deployment.ts';
import {
  type AddressKind,
  apiOriginsOf,
  missingAddresses,
  SITE_VARIABLES,
  siteOriginsOf,
} from '#lib/settings/site-variables.ts';
import { missing, readVariables, type Variables } from '#lib/settings/variables.ts';

/** A sentence with an example for every setting that production needs and does not have. */
export function missingSettings(env: Environment, kinds: readonly AddressKind[]): string[] {
  const problems = [...missingAddresses(env, kinds), ...databaseProblems(env)];
  // One process makes its own, in the data folder; several must have the same.
  if (!env.JWT_SECRET && env.REDIS_URL) problems.push(missing(API_VARIABLES, 'JWT_SECRET'));
  return problems;
}

/** A value of the examples in `deploy` that the operator has not replaced. The domain belongs to no one. */
const EXAMPLE = /(^|[@./:])example\.org($|[:/])/;

/** Settings whose examples in the documentation look like real values. */
const OF_OTHERS: Variables = {
  ...DISCORD_VARIABLES,
  PUBLISHER_APPLICATION_ID: API_VARIABLES.PUBLISHER_APPLICATION_ID,
};

const withoutPassword = (address = ''): string => address.replace(/\/\/.*@/s, '//');

/** A sentence for each setting that still has the value of an example. */
export const exampleValues = (env: Environment): string[] =>
  Object.keys({ ...SITE_VARIABLES, ...API_VARIABLES })
    .filter((name) => EXAMPLE.test(env[name] ?? '') || (env[name] && env[name] === OF_OTHERS[name]?.example))
    .map((name) => `${name} is ${withoutPassword(env[name])}, as in the example: set your own.`);

/** The labels that both hosts end with. */
function commonParent(a: string, b: string): string {
  const [labels, others] = [a.split('.').reverse(), b.split('.').reverse()];
  const end = labels.findIndex((label, index) => label !== others[index]);
  return labels
    .slice(0, end === -1 ? undefined : end)
    .reverse()
    .join('.');
}

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** The API sets the sign-in cookie and the site reads it, so one domain must cover both. */
function cookieProblem(region: RegionId, site: URL, api: URL, domain: string | undefined): string | null {
  if (domain === undefined) {
    if (site.hostname === api.hostname) return null;
    const parent = commonParent(site.hostname, api.hostname);
    if (parent !== '') return missing(API_VARIABLES, 'COOKIE_DOMAIN', parent);
    return `The site ${site.host} and the API ${api.host} (${region}) have no domain in common, so the site could not read the sign-in cookie: serve both below one domain.`;
  }
  const outside = [site, api].find(({ hostname }) => !isWithin(hostname, domain));
  if (outside === undefined) return null;
  return `COOKIE_DOMAIN must be a parent of the site's and the API's hosts in every region: ${outside.host} (${region}) is not part of ${domain}.`;
}

/** The publisher's data is requested by the API itself, so the loopback address is safe wherever the API listens. */
function publisherDataProblems({ PUBLISHER_DATA }: ApiValues): string[] {
  const address = PUBLISHER_DATA.replace('{service}', 'api').replace('{tld}', 'eu');
  if (address.startsWith('https:')) return [];
  if (URL.canParse(address) && isLoopbackHost(new URL(address).host)) return [];
  return [
    `PUBLISHER_DATA (${PUBLISHER_DATA}) must use https, because its requests carry the application id: set an https address, or a server on this machine such as http://127.0.0.1:9000.`,
  ];
}

/** Sentences about addresses over which a sign-in or a secret could be read by others, or would not work. */
export function unsafeAddresses(values: ApiValues): string[] {
  const [sites, apis] = [siteOriginsOf(values), apiOriginsOf(values)];
  const isLocal = isLoopbackHost(values.HOST);
  const publisher = values.PUBLISHER === undefined ? [] : [values.PUBLISHER];
  const isSafe = (address: string): boolean =>
    address.startsWith('https:') ||
    (isLocal && isLoopbackHost(new URL(address.replace('{host}', 'host.invalid')).host));
  const problems = [...Object.values(sites), ...Object.values(apis), publisher]
    .flat()
    .filter((address) => !isSafe(address))
    .map(
      (address) =>
        `${address} must use https, because it carries sign-ins: only the API's own machine may use http.`,
    );
  problems.push(...publisherDataProblems(values));
  for (const region of values.REGIONS) {
    const [site, api] = [new URL(sites[region][0] as string), new URL(apis[region][0] as string)];
    const problem = cookieProblem(region, site, api, values.COOKIE_DOMAIN);
    if (problem !== null) problems.push(problem);
  }
  return [...new Set(problems)];
}

/** A sentence when the site's pages could not show the bucket's videos. Only if the API has the site's settings. */
function mediaWarnings(values: ApiValues, env: Environment): string[] {
  const bucket = bucketOf(values);
  if (bucket === null) return [];
  const origin = originOfBucket(bucket);
  const { values: site } = readVariables({ MEDIA_ORIGINS: SITE_VARIABLES.MEDIA_ORIGINS }, env);
  if (site.MEDIA_ORIGINS?.includes(origin)) return [];
  return [
    `Minimap videos come from ${origin}, which MEDIA_ORIGINS does not name: add it, and build the site with it, or pages cannot show them.`,
  ];
}

/** A sentence when several processes are meant to use the embedded database, which allows one. */
export function redisProblems({ REDIS_URL, DATABASE_URL }: ApiValues): string[] {
  if (REDIS_URL === undefined || DATABASE_URL !== undefined) return [];
  return [
    'REDIS_URL connects several processes, and the embedded database allows one: set DATABASE_URL, or unset REDIS_URL.',
  ];
}

/** Sentences about settings that work, and that the operator should know about. */
export function productionWarnings(values: ApiValues, env: Environment): string[] {
  const warnings = mediaWarnings(values, env);
  if (env.PORT)
    warnings.push(
      `PORT is of the demo and not used here: API_PORT is the port to listen on (${values.API_PORT}).`,
    );
  if (values.DATABASE_URL === undefined)
    warnings.push(
      `The embedded database in ${values.DATA_DIR} may lose data when the power fails: set DATABASE_URL to a PostgreSQL database for data that must last.`,
    );
  if (values.PUBLISHER_APPLICATION_ID === undefined)
    warnings.push(
      "PUBLISHER_APPLICATION_ID is not set, so searches by name find only players that the API knows already: create an application on the publisher's developer pages.",
    );
  return warnings;
}
