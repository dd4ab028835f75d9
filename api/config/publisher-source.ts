/** Addresses of the publisher's data. */
import type { RegionId } from '#lib/regions.ts';

/** The publisher's three hosts: the documented API, and those behind its own sites, which are undocumented. */
export type Service = 'api' | 'vortex' | 'clans';

/** Addresses of the publisher's hosts, and the operator's application id for the documented one. */
export interface PublisherSource {
  /** Address of a host, without a slash at its end. */
  addressOf(region: RegionId, service: Service): string;
  /** Belongs to the operator; never logged. Null uses the undocumented calls only. */
  applicationId: string | null;
}

/** The publisher's top-level domains. */
const TLDS: Readonly<Record<RegionId, string>> = { eu: 'eu', na: 'com', cis: 'ru', sea: 'asia' };

/** The default pattern of addresses. */
export const PUBLISHER_DATA = 'https://{service}.worldofwarships.{tld}';

/** Makes a source from a pattern, in which `{service}` is api, vortex or clans and `{tld}` the region's domain. */
export function publisherSource(pattern: string, applicationId: string | null): PublisherSource {
  const base = pattern.replace(/\/+$/, '');
  return {
    applicationId,
    addressOf: (region, service) => base.replace('{service}', service).replace('{tld}', TLDS[region]),
  };
}
