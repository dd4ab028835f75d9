/** The other hosts' files, read by the hosts' own packages. */
import path from 'node:path';
import { parseAllHeaders } from '@netlify/headers-parser';
import { parseAllRedirects } from '@netlify/redirect-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { REGION_IDS } from '#lib/regions.ts';
import { routes } from '#lib/routes.ts';
import { deploymentOf, PLACEHOLDER_DOMAIN } from '#scripts/deploy/deployment.ts';
import { EDITORS_POLICY, FILE_POLICY, SECURITY_HEADERS } from '#scripts/site-server/headers.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { cloudflarePages, type PagesSite } from '#tests/support/cloudflare-pages.ts';

const { pagePolicies } = deploymentOf(PLACEHOLDER_DOMAIN);
const FILES = [
  ...routes.map(({ shell }) => `/${shell}`),
  '/404.html',
  '/hashed/a.12345678.js',
  '/assets/guidelines.html',
  '/favicon.ico',
  '/sw.js',
];
const filled = (pattern: string): string => pattern.replace(/:\w+/g, '5,A%2FB');

describe.each(REGION_IDS)('Cloudflare Pages serves %s', (region) => {
  let site: PagesSite;
  beforeAll(async () => {
    site = await cloudflarePages(path.join(ROOT, 'deploy/cloudflare-pages', region), FILES);
  });

  it('without a rule that it refuses', () => {
    expect(site.headers.invalid).toEqual([]);
    expect(site.redirects.invalid).toEqual([]);
    expect(site.redirects.rules.length).toBeGreaterThan(routes.length);
  });

  it.each(routes.map(({ pattern, shell }) => [filled(pattern), shell]))(
    '%s from %s',
    async (address, shell) => {
      const answer = await site.get(`${address}?page=2`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(`/${shell}`);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('content-security-policy')).toBe(pagePolicies[region]);
    },
  );

  it.each([
    ['/posts/view/1?from=mail', '/posts/1?from=mail'],
    ['/player/5,A/', '/player/5,A'],
    ['/settings/?a=1', '/settings?a=1'],
  ])('%s with a redirect to %s', async (address, target) => {
    const answer = await site.get(address);
    expect(answer.status).toBe(301);
    expect(answer.headers.get('location')).toBe(target);
  });

  it('an unknown address with the not-found page', async () => {
    const answer = await site.get('/nowhere');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-security-policy')).toBe(pagePolicies[region]);
  });

  it.each([
    ['/hashed/a.12345678.js', 'public, max-age=31536000, immutable', FILE_POLICY],
    ['/favicon.ico', 'public, max-age=3600', FILE_POLICY],
    ['/sw.js', 'no-cache', FILE_POLICY],
  ])('%s with the caching "%s"', async (address, caching, policy) => {
    const { headers } = await site.get(address);
    expect(headers.get('cache-control')).toBe(caching);
    expect(headers.get('content-security-policy')).toBe(policy);
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      if (name !== 'Content-Security-Policy') expect(headers.get(name)).toBe(value);
  });

  it('an editors’ file so that it loads and runs nothing', async () => {
    const { headers } = await site.get('/assets/guidelines');
    expect(headers.get('content-security-policy')).toBe(EDITORS_POLICY);
  });
});

describe.each(REGION_IDS)('Netlify reads the files of %s', (region) => {
  const folder = path.join(ROOT, 'deploy/netlify', region);

  it('without an error in a redirect', async () => {
    const { redirects, errors } = await parseAllRedirects({
      redirectsFiles: [path.join(folder, '_redirects')],
      configRedirects: [],
      minimal: true,
    });
    expect(errors).toEqual([]);
    expect(redirects).toContainEqual(
      expect.objectContaining({ from: '/posts/view/:id', to: '/posts/:id', status: 301 }),
    );
    for (const { pattern, shell } of routes.filter(({ pattern }) => pattern.includes(':')))
      expect(redirects).toContainEqual(
        expect.objectContaining({ from: pattern, to: `/${shell}`, status: 200 }),
      );
  });

  it('without an error in a header', async () => {
    const { headers, errors } = await parseAllHeaders({
      headersFiles: [path.join(folder, '_headers')],
      configHeaders: [],
      minimal: true,
    });
    expect(errors).toEqual([]);
    const valuesFor = (wanted: string) => headers.find((rule) => rule.for === wanted)?.values;
    expect(valuesFor('/*')).toMatchObject({
      'Content-Security-Policy': pagePolicies[region],
      'X-Frame-Options': 'DENY',
    });
    expect(valuesFor('/hashed/*')).toEqual({ 'Cache-Control': 'public, max-age=31536000, immutable' });
    expect(valuesFor('/assets/*')).toEqual({ 'Content-Security-Policy': EDITORS_POLICY });
  });
});
