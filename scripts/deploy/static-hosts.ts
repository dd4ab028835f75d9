/** `_headers` and `_redirects` for Cloudflare Pages and Netlify, which serve one region's build each. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { RegionId } from '#lib/regions.ts';
import { redirects, routes } from '#lib/routes.ts';
import type { Deployment } from '#scripts/deploy/deployment.ts';
import {
  cacheControl,
  EDITORS_POLICY,
  FILE_POLICY,
  SECURITY_HEADERS,
  STRICT_TRANSPORT,
} from '#scripts/site-server/headers.ts';
import { ROOT } from '#scripts/support/settings.ts';

const COMMENT = '# Written by `npm run deploy:files`.\n';
const POLICY = 'Content-Security-Policy';
const CACHE = 'Cache-Control';

/** Files that browsers may keep for an hour, as patterns. */
function hourFiles(): string[] {
  const entries = readdirSync(path.join(ROOT, 'public'), { withFileTypes: true });
  const kept = entries
    .filter(({ name }) => name !== 'assets' && cacheControl(`/${name}`) !== 'no-cache')
    .map((entry) => (entry.isDirectory() ? `/${entry.name}/*` : `/${entry.name}`));
  return [...kept.sort(), '/robots.txt', '/sitemap.xml', '/.well-known/*'];
}

const block = (pattern: string, lines: readonly string[]): string =>
  `\n${pattern}\n${lines.map((line) => `  ${line}\n`).join('')}`;

const everyAnswer = (policy: string): string[] => [
  ...Object.entries(SECURITY_HEADERS)
    .filter(([name]) => name !== POLICY)
    .map(([name, value]) => `${name}: ${value}`),
  `Strict-Transport-Security: ${STRICT_TRANSPORT}`,
  `${POLICY}: ${policy}`,
];

/** Cloudflare joins the values of all rules that match, unless a rule first removes the earlier ones. */
const replacing = (name: string, value: string): string[] => [`! ${name}`, `${name}: ${value}`];

const cloudflareHeaders = (policy: string): string =>
  COMMENT +
  block('/*', [...everyAnswer(policy), `${CACHE}: no-cache`]) +
  block('/hashed/*', [...replacing(CACHE, cacheControl('/hashed/')), ...replacing(POLICY, FILE_POLICY)]) +
  block('/assets/*', replacing(POLICY, EDITORS_POLICY)) +
  block('/sw.js', replacing(POLICY, FILE_POLICY)) +
  hourFiles()
    .map((pattern) =>
      block(pattern, [...replacing(CACHE, cacheControl('/favicon.ico')), ...replacing(POLICY, FILE_POLICY)]),
    )
    .join('');

/**
 * Netlify joins the values of all rules that match: two policies restrict a file together, and its own default is already
 * that browsers check a page each time.
 */
const netlifyHeaders = (policy: string): string =>
  COMMENT +
  block('/*', everyAnswer(policy)) +
  block('/hashed/*', [`${CACHE}: ${cacheControl('/hashed/')}`]) +
  block('/assets/*', [`${POLICY}: ${EDITORS_POLICY}`]) +
  hourFiles()
    .map((pattern) => block(pattern, [`${CACHE}: ${cacheControl('/favicon.ico')}`]))
    .join('');

const rule = (from: string, to: string, status: number): string => `${from} ${to} ${status}\n`;
const others = routes.filter(({ pattern }) => pattern !== '/');

/**
 * Cloudflare has no page at `/player`, only at `/player/`: each route is served from its folder, and a slash at the end is
 * removed. The first rule that matches counts, and files are looked up after the rules.
 */
const cloudflareRedirects = (): string =>
  COMMENT +
  [...redirects]
    .flatMap(({ from, to }) => [rule(from, to, 301), rule(`${from}/`, to, 301)])
    .concat(others.map(({ pattern }) => rule(`${pattern}/`, pattern, 301)))
    .concat(others.map(({ pattern, shell }) => rule(pattern, `/${shell.replace(/index\.html$/, '')}`, 200)))
    .join('');

/** Netlify serves `/player` from its folder, treats a slash at the end as none, and sends `404.html` by itself. */
const netlifyRedirects = (): string =>
  COMMENT +
  [
    ...redirects.map(({ from, to }) => rule(from, to, 301)),
    ...others
      .filter(({ pattern }) => pattern.includes(':'))
      .map(({ pattern, shell }) => rule(pattern, `/${shell}`, 200)),
  ].join('');

/** The files for a region's build, by their path below `deploy/`. */
export const staticHostFiles = (region: RegionId, { pagePolicies }: Deployment): Record<string, string> => ({
  [`cloudflare-pages/${region}/_headers`]: cloudflareHeaders(pagePolicies[region]),
  [`cloudflare-pages/${region}/_redirects`]: cloudflareRedirects(),
  [`netlify/${region}/_headers`]: netlifyHeaders(pagePolicies[region]),
  [`netlify/${region}/_redirects`]: netlifyRedirects(),
});
