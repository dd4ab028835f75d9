/** The region's sign-in cookie. */
import type { ApiConfig } from '#api/config.ts';
import { type RegionId, regions } from '#lib/regions.ts';
import { COOKIE_LIFETIME_DAYS } from '#lib/schemas/session.ts';

const DAY_MS = 86_400_000;

/** Value of `Set-Cookie`: readable by the site (not HttpOnly), kept 7 days, Secure over HTTPS. */
export function cookieHeader(
  config: Pick<ApiConfig, 'cookieDomain'>,
  region: RegionId,
  token: string,
  secure: boolean,
  now: number,
): string {
  const parts = [
    `${regions[region].cookieName}=${token}`,
    'Path=/',
    ...(config.cookieDomain === null ? [] : [`Domain=${config.cookieDomain}`]),
    `Expires=${new Date(now + COOKIE_LIFETIME_DAYS * DAY_MS).toUTCString()}`,
    ...(secure ? ['Secure'] : []),
    'SameSite=Lax',
  ];
  return parts.join('; ');
}
