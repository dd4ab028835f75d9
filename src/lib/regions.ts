/**
 * The region table: everything that differs between EU, NA, CIS and SEA.
 * `regionHost` builds the hosts of a deployment from its domain.
 */

/** Region ids as used in file names, database schemas and `<html data-region>`. */
export const REGION_IDS = ['eu', 'na', 'cis', 'sea'] as const;

/** One of the four game regions. */
export type RegionId = (typeof REGION_IDS)[number];

/** A value for each region. */
export const perRegion = <T>(create: (region: RegionId) => T): Record<RegionId, T> =>
  Object.fromEntries(REGION_IDS.map((id) => [id, create(id)])) as Record<RegionId, T>;

/** The publisher's report forms of one region, opened from the customer-support help. */
export interface SupportLinks {
  /** Unsporting play, collusion. */
  gameplay: string;
  /** Chat and behaviour. */
  chat: string;
}

/** Facts about a region that no deployment changes. */
export interface Region {
  /** Shown in the footer and used in the cookie's name. */
  label: 'EU' | 'NA' | 'CIS' | 'SEA';
  /** Display name. */
  name: string;
  /** First label of the region's hosts; the first region of a deployment has the bare domain as well. */
  hostLabel: 'eu' | 'na' | 'ru' | 'asia';
  /** Sign-in cookie of the region. */
  cookieName: `Auth_${'EU' | 'NA' | 'CIS' | 'SEA'}`;
  /** Editors' notice of this region, relative to `/assets/`. */
  noticeFile: string;
  /** Host of the external statistics site. */
  statisticsHost: string;
  /** Host of the publisher's sign-in. */
  publisherHost: string;
  /** Report forms; null where the publisher offers none. */
  supportLinks: SupportLinks | null;
}

const support = (host: string, gameplay: string, chat: string): SupportLinks => ({
  gameplay: `https://${host}/support/en/products/wows/help/${gameplay}/`,
  chat: `https://${host}/support/en/products/wows/help/${chat}/`,
});

/** The region table, by id. */
export const regions: Readonly<Record<RegionId, Region>> = {
  eu: {
    label: 'EU',
    name: 'Europe',
    hostLabel: 'eu',
    cookieName: 'Auth_EU',
    noticeFile: 'psa.eu.html',
    statisticsHost: 'wows-numbers.com',
    publisherHost: 'eu.wargaming.net',
    supportLinks: support('eu.wargaming.net', '29948/29949/29955/29957', '29948/29949/29951/29952'),
  },
  na: {
    label: 'NA',
    name: 'North America',
    hostLabel: 'na',
    cookieName: 'Auth_NA',
    noticeFile: 'psa.na.html',
    statisticsHost: 'na.wows-numbers.com',
    publisherHost: 'na.wargaming.net',
    supportLinks: support('na.wargaming.net', '31336/31337/31338/31339', '31336/31337/31345'),
  },
  cis: {
    label: 'CIS',
    name: 'CIS',
    hostLabel: 'ru',
    cookieName: 'Auth_CIS',
    noticeFile: 'psa.cis.html',
    statisticsHost: 'ru.wows-numbers.com',
    publisherHost: 'ru.wargaming.net',
    supportLinks: null,
  },
  sea: {
    label: 'SEA',
    name: 'Asia',
    hostLabel: 'asia',
    cookieName: 'Auth_SEA',
    noticeFile: 'psa.sea.html',
    statisticsHost: 'asia.wows-numbers.com',
    publisherHost: 'asia.wargaming.net',
    supportLinks: support('asia.wargaming.net', '28687/28688/28689', '28687/28688/28694'),
  },
};

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

// A name may contain a lone surrogate, which cannot be encoded.
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Address of a player on the region's statistics site. */
export function playerStatisticsUrl(region: RegionId, player: { id: number; username: string }): string {
  return `https://${regions[region].statisticsHost}/player/${player.id},${encode(player.username)}`;
}

/** Address of a clan on the region's statistics site. */
export function clanStatisticsUrl(region: RegionId, clan: { id: number; tag: string; name: string }): string {
  return `https://${regions[region].statisticsHost}/clan/${clan.id},${encode(`${clan.tag}-${clan.name}`)}`;
}
