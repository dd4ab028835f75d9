/** Where sign-in may lead: addresses of the region's own site, and nowhere else. */
import type { ApiConfig } from '#api/config.ts';
import type { RegionId } from '#lib/regions.ts';

type Config = Pick<ApiConfig, 'siteOrigins'>;

/** Some clients encode the address twice: then it still has an encoded colon or slash where it must have a plain one. */
function decodedOnceMore(value: string): string {
  if (!/^(https?%3A|%2F)/i.test(value)) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Origin of the region's site. */
export function siteOriginOf(config: Config, region: RegionId): string {
  return config.siteOrigins[region][0] as string;
}

/**
 * The absolute address that `redirectUri` means, relative ones resolved against the region's site; null when it is
 * not an address of one of the region's own origins.
 */
export function resolveRedirect(config: Config, region: RegionId, redirectUri: string): string | null {
  try {
    const url = new URL(decodedOnceMore(redirectUri), siteOriginOf(config, region));
    return config.siteOrigins[region].includes(url.origin) ? url.href : null;
  } catch {
    return null;
  }
}
