/**
 * Puts a script for every module that the islands of a page need into its head, so that all of them are fetched at
 * once and not one level of imports after another, and each is evaluated when it has arrived, in a task of its own:
 * evaluated together, as links for preloading would leave them, they block a phone for twice as long as is felt. A
 * module stands after those that it imports: of several that become ready at one moment the first is evaluated first,
 * with all that it imports. They are async and of low priority, so that the screen’s data comes before them. Modules of
 * `client:cookie` islands go into the `session-modules` meta instead; the head script loads them when the cookie is there.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { pageFile } from './page-file.ts';

/** Names of the chunks that each chunk imports statically. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** All modules the entries need, each after those that it imports itself. Addresses start with `/`. */
export function modulesOf(entries: readonly string[], imports: Imports): string[] {
  const seen = new Set<string>();
  const visit = (url: string): string[] => {
    if (seen.has(url)) return [];
    seen.add(url);
    return [...(imports.get(url.slice(1)) ?? []).flatMap((name) => visit(`/${name}`)), url];
  };
  return entries.flatMap(visit);
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

function islandsOf(html: string, wanted: (directive: string | undefined) => boolean): string[] {
  const tags = html.match(/<astro-island\s[^>]*>/g) ?? [];
  const urls = tags
    .filter((tag) => wanted(attribute(tag, 'client')))
    .flatMap((tag) => [attribute(tag, 'component-url'), attribute(tag, 'renderer-url')]);
  return urls.filter((url) => url !== undefined);
}

const SESSION_META = '<meta name="session-modules" content="">';

/** The page with its scripts and meta filled in; unchanged where it has no island. */
export function withPreloads(html: string, imports: Imports): string {
  const now = modulesOf(
    islandsOf(html, (directive) => directive !== 'cookie' && directive !== 'visible'),
    imports,
  );
  const later = modulesOf(
    islandsOf(html, (directive) => directive === 'cookie'),
    imports,
  );
  const scripts = now
    .map((url) => `<script type="module" async fetchpriority="low" src="${url}"></script>`)
    .join('');
  const session = later.filter((url) => !now.includes(url)).join(' ');
  return html.replace(
    SESSION_META,
    () => `${scripts}${session && SESSION_META.replace('""', `"${session}"`)}`,
  );
}

/** The integration; see the top of the file. */
export function modulePreload(): AstroIntegration {
  const imports = new Map<string, readonly string[]>();
  const plugin: Plugin = {
    name: 'record-module-imports',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') imports.set(file.fileName, file.imports);
    },
  };
  return {
    name: 'module-preload',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [plugin] } });
      },
      'astro:build:done': async ({ dir, pages }) => {
        for (const { pathname } of pages) {
          const path = join(fileURLToPath(dir), pageFile(pathname));
          await writeFile(path, withPreloads(await readFile(path, 'utf8'), imports));
        }
      },
    },
  };
}
