/**
 * Budgets and other properties of the built files, all but one checked without a browser. Also covers Rules 2.1, 2.3, 2.4, 2.6,
 * Rules 2.10 to 2.12, 2.46, 20.1, 23.14 and 23.15.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'playwright/test';
import { PRECACHED_PAGES } from '#lib/domain/stored-pages.ts';
import { REGION_IDS, type RegionId, regionHost, regions } from '#lib/regions.ts';
import { NOT_FOUND_SHELL, type Route, type RouteId, routes } from '#lib/routes.ts';
import { currentTestSite } from '#scripts/testing/test-site.ts';
import { expectLive } from '#tests/support/live-pages.ts';
import { classPrefix } from '../../src/build/class-names.ts';

const KB = 1024;
const CONTENT_TOTAL_MAX = 25 * KB;
const CONTENT_SCRIPT_MAX = 4 * KB;
const DATA_SCRIPT_MAX = 106 * KB;
/** With the list of posts, which the first drawing of the profile needs. */
const PROFILE_SCRIPT_MAX = 113.5 * KB;
const DATA_STYLE_MAX = 12.85 * KB;
/** Scripts whose requests start before this many milliseconds after the page's load event, with those of its parts. */
const SOON_MS = 1500;
const SOON_SCRIPT_MAX = 132 * KB;
/** Pages whose first posts are drawn before their code has loaded. */
const EARLY_PAGE_MAX = { 'posts/index.html': 24 * KB, 'player/_/index.html': 25.7 * KB };
/** The code that draws them: the inline scripts and the forms of posts. */
const EARLY_POSTS_MAX = 8.8 * KB;
/** The scripts of the home page, with the one that loads once it is on the screen. */
const HOME_SCRIPT_MAX = 8 * KB;
/** Files that the service worker loads when it is installed, and its own script. */
const PRECACHE_MAX = 232 * KB;
const WORKER_MAX = 10 * KB;
/** Files that a text with markup needs before the screen draws it; until then the page shows it without its format. */
const MARKDOWN_MAX = 15 * KB;
/** Script files of a post with a replay and its battle player, signed out. */
const POST_SCRIPTS_MAX = 24;
/** Of these, the worker of the battle player, and the two files of the live connection. */
const POST_SCRIPTS_BY_THEMSELVES = 3;
/** Files that the battle player loads besides the post and its replay, with the worker that draws. */
const BATTLE_SCRIPT_MAX = 20 * KB;

/** Routes whose page has no script file. Every other route may load the framework. */
const CONTENT_SCREENS: readonly RouteId[] = [
  'home',
  'guidelines',
  'privacy',
  'unauthorized',
  'forbidden',
  'offline',
];

const isContent = ({ id }: Route): boolean => CONTENT_SCREENS.includes(id);
const shellOf = ({ shell }: Route): string => shell;
const CONTENT = [...routes.filter(isContent).map(shellOf), NOT_FOUND_SHELL];
const DATA = routes.filter((route) => !isContent(route)).map(shellOf);

const folder = (region: string): string => join(currentTestSite().distDir, region);
const read = (file: string): string => readFileSync(join(folder('eu'), file), 'utf8');
const brotli = (text: string | Buffer): number => (text.length === 0 ? 0 : brotliCompressSync(text).length);
const all = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map((match) => match[1] ?? '');
/** Compressing is slow, and pages share their files. */
const sizes = new Map<string, number>();
function sizeOfFile(url: string): number {
  const size = sizes.get(url) ?? brotli(readFileSync(join(folder('eu'), url)));
  sizes.set(url, size);
  return size;
}
const sizeOf = (urls: string[]): number =>
  [...new Set(urls)].reduce((total, url) => total + sizeOfFile(url), 0);

/** Brotli bytes that a signed-out visitor loads for a page. */
function weigh(html: string) {
  const inlineScripts = all(html, /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g).join('\n');
  const forms = all(html, /(<template data-context[^>]*>[\s\S]*?<\/template>)/g).join('\n');
  const modules = all(html, /<script[^>]*\bsrc="([^"]+)"/g);
  const inlineStyles = all(html, /<style[^>]*>([\s\S]*?)<\/style>/g).join('\n');
  const sheets = all(html, /<link rel="stylesheet" href="([^"]+)"/g);
  // Compressing is slow: only what a test requests.
  return {
    modules,
    html: () => brotli(html),
    forms,
    inlineScriptsAndForms: () => brotli(`${inlineScripts}\n${forms}`),
    scriptFiles: () => sizeOf(modules),
    scripts: () => brotli(inlineScripts) + sizeOf(modules),
    styleFiles: () => sizeOf(sheets),
    styles: () => brotli(inlineStyles) + sizeOf(sheets),
  };
}

/** Files that follow the first answer to a page. */
const laterFiles = (html: string, name: string): string[] =>
  all(html, new RegExp(`<template data-${name}>(.*?)</template>`, 'g')).flatMap((list) =>
    all(list, / href="([^"]+)"/g),
  );

/** Files that the battle player loads besides the post and its replay. */
function filesOfBattlePlayer(): string[] {
  const workers = globSync('hashed/map-worker-*.js', { cwd: folder('eu') });
  expect(workers).toHaveLength(1);
  const added = laterFiles(read('posts/_/index.html'), 'battle');
  expect(added).not.toEqual([]);
  return [...added, ...workers];
}

/** Files that the service worker stores when it is installed. */
function precachedFiles(): string[] {
  const listed = all(read('sw.js'), /\burl:["'`]([^"'`]+)["'`]/g);
  expect(listed).toEqual(expect.arrayContaining(PRECACHED_PAGES.map(({ address }) => address)));
  for (const part of ['markdown', 'saved', 'card'])
    expect(listed, part).toContainEqual(expect.stringMatching(`^/hashed/${part}\\.`));
  return listed.map((url) => PRECACHED_PAGES.find(({ address }) => address === url)?.shell ?? url);
}

test('Pages, code that loads later and the service worker stay within their budgets', () => {
  const [homeLater = ''] = all(read('index.html'), /data-later="\/([^"]+)"/g);
  expect(read(homeLater), 'no framework').not.toMatch(/\bimport\b|react/i);
  const parsers = globSync('hashed/markdown.*.js', { cwd: folder('eu') });
  expect(parsers).toHaveLength(1);
  const pages = CONTENT.flatMap((file): [string, number, number][] => {
    const { html, scripts, scriptFiles, styleFiles } = weigh(read(file));
    return [
      [`script files of ${file}`, scriptFiles(), 0],
      [`scripts of ${file}`, scripts(), CONTENT_SCRIPT_MAX],
      [file, html() + styleFiles(), CONTENT_TOTAL_MAX],
    ];
  });
  const dataPages = DATA.flatMap((file): [string, number, number][] => {
    const { scriptFiles, styles } = weigh(read(file));
    return [
      [
        `script files of ${file}`,
        scriptFiles(),
        file === 'player/_/index.html' ? PROFILE_SCRIPT_MAX : DATA_SCRIPT_MAX,
      ],
      [`styles of ${file}`, styles(), DATA_STYLE_MAX],
    ];
  });
  const earlyPages = Object.entries(EARLY_PAGE_MAX).flatMap(([file, max]): [string, number, number][] => {
    const { html, forms, inlineScriptsAndForms, modules } = weigh(read(file));
    expect(forms).not.toBe('');
    expect(modules.length, 'modules that start together').toBeGreaterThan(5);
    return [
      [file, html(), max],
      [`what draws the first posts of ${file}`, inlineScriptsAndForms(), EARLY_POSTS_MAX],
    ];
  });
  for (const [name, size, max] of [
    ...pages,
    ...dataPages,
    ...earlyPages,
    ['scripts of home', weigh(read('index.html')).scripts() + sizeOf([homeLater]), HOME_SCRIPT_MAX],
    ['the markdown parser', sizeOf(parsers), MARKDOWN_MAX],
    ['the battle player', sizeOf(filesOfBattlePlayer()), BATTLE_SCRIPT_MAX],
    ['what is stored in advance', sizeOf(precachedFiles()), PRECACHE_MAX],
    ['the service worker', sizeOf(['sw.js']), WORKER_MAX],
  ] as const)
    expect.soft(size, name).toBeLessThanOrEqual(max);
});

test('Scripts that a page loads within 1.5 s of its load event stay within their budget', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const address of ['/posts', '/player/500000002,Borodino_Gunner']) {
    await page.goto(address);
    await expectLive(page);
    const scripts = await page.evaluate(() => {
      const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return performance
        .getEntriesByType('resource')
        .map(({ name, startTime }) => ({
          path: new URL(name).pathname,
          after: startTime - (opened?.loadEventStart ?? 0),
        }))
        .filter(({ path }) => path.endsWith('.js'));
    });
    expect(scripts.some(({ path, after }) => path.includes('/signalr.') && after >= SOON_MS)).toBe(true);
    const soon = scripts.filter(({ after }) => after < SOON_MS).map(({ path }) => path);
    expect.soft(sizeOf(soon), address).toBeLessThanOrEqual(SOON_SCRIPT_MAX);
  }
});

test('Files of code do not import each other, and pages have the styles of all parts (Rule 30.50)', () => {
  const scripts = globSync('*.js', { cwd: join(folder('eu'), 'hashed') });
  expect(scripts.length).toBeGreaterThan(20);
  let rest = new Map(
    scripts.map((name) => [
      name,
      all(read(`hashed/${name}`), /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)/g),
    ]),
  );
  expect([...rest.values()].flat().length).toBeGreaterThan(scripts.length);
  // Leaves out those whose imports are all left out, until none is left or each of the rest needs another.
  for (let before = Number.POSITIVE_INFINITY; rest.size < before; ) {
    before = rest.size;
    const known = rest;
    rest = new Map([...known].filter(([, imports]) => imports.some((name) => known.has(name))));
  }
  expect([...rest.keys()], 'scripts that import each other').toEqual([]);
  for (const file of [...CONTENT, ...DATA]) {
    expect(read(file), file).not.toMatch(/src="[^"]*(signalr|markdown|PostDialog|PostEditor)\b/i);
    for (const part of ['ShortcutsDialog', 'ThemeSwitch'])
      expect(read(file), file).toContain(`.${classPrefix(`src/islands/frame/${part}.module.css`)}0`);
  }
  expect(globSync('hashed/*.css', { cwd: folder('eu') })).toEqual([]);
});

test('A post with a replay loads its code in at most 24 files', () => {
  const html = read('posts/_/index.html');
  const later = ['parts', 'replay', 'battle'].flatMap((name) => laterFiles(html, name));
  expect(later.length).toBeGreaterThan(3);
  const files = [...weigh(html).modules, ...later];
  expect(files.length + POST_SCRIPTS_BY_THEMSELVES).toBeLessThanOrEqual(POST_SCRIPTS_MAX);
  // What these import is among them, so no file waits for another one.
  const imported = files.flatMap((file) => all(read(file), /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)/g));
  expect(files).toEqual(expect.arrayContaining(imported.map((name) => `/hashed/${name}`)));
});

/** Links of the frame. */
const LINKS: readonly [name: string, href: RegExp][] = [
  ['Home', /^\/$/],
  ['Players', /^\/player$/],
  ['Clans', /^\/clan$/],
  ['Posts', /^\/posts$/],
  ['Login', /^\/login$/],
  ['Guidelines', /^\/guidelines$/],
  ['Privacy', /^\/privacy$/],
  ['API', /^http.*\/swagger$/],
  ['Source repository', /^https:/],
  ['Chat community', /^https:/],
];

/** Texts of pages without data: messages, and editors' files. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  '404.html': ['404', "Sorry, there's nothing at this address."],
  'unauthorized/index.html': ['401', 'Access Unauthorized. Please login to view this page.'],
  'forbidden/index.html': [
    '403',
    'Access Forbidden. You lack the necessary roles to access this page.',
    'Please contact a site administrator if you believe this is an error.',
  ],
  'index.html': ['See the battle for yourself', 'Who fought well with you?', 'How it works'],
  'guidelines/index.html': ['Say what the player did'],
  'privacy/index.html': ['stores data about players'],
};

const textOf = (html: string): string =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ')
    .trim();
const attribute = (html: string, name: string): string =>
  new RegExp(` data-${name}="([^"]+)"`).exec(html)?.[1] ?? '';

/** Checks that the page has one policy, before its first script, which names no unsafe source. */
function expectPolicy(html: string, api: string): void {
  const [policy = '', ...more] = all(html, /http-equiv="content-security-policy" content="([^"]+)"/g);
  expect(more).toEqual([]);
  expect(html.indexOf('http-equiv="content-security-policy"')).toBeLessThan(html.search(/<script[\s>]/));
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toMatch(/script-src 'self' 'sha256-/);
  expect(policy).toContain(`connect-src 'self' ${api} ${api.replace('http', 'ws')};`);
  expect(html).not.toMatch(/<[a-z][^>]*\s(style|on\w+)="/);
}

const regionFile = (region: RegionId, name: string): string =>
  readFileSync(join(folder(region), name), 'utf8');

/** Checks what every page of the region has. */
function expectFrame(html: string, shell: string, region: RegionId, { api, build }: Record<string, string>) {
  const { name, label, noticeFile } = regions[region];
  expect(html, shell).toMatch(
    /class="navbar"[\s\S]*class="notices"[\s\S]*psa\.global\.html[\s\S]*id="main"[\s\S]*class="footer"/,
  );
  for (const part of [`data-static="/assets/${noticeFile}"`, `${api}/hangfire`, `data-build="${build}"`])
    expect(html, shell).toContain(part);
  const text = textOf(html);
  const shown = ['Rating someone? Bring the replay.', `${name}:`, `Region ${label} · Version 0.18.0`];
  for (const part of [...shown, 'not affiliated with', 'tick Opt Out', ...(TEXTS[shell] ?? [])])
    expect(text, shell).toContain(part);
  const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)];
  const named = links.map(([, href, content = '']) => [textOf(content), href]);
  for (const [link, href] of LINKS) expect(named, shell).toContainEqual([link, expect.stringMatching(href)]);
}

test('Pages of each region have its frame, texts and policy', () => {
  for (const region of REGION_IDS) {
    const home = regionFile(region, 'index.html');
    const [api = '', build = ''] = [attribute(home, 'api'), attribute(home, 'build')];
    expect(attribute(home, 'region')).toBe(region);
    expect(attribute(home, 'cookie')).toBe(regions[region].cookieName);
    expect(new URL(api).hostname).toBe(regionHost(region, 'localhost'));
    expect(build).toMatch(/^[\da-f]{16}$/);
    expect(regionFile(region, 'sw.js')).toContain(build);
    for (const shell of [...CONTENT, ...DATA]) {
      const html = regionFile(region, shell);
      expectFrame(html, shell, region, { api, build });
      expectPolicy(html, api);
    }
  }
  const hasHint = ({ shell }: Route): boolean => read(shell).includes('<noscript><p class="needs-script">');
  const live = ['players', 'player', 'clans', 'clan', 'posts', 'post'];
  const hinted = [...live, 'battle', 'settings', 'moderation', 'decisions', 'decision'];
  expect(routes.filter(hasHint).map(({ id }) => id)).toEqual(hinted);
  expect(read('privacy/index.html'), 'contact below the editors’ text').toMatch(
    /privacy\.html"[\s\S]*<\/div>\s*<section[^>]* aria-labelledby="contact"[\s\S]*href="mailto:\S+@\S+"/,
  );
});

test('Each region has addresses for search engines, and an app', () => {
  for (const region of REGION_IDS) {
    const file = (name: string): string => regionFile(region, name);
    const origin = attribute(file('index.html'), 'site');
    // Pages that many addresses share get their address from the edge handler or by script.
    for (const { pattern, shell } of routes) {
      const canonical = all(file(shell), /<link rel="canonical" href="([^"]+)"/g);
      expect(canonical, shell).toEqual(pattern.includes(':') ? [] : [`${origin}${pattern}`]);
    }
    const isListed = ({ pattern, shell }: Route): boolean =>
      !pattern.includes(':') && !/<meta name="robots" content="noindex"/.test(file(shell));
    const listed = routes.filter(isListed).map(({ pattern }) => `${origin}${pattern}`);
    expect(all(file('sitemap.xml'), /<loc>([^<]+)<\/loc>/g)).toEqual(listed);
    expect(file('robots.txt')).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
    expect(file('posts/index.html')).toMatch(
      /<link rel="alternate" type="application\/atom\+xml"[^>]*\.atom"/,
    );

    const { name, icons, screenshots, shortcuts } = JSON.parse(file('manifest.webmanifest'));
    expect(name).toBe(`Fleet Karma ${regions[region].label}`);
    for (const { src } of [...icons, ...screenshots])
      expect(readFileSync(join(folder(region), src)).length, src).toBeLessThan(90 * KB);
    expect(shortcuts.map(({ url }: { url: string }) => url)).toEqual(['/player', '/clan', '/posts']);
  }
});
