/** Addresses on the external statistics site. Not in `regions.ts`, so that profiles and clans load without the region table. */
import type { RegionId } from '#lib/regions.ts';

const SUBDOMAINS: Readonly<Record<RegionId, string>> = { eu: '', na: 'na.', cis: 'ru.', sea: 'asia.' };

const siteOf = (region: RegionId): string => `https://${SUBDOMAINS[region]}wows-numbers.com`;

// A name may contain a lone surrogate, which cannot be encoded.
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Address of a player on the region's statistics site. */
export function playerStatisticsUrl(region: RegionId, player: { id: number; username: string }): string {
  return `${siteOf(region)}/player/${player.id},${encode(player.username)}`;
}

/** Address of a clan on the region's statistics site. */
export function clanStatisticsUrl(region: RegionId, clan: { id: number; tag: string; name: string }): string {
  return `${siteOf(region)}/clan/${clan.id},${encode(`${clan.tag}-${clan.name}`)}`;
}
