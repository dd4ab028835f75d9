/** Budgets and other properties of the built files, checked without a browser. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'playwright/test';
import { PRECACHED_PAGES } from '#lib/domain/stored-pages.ts';
import { REGION_IDS, regions } from '#lib/regions.ts';
import { NOT_FOUND_SHELL, type Route, type RouteId, routes } from '#lib/routes.ts';
import { currentTestSite } from '#scripts/testing/test-site.ts';

const KB = 1024;
const CONTENT_TOTAL_MAX = 25 * KB;
const CONTENT_SCRIPT_MAX = 4 * KB;
const DATA_SCRIPT_MAX = 106 * KB;
const DATA_STYLE_MAX = 12 * KB;
/** Pages whose first posts are drawn before their code has loaded. */
const EARLY_PAGE_MAX = { 'posts/index.html': 22.2 * KB, 'player/_/index.html': 24.4 * KB };
/** The code that draws them: the inline scripts and the forms of posts. */
const EARLY_POSTS_MAX = 8.7 * KB;
/** Files of the home page that load once it is on the screen. */
const HOME_LATER_MAX = 12 * KB;
/** Files that the service worker loads when it is installed, and its own script. */
const PRECACHE_MAX = 204 * KB;
const WORKER_MAX = 10 * KB;
/** Files that a text with markup needs before the screen draws it; until then the page shows it without its format. */
const MARKDOWN_MAX = 15 * KB;
/** Files that the battle player loads besides the post and its replay, with the worker that draws. */
const BATTLE_SCRIPT_MAX = 20 * KB;

/** Routes whose page has no script file. Every other route may load the framework. */
const CONTENT_SCREENS: readonly RouteId[] = ['home', 'guidelines', 'privacy', 'unauthorized', 'forbidden'];

const isContent = ({ id }: Route): boolean => CONTENT_SCREENS.includes(id);
const shellOf = ({ shell }: Route): string => shell;
const CONTENT = [...routes.filter(isContent).map(shellOf), NOT_FOUND_SHELL];
const DATA = routes.filter((route) => !isContent(route)).map(shellOf);

const folder = (region: string): string => join(currentTestSite().distDir, region);
const read = (file: string): string => readFileSync(join(folder('eu'), file), 'utf8');
const brotli = (text: string | Buffer): number => (text.length === 0 ? 0 : brotliCompressSync(text).length);
const all = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map((match) => match[1] ?? '');
const sizeOf = (urls: string[]): number =>
  [...new Set(urls)].reduce((total, url) => total + brotli(readFileSync(join(folder('eu'), url))), 0);

/** Brotli bytes that a signed-out visitor loads for a page. */
function weigh(html: string) {
  const inlineScripts = all(html, /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g).join('\n');
  const forms = all(html, /(<template data-context[^>]*>[\s\S]*?<\/template>)/g).join('\n');
  const modules = all(html, /<script[^>]*\bsrc="([^"]+)"/g);
  const inlineStyles = all(html, /<style[^>]*>([\s\S]*?)<\/style>/g).join('\n');
  const sheets = all(html, /<link rel="stylesheet" href="([^"]+)"/g);
  return {
    html: brotli(html),
    forms: brotli(forms),
    inlineScriptsAndForms: brotli(`${inlineScripts}\n${forms}`),
    scriptFiles: sizeOf(modules),
    scripts: brotli(inlineScripts) + sizeOf(modules),
    styleFiles: sizeOf(sheets),
    styles: brotli(inlineStyles) + sizeOf(sheets),
  };
}

for (const file of CONTENT) {
  test(`${file} stays within the budget of a content page`, () => {
    const { html, scripts, scriptFiles, styleFiles } = weigh(read(file));
    expect(scriptFiles, 'no script file, so no framework').toBe(0);
    expect(scripts).toBeLessThanOrEqual(CONTENT_SCRIPT_MAX);
    expect(html + styleFiles).toBeLessThanOrEqual(CONTENT_TOTAL_MAX);
  });
}

test('The live part of the home page is one small file without the framework (Rule 2.33)', () => {
  const [address = ''] = all(read('index.html'), /data-later="\/([^"]+)"/g);
  const code = read(address);
  expect(brotli(code)).toBeLessThanOrEqual(HOME_LATER_MAX);
  expect(code).not.toMatch(/\bimport\b|react/i);
});

for (const file of DATA) {
  test(`${file} stays within the budget of a data page`, () => {
    const { scriptFiles, styles } = weigh(read(file));
    expect(scriptFiles).toBeLessThanOrEqual(DATA_SCRIPT_MAX);
    expect(styles).toBeLessThanOrEqual(DATA_STYLE_MAX);
  });
}

for (const [file, max] of Object.entries(EARLY_PAGE_MAX)) {
  test(`${file} and what draws its first posts stay within their budgets`, () => {
    const { html, forms, inlineScriptsAndForms } = weigh(read(file));
    expect(forms).toBeGreaterThan(0);
    expect(inlineScriptsAndForms).toBeLessThanOrEqual(EARLY_POSTS_MAX);
    expect(html).toBeLessThanOrEqual(max);
  });
}

test('No page loads SignalR, the editor, a dialog or the markdown parser first', () => {
  for (const file of [...CONTENT, ...DATA])
    expect(read(file)).not.toMatch(/src="[^"]*(signalr|markdown|PostDialog|PostEditor)\b/i);
});

test('The markdown parser is one file of at most 15 KB', () => {
  const parsers = globSync('hashed/markdown.*.js', { cwd: folder('eu') });
  expect(parsers).toHaveLength(1);
  expect(sizeOf(parsers)).toBeLessThanOrEqual(MARKDOWN_MAX);
});

test('No two scripts import each other, also by way of others', () => {
  const scripts = globSync('*.js', { cwd: join(folder('eu'), 'hashed') });
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
  expect([...rest.keys()]).toEqual([]);
});

test('The battle player’s code stays within its budget', () => {
  const importsOf = (name: string): string[] => [
    name,
    ...all(read(`hashed/${name}`), /(?:\bfrom|\bimport)"\.\/([^"]+\.js)"/g).flatMap(importsOf),
  ];
  const scripts = globSync('hashed/*.js', { cwd: folder('eu') }).map((name) => name.replace('hashed/', ''));
  const codeOf = (part: string): string[] =>
    scripts.filter((name) => name.startsWith(`${part}.`)).flatMap(importsOf);
  const page = all(read('posts/_/index.html'), /<script[^>]*\bsrc="\/hashed\/([^"]+)"/g).flatMap(importsOf);
  const loaded = new Set([...page, ...codeOf('ReplaySection')]);
  const player = codeOf('BattlePlayer');
  expect(player.length).toBeGreaterThan(0);
  const workers = globSync('hashed/map-worker-*.js', { cwd: folder('eu') });
  expect(workers).toHaveLength(1);
  const scriptsOfPlayer = player.filter((name) => !loaded.has(name)).map((name) => `hashed/${name}`);
  const added = [...scriptsOfPlayer, ...workers].map((file) => `/${file}`);
  expect(sizeOf(added)).toBeLessThanOrEqual(BATTLE_SCRIPT_MAX);
});

test('Every import() goes through loadCode and needs no style sheet (Rule 16.7)', () => {
  const scripts = globSync('hashed/*.js', { cwd: folder('eu') });
  expect(scripts.length).toBeGreaterThan(20);
  for (const name of scripts) {
    const code = read(name);
    const imports = code.match(/\bimport\(/g) ?? [];
    expect(code.match(/__vite__mapDeps\(\[\d/g) ?? [], name).toHaveLength(imports.length);
    expect(code, 'Vite’s own helper').not.toContain('vite:preloadError');
  }
  expect(globSync('hashed/*.css', { cwd: folder('eu') })).toEqual([]);
});

test('Styles of parts that load later are in their code and not in the pages (Rule 30.50)', () => {
  for (const file of [...CONTENT, ...DATA])
    expect(read(file), file).not.toMatch(/\.(PostFields|ReplayField|ShortcutsDialog|BattlePlayer)-/);
  for (const part of ['ShortcutsDialog', 'ThemeSwitch', 'EvidenceBar']) {
    const [file = ''] = globSync(`hashed/${part}.*.js`, { cwd: folder('eu') });
    expect(read(file), part).toContain(`.${part}-`);
  }
});

test('What the service worker stores in advance stays within its budget (Rule 2.42)', () => {
  const worker = read('sw.js');
  const listed = all(worker, /\burl:["'`]([^"'`]+)["'`]/g);
  const fileOf = (url: string): string =>
    PRECACHED_PAGES.find(({ address }) => address === url)?.shell ?? url;
  expect(listed).toEqual(expect.arrayContaining(PRECACHED_PAGES.map(({ address }) => address)));
  for (const part of ['markdown', 'saved', 'ProfilePosts', 'BattleLine'])
    expect(listed, part).toContainEqual(expect.stringMatching(`^/hashed/${part}\\.`));
  expect(sizeOf(listed.map(fileOf))).toBeLessThanOrEqual(PRECACHE_MAX);
  expect(brotli(worker)).toBeLessThanOrEqual(WORKER_MAX);
});

test('Every page names its own address, except those that many addresses share (Rule 23.14)', () => {
  for (const { pattern, shell } of routes) {
    const canonical = all(read(shell), /<link rel="canonical" href="([^"]+)"/g);
    const origin = /data-site="([^"]+)"/.exec(read(shell))?.[1];
    expect(canonical, shell).toEqual(pattern.includes(':') ? [] : [`${origin}${pattern}`]);
  }
});

test('The sitemap lists every page that search engines may list, and no person (Rule 23.15)', () => {
  const isListed = ({ pattern, shell }: Route): boolean =>
    !pattern.includes(':') && !/<meta name="robots" content="noindex"/.test(read(shell));
  const addresses = routes.filter(isListed).map(({ pattern }) => pattern);
  for (const region of REGION_IDS) {
    const file = (name: string) => readFileSync(join(folder(region), name), 'utf8');
    const origin = /data-site="([^"]+)"/.exec(file('index.html'))?.[1];
    expect(all(file('sitemap.xml'), /<loc>([^<]+)<\/loc>/g)).toEqual(
      addresses.map((path) => `${origin}${path}`),
    );
    expect(file('robots.txt')).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
  }
});

test('Pages and the service worker are of one build (Rule 2.44)', () => {
  const ids = [...CONTENT, ...DATA].map((file) => /data-build="([^"]*)"/.exec(read(file))?.[1]);
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^[\da-f]{16}$/);
  expect(read('sw.js')).toContain(ids[0]);
});

test('Each region has an app with shortcuts, icons and screenshots (Rule 2.46)', () => {
  for (const region of REGION_IDS) {
    const manifest = JSON.parse(readFileSync(join(folder(region), 'manifest.webmanifest'), 'utf8'));
    expect(manifest.name).toBe(`Fleet Karma ${regions[region].label}`);
    const files = [...manifest.icons, ...manifest.screenshots].map(({ src }: { src: string }) => src);
    for (const file of files)
      expect(readFileSync(join(folder(region), file)).length, file).toBeLessThan(90 * KB);
    const shortcuts = manifest.shortcuts.map(({ url }: { url: string }) => url);
    expect(shortcuts).toEqual(['/player', '/clan', '/posts']);
  }
});

for (const region of REGION_IDS) {
  test(`Every page of ${regions[region].label} has one policy without unsafe sources`, () => {
    for (const file of [...CONTENT, ...DATA]) {
      const html = readFileSync(join(folder(region), file), 'utf8');
      const [policy = '', ...more] = all(html, /http-equiv="content-security-policy" content="([^"]+)"/g);
      expect(more).toEqual([]);
      expect(html.indexOf('http-equiv="content-security-policy"')).toBeLessThan(html.search(/<script[\s>]/));
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).toMatch(/script-src 'self' 'sha256-/);
      expect(html).not.toMatch(/<[a-z][^>]*\s(style|on\w+)="/);
    }
  });
}
