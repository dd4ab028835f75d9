/** Where sign-in may redirect to: addresses of the region's own site only. */
import type { ApiConfig } from '#api/config.ts';
import type { RegionId } from '#lib/regions.ts';

type Config = Pick<ApiConfig, 'siteOrigins'>;

/** Decodes an address that a client has encoded twice: it has an encoded colon or slash where a plain one belongs. */
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

/** Resolves `redirectUri` against the region's site. Null when the result is not on one of the region's own origins. */
export function resolveRedirect(config: Config, region: RegionId, redirectUri: string): string | null {
  try {
    const url = new URL(decodedOnceMore(redirectUri), siteOriginOf(config, region));
    return config.siteOrigins[region].includes(url.origin) ? url.href : null;
  } catch {
    return null;
  }
}
