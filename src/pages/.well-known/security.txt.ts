/** `security.txt` (RFC 9116): where to report a vulnerability. */
import type { APIRoute } from 'astro';
import { securityText } from '../../build/security-text.ts';
import { loadConfig } from '../../config.ts';

export const GET: APIRoute = () => new Response(securityText(loadConfig(), Date.now()));
