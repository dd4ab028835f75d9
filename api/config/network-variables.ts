/** The environment variables that decide who reaches the API, and how often. */
import { parseTrustedProxies } from '#api/config/trusted-proxies.ts';
import { z } from '#lib/schemas/zod.ts';
import { matching, satisfying, wholeNumber } from '#lib/settings/deployment.ts';
import type { Variables } from '#lib/settings/variables.ts';

const portSchema = wholeNumber(0, 65_535, 'must be a port from 0 to 65535');
/** A limit of `what`, which is `usual` by default. */
const limit = (what: string, usual: number, about: string) => ({
  schema: z._default(
    wholeNumber(0, Number.MAX_SAFE_INTEGER, `must be a number of ${what}, or 0 for no limit`),
    usual,
  ),
  about,
  example: String(usual),
});

/** Addresses, proxies and limits. */
export const NETWORK_VARIABLES = {
  COOKIE_DOMAIN: {
    schema: z.optional(matching(/^[^\s/?#@:]+$/, 'must be a domain such as example.org, without a port')),
    about:
      'Domain of the sign-in cookie, which the site reads: the parent of the site’s and the API’s hosts.',
    example: 'example.org',
    unset: 'the API’s host alone',
  },
  HOST: {
    schema: z._default(z.string(), '127.0.0.1'),
    about: 'Address to listen on. A proxy on the same machine reaches the default.',
    example: '0.0.0.0',
  },
  API_PORT: {
    schema: z._default(portSchema, 5010),
    about: 'Port to listen on.',
    example: '5010',
  },
  PORT: {
    schema: z._default(portSchema, 4321),
    about: 'Port of the site of the demo.',
    example: '4321',
    mode: 'demo',
  },
  TRUST_PROXY: {
    schema: z._default(
      satisfying(
        (text) => parseTrustedProxies(text) !== null,
        'must be the number of proxies in front of the API (such as 1), or their addresses and networks ' +
          '(such as 10.0.0.0/8, or loopback), separated by commas; true would trust what any client claims',
      ),
      'false',
    ),
    about: 'Proxies in front of the API that report the caller’s address: their number, or their networks.',
    example: 'loopback',
    unset: 'none',
    mode: 'production',
  },
  RATE_LIMIT_ADDRESS: limit(
    'requests a minute',
    3000,
    'Requests of one address per minute, ten times as many of a /48 of IPv6; 0 turns off both limits and that of its live connections.',
  ),
  RATE_LIMIT_ACCOUNT: limit(
    'writes a minute',
    120,
    'Writes and hub calls of one account per minute; 0 turns off this limit and those of its look-ups of battles and its live connections.',
  ),
  POSTS_PER_DAY: limit(
    'posts',
    10,
    'Posts that one account may write within 24 hours, 3 of them at most on its first day; 0 for no limit. Staff have none.',
  ),
} satisfies Variables;
