/** `_headers`, `_redirects` and `.assetsignore` of one region's build in Cloudflare's form, for static hosts. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NOT_FOUND_SHELL, redirects, routes } from '#lib/routes.ts';
import {
  cacheControl,
  EDITORS_POLICY,
  FILE_POLICY,
  pagePolicy,
  SECURITY_HEADERS,
  STRICT_TRANSPORT,
} from '#scripts/site-server/headers.ts';

const POLICY = 'Content-Security-Policy';

const block = (pattern: string, headers: Readonly<Record<string, string>>): string =>
  `${pattern}\n${Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join('')}`;

/** The folders of pages, which have the addresses of their routes. */
const PAGES = new Set(routes.map(({ pattern }) => pattern.split('/')[1]));
/** Files that no address leads to. */
const HIDDEN = /\.(html|br|gz|assetsignore)$|^_/;

/** The rule of a file or folder at the top of the build. */
function ruleOf(name: string, isFolder: boolean): string {
  const isText = name === 'assets';
  return block(isFolder ? `/${name}/*` : `/${name}`, {
    [POLICY]: isText ? EDITORS_POLICY : FILE_POLICY,
    'Cache-Control': cacheControl(isText ? '/assets/a.html' : `/${name}${isFolder ? '/' : ''}`),
  });
}

/**
 * Hosts join the values of matching rules in different ways, so each address gets its policy from one rule. The page for unknown
 * addresses has its own in a meta tag.
 */
async function headersOf(folder: string): Promise<string> {
  const { [POLICY]: _, ...everywhere } = SECURITY_HEADERS;
  const policy = pagePolicy(await readFile(path.join(folder, NOT_FOUND_SHELL), 'utf8'));
  const page = { [POLICY]: policy, 'Cache-Control': cacheControl('/.html') };
  const entries = await readdir(folder, { withFileTypes: true });
  return [
    block('/*', { ...everywhere, 'Strict-Transport-Security': STRICT_TRANSPORT }),
    ...routes.map(({ pattern }) => block(pattern, page)),
    ...entries
      .filter(({ name }) => !PAGES.has(name) && !HIDDEN.test(name))
      .map((entry) => ruleOf(entry.name, entry.isDirectory()))
      .sort(),
  ].join('\n');
}

/**
 * Cloudflare has no page at `/player`, only at `/player/`: each route is served from its folder, and a slash at the end is
 * removed. The first rule that matches counts, and files are looked up after the rules. Rules without placeholders come first, as
 * Cloudflare wants them.
 */
function redirectsOf(): string {
  const others = routes.filter(({ pattern }) => pattern !== '/');
  const rules = [
    ...redirects.flatMap(({ from, to }) => [`${from} ${to} 301`, `${from}/ ${to} 301`]),
    ...others.map(({ pattern }) => `${pattern}/ ${pattern} 301`),
    ...others.map(({ pattern, shell }) => `${pattern} /${shell.replace(/index\.html$/, '')} 200`),
  ];
  const isPattern = (rule: string) => Number(rule.includes('/:'));
  return [...rules.sort((one, two) => isPattern(one) - isPattern(two)), ''].join('\n');
}

/** Writes the files into the finished build of a region (Rule 21.3). */
export async function writeHostFiles(folder: string): Promise<void> {
  await writeFile(path.join(folder, '_headers'), await headersOf(folder));
  await writeFile(path.join(folder, '_redirects'), redirectsOf());
  // Hosts that compress by themselves would publish the copies.
  await writeFile(path.join(folder, '.assetsignore'), '*.br\n*.gz\n');
}
