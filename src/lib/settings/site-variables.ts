/** The environment variables of the site's build, and the addresses that it shares with the API. */
import { perRegion, REGION_IDS, type RegionId, regionHost, regions } from '../regions.ts';
import { z } from '../schemas/zod.ts';
import {
  domainSchema,
  type Environment,
  flagSchema,
  isLoopbackHost,
  matching,
  originsSchema,
  regionsSchema,
} from './deployment.ts';
import { byRegion, missing, regional, type Variables } from './variables.ts';

/** Where players reach the site and the API. The build and the API must get the same. */
export const ADDRESS_VARIABLES = {
  REGIONS: {
    schema: z._default(regionsSchema, [...REGION_IDS]),
    about: 'The regions of the deployment, separated by commas or spaces; hosts of no region get the first.',
    example: 'eu,na',
    unset: 'all four',
  },
  SITE_DOMAIN: {
    schema: z.optional(domainSchema('example.org or localhost:4321')),
    about:
      'Domain of the site: the first of `REGIONS` has the domain itself, others have eu., na., ru. or asia. in front of it.',
    example: 'example.org',
    unset: 'required in production; the demo’s ports on `localhost`',
  },
  API_DOMAIN: {
    schema: z.optional(domainSchema('api.example.org or localhost:5010')),
    about: 'Domain of the API, with the same names in front of it.',
    example: 'api.example.org',
    unset:
      'required by `npm run serve:api` and builds for static hosts; `npm run production` has that of the site, and refuses another',
  },
  ...regional('SITE_ORIGIN', (region) => ({
    schema: z.optional(originsSchema),
    about:
      'Origin of one region’s site, instead of the name under `SITE_DOMAIN`; further origins may follow.',
    example: `https://${regionHost(region, 'example.org')}`,
  })),
  ...regional('API_ORIGIN', (region) => ({
    schema: z.optional(originsSchema),
    about:
      'Origin of one region’s API, instead of the name under `API_DOMAIN`; not for `npm run production`.',
    example: `https://api-${regions[region].hostLabel}.example.org`,
  })),
} satisfies Variables;

const linkSchema = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

/** Variables of the site's build. */
export const SITE_VARIABLES = {
  MEDIA_ORIGINS: {
    schema: z._default(originsSchema, []),
    about:
      'Further origins that pictures, videos and replay files may come from, such as that of the bucket in which the API keeps them.',
    example: 'https://media.example.org',
    unset: 'none',
  },
  SOURCE_URL: {
    schema: z.optional(linkSchema),
    about: 'The footer’s link to the source code.',
    example: 'https://git.example.org/fleet-karma',
    unset: 'no link; the demo’s leads nowhere',
  },
  CHAT_URL: {
    schema: z.optional(linkSchema),
    about: 'The footer’s link to the community’s chat.',
    example: 'https://chat.example.org',
    unset: 'no link; the demo’s leads nowhere',
  },
  SERVICE_WORKER: {
    schema: z._default(flagSchema, true),
    about:
      'Whether browsers keep a service worker for reading offline; `false` removes it from every browser with all that it stored.',
    example: 'false',
  },
  CONTACT_EMAIL: {
    schema: z.optional(matching(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address such as admin@example.org')),
    about: 'The operator’s e-mail address, for `security.txt` and the privacy page.',
    example: 'admin@example.org',
    unset: '`security@` and `privacy@` the site’s domain',
  },
  ENVIRONMENT_BADGE: {
    schema: z._default(z.enum(['', 'Dev', 'Preview'], 'must be empty, Dev or Preview'), ''),
    about: 'A badge in the navigation bar, for sites that are not the real one.',
    example: 'Preview',
    unset: 'none',
  },
} satisfies Variables;

type Origins = Readonly<Record<RegionId, string[] | undefined>>;

/** Plain HTTP only on the machine itself. */
const schemeOf = (domain: string): string => (isLoopbackHost(domain) ? 'http' : 'https');

function originsOf(given: Origins, domain: string | undefined, first?: RegionId): Record<RegionId, string[]> {
  return perRegion((id) => {
    const own = given[id];
    if (own?.length) return [...own];
    if (domain === undefined) return [];
    return [new URL(`${schemeOf(domain)}://${regionHost(id, domain, first)}`).origin];
  });
}

type Addresses = { [K in keyof typeof ADDRESS_VARIABLES]: z.output<(typeof ADDRESS_VARIABLES)[K]['schema']> };

/** The origins of each region's site: its own, or else the region's host under the domain; empty without both. */
export const siteOriginsOf = (values: Addresses, domain = values.SITE_DOMAIN) =>
  originsOf(byRegion(values, 'SITE_ORIGIN'), domain, values.REGIONS[0]);

/** The origins of each region's API: its own, or else the region's host under the domain; empty without both. */
export const apiOriginsOf = (values: Addresses, domain = values.API_DOMAIN) =>
  originsOf(byRegion(values, 'API_ORIGIN'), domain, values.REGIONS[0]);

/** Whose addresses: those of `npm run production` are the same. */
export type AddressKind = 'SITE' | 'API';

/** A sentence for each address that is missing: the domains, or else an origin for each region that is served. */
export function missingAddresses(
  env: Environment,
  kinds: readonly AddressKind[] = ['SITE', 'API'],
): string[] {
  const {
    REGIONS: { schema },
  } = ADDRESS_VARIABLES;
  // A list that cannot be read is reported with the other values.
  const served = schema.safeParse(env.REGIONS || undefined).data ?? REGION_IDS;
  return kinds.flatMap((kind) => {
    if (env[`${kind}_DOMAIN`]) return [];
    const names = served.map((id) => `${kind}_ORIGIN_${id.toUpperCase()}`);
    const unset = names.filter((name) => !env[name]);
    if (unset.length < names.length) return unset.map((name) => missing(ADDRESS_VARIABLES, name));
    return [
      `${missing(ADDRESS_VARIABLES, `${kind}_DOMAIN`)} (or ${new Intl.ListFormat('en').format(names)})`,
    ];
  });
}
