/** `robots.txt` (RFC 9309). */
import type { APIRoute } from 'astro';
import { robots } from '../build/search-engines.ts';
import { site } from '../layouts/site.ts';

export const GET: APIRoute = () => new Response(robots(site));
