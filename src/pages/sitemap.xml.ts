/** The sitemap. */
import type { APIRoute } from 'astro';
import { sitemap } from '../build/search-engines.ts';
import { site } from '../layouts/site.ts';

export const GET: APIRoute = () => new Response(sitemap(site));
