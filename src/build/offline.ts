/** What makes the site work offline: a region's service worker, which lists the hashes of the finished pages. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { PRECACHED_PAGES } from '#lib/domain/stored-pages.ts';
import { NOT_FOUND_SHELL, routes } from '#lib/routes.ts';
import type { SiteConfig } from '../config.ts';
import { addressOf, type BrowserFiles, withImports } from './browser-files.ts';
import { BUILD_PLACEHOLDER, hashOf, OFF_WORKER } from './inline.ts';
import { compileScript } from './page-scripts.ts';

const WORKER = 'sw.js';

/** Code that loads later, and that pages need to show what is saved. */
const LATER = [
  'islands/ui/CopyButton.tsx',
  'islands/ui/post/BattleLine.tsx',
  'islands/ui/post/EvidenceBar.tsx',
  'lib/client/saved.ts',
  'lib/markdown/markdown.ts',
];

/** Writes the build's id into the pages. It is the hash of their content, which names all files with code. */
async function stampPages(dir: string): Promise<string> {
  const files = [...new Set([...routes.map(({ shell }) => shell), NOT_FOUND_SHELL])].map((file) =>
    join(dir, file),
  );
  const pages = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const id = hashOf(pages.join(''));
  for (const [index, page] of pages.entries())
    await writeFile(files[index] as string, page.replace(BUILD_PLACEHOLDER, id));
  return id;
}

/** The pages with their hashes, and the files with code that they need. */
async function precacheList(dir: string, files: BrowserFiles) {
  const pages = await Promise.all(
    PRECACHED_PAGES.map(async ({ address, shell }) => ({
      url: address,
      html: await readFile(join(dir, shell), 'utf8'),
    })),
  );
  const listed = pages.flatMap(({ html }) => [...html.matchAll(/<template data-modules.*?<\/template>/g)]);
  const first = listed.flatMap(([list]) => [...list.matchAll(/ src="([^"]+)"/g)]).map(([, url = '']) => url);
  const later = withImports(
    LATER.map((source) => addressOf(source, files)),
    files,
  );
  return [
    ...pages.map(({ url, html }) => ({ url, revision: hashOf(html) })),
    ...[...new Set([...first, ...later])].sort().map((url) => ({ url, revision: null })),
  ];
}

/** Writes a worker from `src/worker` with these constants. */
export async function writeWorker(dir: string, entry: string, name: string, constants = {}): Promise<void> {
  const define = Object.entries(constants).map(([key, value]) => [key, JSON.stringify(value)]);
  const source = join(import.meta.dirname, '../worker', entry);
  const { code } = await compileScript(source, { define: Object.fromEntries(define), sideEffects: true });
  await writeFile(join(dir, name), code);
}

/** The integration. */
export const offline = (
  { region, apiOrigins, serviceWorker: isOn, portable }: SiteConfig,
  files: BrowserFiles,
): AstroIntegration => ({
  name: 'offline',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(dir);
      const id = await stampPages(folder);
      if (!isOn || portable) await writeWorker(folder, 'off.ts', isOn ? OFF_WORKER : WORKER);
      if (isOn)
        await writeWorker(folder, 'service-worker.ts', WORKER, {
          PRECACHED: await precacheList(folder, files),
          BUILD: id,
          API_ORIGIN: apiOrigins[region],
        });
    },
  },
});
