/** The other hosts' files; those of Netlify are read by its own packages. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllHeaders } from '@netlify/headers-parser';
import { parseAllRedirects } from '@netlify/redirect-parser';
import { describe, expect, it } from 'vitest';
import { REGION_IDS } from '#lib/regions.ts';
import { routes } from '#lib/routes.ts';
import { deploymentOf, PLACEHOLDER_DOMAIN } from '#scripts/deploy/deployment.ts';
import { EDITORS_POLICY, FILE_POLICY, SECURITY_HEADERS } from '#scripts/site-server/headers.ts';
import { ROOT } from '#scripts/support/settings.ts';

const { pagePolicies } = deploymentOf(PLACEHOLDER_DOMAIN);

/** Limits of Cloudflare Pages, which ignores what is beyond them. */
const CLOUDFLARE = { lineMax: 2_000, headerRulesMax: 100, dynamicRedirectsMax: 100 };

describe.each(REGION_IDS)('Cloudflare Pages’ files of %s', (region) => {
  const linesOf = (file: string) =>
    readFileSync(path.join(ROOT, 'deploy/cloudflare-pages', region, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
  const redirects = linesOf('_redirects');
  /** Lines of each rule; one with `!` removes what the rules before set. */
  const headers = new Map<string, string[]>();
  for (const line of linesOf('_headers'))
    if (line.startsWith('/')) headers.set(line, []);
    else [...headers.values()].at(-1)?.push(line.trim());

  it('are within the host’s limits', () => {
    const all = [...redirects, ...headers.keys(), ...[...headers.values()].flat()];
    expect(Math.max(...all.map((line) => line.length))).toBeLessThanOrEqual(CLOUDFLARE.lineMax);
    expect(headers.size).toBeLessThanOrEqual(CLOUDFLARE.headerRulesMax);
    expect(redirects.length).toBeLessThanOrEqual(CLOUDFLARE.dynamicRedirectsMax);
  });

  it('answer each route from its folder, and redirect addresses with a slash at the end', () => {
    const others = routes.filter(({ pattern }) => pattern !== '/');
    for (const { pattern, shell } of others) {
      expect(redirects).toContain(`${pattern}/ ${pattern} 301`);
      expect(redirects).toContain(`${pattern} /${shell.replace('index.html', '')} 200`);
    }
    expect(redirects).toContain('/posts/view/:id /posts/:id 301');
    const isFirst = (from: string) => redirects.findIndex((line) => line.startsWith(`${from} `));
    expect(isFirst('/posts/view/:id')).toBeLessThan(isFirst('/posts/:id'));
  });

  it('restrict every answer, and have browsers check pages each time', () => {
    const lines = headers.get('/*');
    expect(lines).toContain('Cache-Control: no-cache');
    expect(lines).toContain(`Content-Security-Policy: ${pagePolicies[region]}`);
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      if (name !== 'Content-Security-Policy') expect(lines).toContain(`${name}: ${value}`);
  });

  it.each([
    ['/hashed/*', 'Cache-Control', 'public, max-age=31536000, immutable'],
    ['/hashed/*', 'Content-Security-Policy', FILE_POLICY],
    ['/favicon.ico', 'Cache-Control', 'public, max-age=3600'],
    ['/favicon.ico', 'Content-Security-Policy', FILE_POLICY],
    ['/sw.js', 'Content-Security-Policy', FILE_POLICY],
    ['/assets/*', 'Content-Security-Policy', EDITORS_POLICY],
  ])('replace for %s the %s', (pattern, name, value) => {
    const lines = headers.get(pattern) ?? [];
    const at = lines.indexOf(`! ${name}`);
    expect(at).toBeGreaterThanOrEqual(0);
    expect(lines[at + 1]).toBe(`${name}: ${value}`);
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
