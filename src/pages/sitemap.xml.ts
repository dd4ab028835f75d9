/** Pages to list for search engines, as sitemaps.org describes it. Pages about people are not among them. */
import type { APIRoute } from 'astro';
import { type RouteId, routes } from '#lib/routes.ts';
import { loadConfig } from '../config.ts';

const LISTED: readonly RouteId[] = ['home', 'players', 'clans', 'posts', 'guidelines', 'privacy'];

export const GET: APIRoute = () => {
  const { region, siteOrigins } = loadConfig();
  const urls = routes
    .filter(({ id }) => LISTED.includes(id))
    .map(({ pattern }) => `<url><loc>${siteOrigins[region]}${pattern}</loc></url>`);
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`);
};
