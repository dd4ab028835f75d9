/** The environment variables of the site's build, and those that it shares with the API, which must get the same. */
import { isPythonClass } from 'wows-replay/classes';
import { perRegion, REGION_IDS, regionHost, regions } from '../regions.ts';
import { z } from '../schemas/zod.ts';
import { type Environment, flag, isLoopbackHost, matching, satisfying } from './deployment.ts';
import { missing, optional, regional, type ValuesOf, withDefault } from './variables.ts';

/** A list of items, separated by commas or spaces unless `separator` is given. */
function listOf<T>(item: z.ZodMiniType<T, string>, separator = /[\s,]+/) {
  const items = (text: string): string[] => text.trim().split(separator).filter(Boolean);
  return z.pipe(z.pipe(z.string(), z.transform(items)), z.array(item));
}

const IDS = `must hold one or more of ${REGION_IDS.join(', ')}, none of them twice`;
const areUnique = (items: readonly string[]): boolean => new Set(items).size === items.length;
const regionIds = listOf(z.enum(REGION_IDS, IDS)).check(z.minLength(1, IDS), z.refine(areUnique, IDS));

/** A domain under which hosts can be named, with or without a port. */
const isDomain = (text: string): boolean => /^[^\s/?#@]+$/.test(text) && URL.canParse(`https://na.${text}`);
const domain = (example: string) => satisfying(isDomain, `must be a domain such as ${example}`);

const ORIGINS = 'must hold origins such as https://example.org, without a path';
const isOrigin = (text: string): boolean => /^https?:\/\/[^\s/?#@]+$/.test(text) && URL.canParse(text);
/** Lower case, without a default port. */
const toOrigin = (text: string): string => new URL(text).origin;
const origins = listOf(z.pipe(satisfying(isOrigin, ORIGINS), z.transform(toOrigin)));

/** Where players reach the site and the API. */
export const ADDRESS_VARIABLES = {
  REGIONS: withDefault(regionIds, [...REGION_IDS]).about(
    'The regions of the deployment, separated by commas or spaces; hosts of no region get the first.',
    { example: 'eu,na', unset: 'all four' },
  ),
  SITE_DOMAIN: optional(domain('example.org or localhost:4321')).about(
    'Domain of the site: the first of `REGIONS` has the domain itself, others have eu., na., ru. or asia. in front of it.',
    { example: 'example.org', unset: 'required in production; the demo’s ports on `localhost`' },
  ),
  API_DOMAIN: optional(domain('api.example.org or localhost:5010')).about(
    'Domain of the API, with the same names in front of it.',
    {
      example: 'api.example.org',
      unset:
        'required by `npm run serve:api` and builds for static hosts; `npm run production` has that of the site, and refuses another',
    },
  ),
  ...regional('SITE_ORIGIN', origins).about(
    'Origin of one region’s site, instead of the name under `SITE_DOMAIN`; further origins may follow.',
    (region) => ({ example: `https://${regionHost(region, 'example.org')}` }),
  ),
  ...regional('API_ORIGIN', origins).about(
    'Origin of one region’s API, instead of the name under `API_DOMAIN`; not for `npm run production`.',
    (region) => ({ example: `https://api-${regions[region].hostLabel}.example.org` }),
  ),
};

const isReplayClass = (name: string): boolean =>
  name.length <= 100 && /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$/.test(name) && !isPythonClass(name);
const CLASSES =
  'must hold classes such as Module.Class, separated by commas, and none of Python’s own modules, because a replay with one is an attack';
const replayClasses = listOf(satisfying(isReplayClass, CLASSES), /\s*,\s*/);

/** Variables of both replay decoders: the API's, and the one in the browser. */
export const REPLAY_VARIABLES = {
  REPLAY_EXTRA_CLASSES: withDefault(replayClasses, []).about(
    'Classes (`Module.Class`) that a game update adds to replays; refused replays log theirs. The build of the site reads it, too, because the editor checks files.',
    { example: 'NewModule.NewClass', unset: 'none' },
  ),
};

const link = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

/** Variables of the site's build alone. */
export const SITE_VARIABLES = {
  MEDIA_ORIGINS: withDefault(origins, []).about(
    'Further origins that pictures, videos and replay files may come from, such as that of the bucket in which the API keeps them.',
    { example: 'https://media.example.org', unset: 'none' },
  ),
  SOURCE_URL: optional(link).about('The footer’s link to the source code.', {
    example: 'https://git.example.org/fleet-karma',
    unset: 'no link; the demo’s leads nowhere',
  }),
  CHAT_URL: optional(link).about('The footer’s link to the community’s chat.', {
    example: 'https://chat.example.org',
    unset: 'no link; the demo’s leads nowhere',
  }),
  SERVICE_WORKER: withDefault(flag, true).about(
    'Whether browsers keep a service worker for reading offline; `false` removes it from every browser with all that it stored.',
    { example: 'false' },
  ),
  CONTACT_EMAIL: optional(matching(/^[^\s@]+@[^\s@]+$/, 'an e-mail address such as admin@example.org')).about(
    'The operator’s e-mail address, for `security.txt` and the privacy page.',
    { example: 'admin@example.org', unset: '`security@` and `privacy@` the site’s domain' },
  ),
  ENVIRONMENT_BADGE: withDefault(z.enum(['', 'Dev', 'Preview'], 'must be empty, Dev or Preview'), '').about(
    'A badge in the navigation bar, for sites that are not the real one.',
    { example: 'Preview', unset: 'none' },
  ),
};

type Addresses = ValuesOf<typeof ADDRESS_VARIABLES>;
type Kind = 'SITE' | 'API';

/** The origins of each region's site or API: its own, or else the region's host under the domain; empty without both. */
export const originsOf = (values: Addresses, kind: Kind, domain = values[`${kind}_DOMAIN`]) =>
  perRegion((id): string[] => {
    const own = values[`${kind}_ORIGIN_${regions[id].label}`];
    if (own?.length) return [...own];
    if (domain === undefined) return [];
    // Plain HTTP only on the machine itself.
    const scheme = isLoopbackHost(domain) ? 'http' : 'https';
    return [new URL(`${scheme}://${regionHost(id, domain, values.REGIONS[0])}`).origin];
  });

/** The first origin of each region, empty where it has none: the API may accept more than one of the site. */
export const firstOrigins = (origins: ReturnType<typeof originsOf>) =>
  perRegion((id) => origins[id][0] ?? '');

/** A sentence for each address that is missing: the domains, or else an origin for each region that is served. */
export function missingAddresses(env: Environment, kinds: readonly Kind[] = ['SITE', 'API']) {
  // A list that cannot be read is reported with the other values.
  const served = ADDRESS_VARIABLES.REGIONS.schema.safeParse(env.REGIONS || undefined).data ?? REGION_IDS;
  return kinds.flatMap((kind) => {
    if (env[`${kind}_DOMAIN`]) return [];
    const names = served.map((id) => `${kind}_ORIGIN_${regions[id].label}`);
    const unset = names.filter((name) => !env[name]);
    if (unset.length < names.length) return unset.map((name) => missing(ADDRESS_VARIABLES, name));
    const list = new Intl.ListFormat('en').format(names);
    return [`${missing(ADDRESS_VARIABLES, `${kind}_DOMAIN`)} (or ${list})`];
  });
}
