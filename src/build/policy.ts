/** The content-security-policy of one region's build: the site, its regional API and the media origins, nothing else. */
import type { SiteConfig } from '../config.ts';

/** The Trusted Types policies that browser code may create: for editors' files and for addresses of workers. */
export const TRUSTED_TYPES = ['static-content', 'worker-url'] as const;

/** All directives except `script-src` and `style-src`, which Astro writes with their hashes. */
export function policyDirectives({ region, apiOrigins, mediaOrigins }: SiteConfig) {
  const api = apiOrigins[region];
  const isOwn = api === '';
  const media = ["'self'", ...(isOwn ? [] : [api]), ...mediaOrigins].join(' ');
  // A browser without a timeline from the API loads the replay's file, which may be at a media origin.
  const connect = ["'self'", ...(isOwn ? [] : [api, api.replace(/^http/, 'ws')]), ...mediaOrigins].join(' ');
  return [
    "default-src 'none'",
    `connect-src ${connect}`,
    `img-src ${media}`,
    `media-src ${media}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES.join(' ')}`,
  ] as const;
}
