/** Builds the regions, two at a time, into one folder, unless they are up to date. */
import { mkdirSync } from 'node:fs';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import PQueue from 'p-queue';
import { takeLock } from '#api/base/lock.ts';
import { checkTexts } from '#lib/content/static-content-files.ts';
import type { RegionId } from '#lib/regions.ts';
import { NOT_FOUND_SHELL, redirects, routes } from '#lib/routes.ts';
import { precompress } from '#scripts/build/precompress.ts';
import {
  cacheControl,
  EDITORS_POLICY,
  FILE_POLICY,
  pagePolicy,
  SECURITY_HEADERS,
  STRICT_TRANSPORT,
} from '#scripts/site-server/headers.ts';
import { hashOfFiles } from '#scripts/support/content-hash.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { BUILD_VARIABLES, loadConfig } from '../../src/config.ts';

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

const SOURCES = [
  'src/**/*',
  'packages/*/src/**/*',
  'packages/*/package.json',
  'public/**/*',
  'scripts/build/**/*',
  'scripts/site-server/headers.ts',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** Each takes up to 890 MB: four at once are too much for the machine that deploying.md requires. */
const BUILDS_AT_ONCE = 2;

const held = new Set<string>();

/**
 * Locks the folder of the builds, so that no build empties what a running `npm start` serves, until the process ends or the
 * returned function is called. A folder that this process has locked already stays locked. Throws a plain failure with
 * `advice` when another process has it.
 */
export function lockBuilds(distDir: string, advice = 'set DIST_DIR to another folder'): () => void {
  if (held.has(distDir)) return () => undefined;
  mkdirSync(distDir, { recursive: true });
  const unlock = takeLock({
    file: path.join(distDir, '.lock.json'),
    name: `The site in ${distDir}`,
    advice,
    refusal: (sentence) => new PlainFailure(sentence),
  });
  held.add(distDir);
  const release = (): void => {
    held.delete(distDir);
    process.off('exit', release);
    unlock();
  };
  process.once('exit', release);
  return release;
}

/** Hash over the sources, the lockfile and the environment variables that are baked in. */
function fingerprint(env: NodeJS.ProcessEnv): string {
  const variables = BUILD_VARIABLES.map((name) => [name, env[name] ?? '']);
  return hashOfFiles(SOURCES).update(JSON.stringify(variables)).digest('hex');
}

/** Holds the fingerprint of a finished build: removed before a build, so that an interrupted one counts as stale. */
const recordIn = (distDir: string): string => path.join(distDir, '.fingerprint');

const ASTRO = path.join(ROOT, 'node_modules/astro/bin/astro.mjs');

/** Builds one region, in a separate process, because Astro keeps state per process. Throws a plain failure with its output. */
export async function buildRegion(region: string, outDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  // Astro puts the temporary files of all builds outside the checkout into one folder, so each is made inside.
  const folder = path.join(ROOT, '.cache/builds', outDir.replace(/\W+/g, '-'));
  const built = path.join(folder, 'dist');
  try {
    const { code, output } = await run(process.execPath, [ASTRO, 'build', '--root', ROOT], {
      env: { ...env, REGION: region, OUT_DIR: built, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    });
    if (code !== 0)
      throw new PlainFailure(`${output.trim()}\n\nBuilding the site for ${region} failed: see above.`);
    await rm(outDir, { recursive: true, force: true });
    await cp(built, outDir, { recursive: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Builds the regions of the environment into `distDir` with the given environment, and warns of what pages will not show
 * of the editors' files. Throws a plain failure with the build's output, when a file is not UTF-8 (Rule 2.50), or when
 * another process has locked the folder.
 */
export async function buildSite(distDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { broken, dropped } = checkTexts();
  for (const sentence of dropped) console.warn(sentence);
  if (broken.length > 0) throw new PlainFailure(broken.join('\n'));
  const hash = fingerprint(env);
  const config = loadConfig(env);
  const folderOf = (region: RegionId): string => path.join(distDir, region);
  const unlock = lockBuilds(distDir);
  try {
    console.log(`Building the site for ${config.regions.join(', ')} into ${distDir}, about a minute …`);
    await rm(recordIn(distDir), { force: true });
    const queue = new PQueue({ concurrency: BUILDS_AT_ONCE });
    await queue.addAll(config.regions.map((region) => () => buildRegion(region, folderOf(region), env)));
    await precompress(config.regions.map(folderOf));
    // `npm run production` serves a portable build itself.
    if (!config.portable) for (const region of config.regions) await writeHostFiles(folderOf(region));
    await writeFile(recordIn(distDir), hash);
  } finally {
    unlock();
  }
}

/** Builds only when sources or baked variables changed since. */
export async function buildSiteIfStale(distDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const built = await readFile(recordIn(distDir), 'utf8').catch(() => '');
  if (built !== fingerprint(env)) await buildSite(distDir, env);
}
