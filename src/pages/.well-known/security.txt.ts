/** `security.txt` (RFC 9116): where to report a vulnerability. */
import type { APIRoute } from 'astro';
import { millisecondsInDay } from 'date-fns/constants';
import { loadConfig, type SiteConfig } from '../../config.ts';

/** The RFC recommends less than a year. Every deployment renews it. */
const VALID_MS = 360 * millisecondsInDay;

type Config = Pick<SiteConfig, 'region' | 'siteOrigins' | 'apiOrigins' | 'securityContact'>;

/** The file of a region's site; `builtAt` in milliseconds since 1970. The API's own address redirects to it. */
export function securityText(
  { region, siteOrigins, apiOrigins, securityContact }: Config,
  builtAt: number,
): string {
  const address = (origin: string) => `${origin}/.well-known/security.txt`;
  return [
    `Contact: ${securityContact}`,
    `Expires: ${new Date(builtAt + VALID_MS).toISOString().replace(/\.\d+/, '')}`,
    'Preferred-Languages: en',
    ...new Set([siteOrigins[region], apiOrigins[region]].map((origin) => `Canonical: ${address(origin)}`)),
    '',
  ].join('\n');
}

export const GET: APIRoute = () => new Response(securityText(loadConfig(), Date.now()));
