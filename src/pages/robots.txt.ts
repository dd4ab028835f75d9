/** `robots.txt` (RFC 9309). */
import type { APIRoute } from 'astro';
import { loadConfig } from '../config.ts';

const { region, siteOrigins } = loadConfig();

export const GET: APIRoute = () =>
  new Response(`User-agent: *
Allow: /
Disallow: /login
Disallow: /logout
Disallow: /settings

Sitemap: ${siteOrigins[region]}/sitemap.xml
`);
