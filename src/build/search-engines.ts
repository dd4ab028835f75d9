/** The files for search engines: which pages they list. No page of a person is among them. */
import { type RouteId, routes } from '#lib/routes.ts';
import type { SiteConfig } from '../config.ts';

type Config = Pick<SiteConfig, 'region' | 'siteOrigins'>;

/** Pages of which search engines learn without a link. */
const LISTED: readonly RouteId[] = ['home', 'players', 'clans', 'posts', 'guidelines', 'privacy'];

/** The text of `/sitemap.xml`, as sitemaps.org describes it. */
export function sitemap({ region, siteOrigins }: Config): string {
  const urls = routes
    .filter(({ id }) => LISTED.includes(id))
    .map(({ pattern }) => `<url><loc>${siteOrigins[region]}${pattern}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

/** The text of `/robots.txt`. */
export function robots({ region, siteOrigins }: Config): string {
  return `User-agent: *
Allow: /
Disallow: /login
Disallow: /logout
Disallow: /settings

Sitemap: ${siteOrigins[region]}/sitemap.xml
`;
}
