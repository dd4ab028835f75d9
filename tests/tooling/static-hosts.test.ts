/** The files for static hosts, read by a host's own packages (Rule 21.3). */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseAllHeaders } from '@netlify/headers-parser';
import { parseAllRedirects } from '@netlify/redirect-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '#lib/routes.ts';
import { writeHostFiles } from '#scripts/build/build-site.ts';
import { EDITORS_POLICY, FILE_POLICY, pagePolicy, SECURITY_HEADERS } from '#scripts/site-server/headers.ts';

const POLICY = 'Content-Security-Policy';
const PAGE = `<meta http-equiv="content-security-policy" content="default-src 'none'; connect-src 'self' https://na.api.example.org; script-src 'self'">`;
const FILES = [
  'favicon.ico',
  'sw.js',
  'robots.txt',
  '.well-known/security.txt',
  'hashed/app.js',
  'icons/a.png',
];
/** Limits of Cloudflare Pages, which ignores what is beyond them. */
const LIMITS = { line: 2_000, headers: 100, redirects: 100 };

let folder: string;
let rules: readonly { for: string; values: Record<string, string> }[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'static-host-'));
  for (const file of [...FILES, 'assets/privacy.html', '404.html', ...routes.map(({ shell }) => shell)]) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), PAGE);
    await writeFile(path.join(folder, `${file}.br`), '');
  }
  await writeHostFiles(folder);
  const { headers, errors } = await parseAllHeaders({
    headersFiles: [path.join(folder, '_headers')],
    configHeaders: [],
    minimal: true,
  });
  expect(errors).toEqual([]);
  rules = headers;
});
afterAll(() => rm(folder, { recursive: true }));

/** Whether hosts apply the rule to a path: `*` is the rest of it, `:name` one segment. */
function matches(pattern: string, url: string): boolean {
  const parts = pattern.split('/').map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join('/')}$`).test(url);
}

const valuesAt = (url: string, name: string): (string | undefined)[] =>
  rules.filter((rule) => matches(rule.for, url) && name in rule.values).map(({ values }) => values[name]);

it.each([
  ...routes.map(({ pattern }) => [pattern.replace(/:\w+/, '5,Aurora'), pagePolicy(PAGE), 'no-cache']),
  ['/assets/privacy.html', EDITORS_POLICY, 'no-cache'],
  ['/sw.js', FILE_POLICY, 'no-cache'],
  ['/hashed/app.js', FILE_POLICY, 'public, max-age=31536000, immutable'],
  ...['/favicon.ico', '/icons/a.png', '/robots.txt', '/.well-known/security.txt'].map((url) => [
    url,
    FILE_POLICY,
    'public, max-age=3600',
  ]),
])('%s has one policy and one rule for caches (Rule 21.3)', (url = '', policy, caching) => {
  expect(valuesAt(url, POLICY)).toEqual([policy]);
  expect(valuesAt(url, 'Cache-Control')).toEqual([caching]);
});

it('sends the other headers with every answer, and no policy with addresses that have the page for 404', () => {
  for (const url of ['/', '/nowhere', '/posts/1/2']) {
    expect(valuesAt(url, 'Strict-Transport-Security')).toEqual(['max-age=31536000']);
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      if (name !== POLICY) expect(valuesAt(url, name)).toEqual([value]);
  }
  expect(valuesAt('/nowhere', POLICY)).toEqual([]);
});

it('answers each route from its folder, and redirects old addresses and those with a slash at the end', async () => {
  const { redirects, errors } = await parseAllRedirects({
    redirectsFiles: [path.join(folder, '_redirects')],
    configRedirects: [],
    minimal: true,
  });
  expect(errors).toEqual([]);
  const lines = (redirects as { from: string; to: string; status: number }[]).map(
    ({ from, to, status }) => `${from} ${to} ${status}`,
  );
  for (const { pattern, shell } of routes.filter((route) => route.pattern !== '/')) {
    expect(lines).toContain(`${pattern}/ ${pattern} 301`);
    expect(lines).toContain(`${pattern} /${shell.replace('index.html', '')} 200`);
  }
  const firstPattern = lines.findIndex((line) => line.includes('/:'));
  expect(lines.slice(firstPattern).every((line) => line.includes('/:'))).toBe(true);
  expect(lines).toContain('/posts/view/:id /posts/:id 301');
});

it('keeps compressed copies from hosts that compress (Rule 21.3)', async () => {
  expect(await readFile(path.join(folder, '.assetsignore'), 'utf8')).toBe('*.br\n*.gz\n');
});

it('stays within the limits of Cloudflare Pages', async () => {
  const [headers = [], redirects = []] = await Promise.all(
    ['_headers', '_redirects'].map(async (name) =>
      (await readFile(path.join(folder, name), 'utf8')).split('\n'),
    ),
  );
  expect(Math.max(...[...headers, ...redirects].map(({ length }) => length))).toBeLessThan(LIMITS.line);
  expect(rules.length).toBeLessThan(LIMITS.headers);
  expect(redirects.length).toBeLessThan(LIMITS.redirects);
});
