/**
 * The region table: everything that differs between EU, NA, CIS and SEA, except what `statistics-url.ts` has.
 * `regionHost` builds the hosts of a deployment from its domain.
 */

/** Region ids as used in file names, database schemas and `<html data-region>`. */
export const REGION_IDS = ['eu', 'na', 'cis', 'sea'] as const;

/** One of the four game regions. */
export type RegionId = (typeof REGION_IDS)[number];

/** A value for each region. */
export const perRegion = <T>(create: (region: RegionId) => T): Record<RegionId, T> =>
  Object.fromEntries(REGION_IDS.map((id) => [id, create(id)])) as Record<RegionId, T>;

/**
 * Facts that differ between the regions and cannot be derived. `forms` are the publisher's
 * report forms: for gameplay, and for chat.
 */
const FACTS = {
  eu: { name: 'Europe', host: 'eu', forms: ['29948/29949/29955/29957', '29948/29949/29951/29952'] },
  na: { name: 'North America', host: 'na', forms: ['31336/31337/31338/31339', '31336/31337/31345'] },
  cis: { name: 'CIS', host: 'ru', forms: null },
  sea: { name: 'Asia', host: 'asia', forms: ['28687/28688/28689', '28687/28688/28694'] },
} as const satisfies Record<RegionId, { name: string; host: string; forms: [string, string] | null }>;

function describe(id: RegionId) {
  const { name, host, forms } = FACTS[id];
  const label = id.toUpperCase() as Uppercase<RegionId>;
  const publisherHost = `${host}.wargaming.net`;
  const formUrl = (form: string): string => `https://${publisherHost}/support/en/products/wows/help/${form}/`;
  return {
    /** Shown in the footer and used in the cookie's name. */
    label,
    /** Display name. */
    name,
    /** First label of the region's hosts; the first region of a deployment has the bare domain as well. */
    hostLabel: host,
    /** Sign-in cookie of the region. */
    cookieName: `Auth_${label}` as const,
    /** Editors' notice of this region, relative to `/assets/`. */
    noticeFile: `psa.${id}.html`,
    /** Host of the publisher's sign-in. */
    publisherHost,
    /** The publisher's report forms, opened from the customer-support help; null where it offers none. */
    supportLinks: forms && {
      /** Unsporting play, collusion. */
      gameplay: formUrl(forms[0]),
      /** Chat and behaviour. */
      chat: formUrl(forms[1]),
    },
  };
}

/** The region table, by id: facts that no deployment changes. */
export const regions = perRegion(describe);

/** True for one of the four region ids. */
export function isRegionId(value: unknown): value is RegionId {
  return typeof value === 'string' && (REGION_IDS as readonly string[]).includes(value);
}

/**
 * The region of `served` that a host name belongs to, by its first label; any other host gets the first of them.
 * `host` may carry a port and any letter case.
 */
export function regionOfHost(host: string | undefined, served: readonly RegionId[] = REGION_IDS): RegionId {
  const label = (host ?? '').toLowerCase().split(/[.:]/, 1)[0] ?? '';
  return served.find((id) => regions[id].hostLabel === label) ?? served[0] ?? 'eu';
}

/**
 * The region's host under a domain that may carry a port: `localhost:4321` → `na.localhost:4321`. The `first` region of a
 * deployment has the domain itself.
 */
export function regionHost(region: RegionId, domain: string, first: RegionId = REGION_IDS[0]): string {
  return region === first ? domain : `${regions[region].hostLabel}.${domain}`;
}
