/** Builds the service worker of a region once its pages are finished, because it lists their hashes. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build, type Plugin } from 'vite';
import { PRECACHED_PAGES } from '#lib/domain/stored-pages.ts';
import { regions } from '#lib/regions.ts';
import { NOT_FOUND_SHELL, routes } from '#lib/routes.ts';
import type { SiteConfig } from '../config.ts';
import { hasMark } from './import-marks.ts';
import { BUILD_PLACEHOLDER, hashOf, OFF_WORKER, WORKER_PLACEHOLDER } from './inline.ts';
import { compileModule } from './later-module.ts';

interface PrecacheEntry {
  url: string;
  /** Hash of the content; null where the name has one. */
  revision: string | null;
}

/** Writes the code that registers the worker; returns its address. */
async function writeClient(dir: string): Promise<string> {
  const code = await compileModule('src/layouts/worker-client.ts');
  const address = `/hashed/worker-client.${hashOf(code).slice(0, 8)}.js`;
  await writeFile(join(dir, address), code);
  return address;
}

/** Writes the build's id into the pages. It is the hash of their content, which names all files with code. */
async function stampPages(dir: string, client: string): Promise<string> {
  const files = [...new Set([...routes.map(({ shell }) => shell), NOT_FOUND_SHELL])];
  const read = async (file: string) =>
    (await readFile(join(dir, file), 'utf8')).replace(WORKER_PLACEHOLDER, client);
  const pages = await Promise.all(files.map(read));
  const id = hashOf(pages.join(''));
  await Promise.all(
    files.map((file, index) =>
      writeFile(join(dir, file), (pages[index] as string).replace(BUILD_PLACEHOLDER, id)),
    ),
  );
  return id;
}

/** The files that a page loads first. */
const filesOf = (html: string): string[] =>
  [...html.matchAll(/\bsrc="(\/hashed\/[^"]+)"/g)].map((match) => match[1] as string);

async function precacheList(dir: string, lazyFiles: readonly string[]): Promise<PrecacheEntry[]> {
  const pages = await Promise.all(
    PRECACHED_PAGES.map(async ({ address, shell }) => ({
      address,
      html: await readFile(join(dir, shell), 'utf8'),
    })),
  );
  const files = new Set([...pages.flatMap(({ html }) => filesOf(html)), ...lazyFiles]);
  return [
    ...pages.map(({ address, html }) => ({ url: address, revision: hashOf(html) })),
    ...[...files].sort().map((url) => ({ url, revision: null })),
  ];
}

/** Builds a worker from `src/worker`. */
export async function writeWorker(
  dir: string,
  entry: string,
  define: Record<string, unknown> = {},
  name = 'sw.js',
): Promise<void> {
  const values = Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]);
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { ...Object.fromEntries(values), 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: dir,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(import.meta.dirname, '../worker', entry),
        output: { format: 'iife', entryFileNames: name },
      },
    },
  });
}

/** Installed apps of several regions are told apart by their names. */
async function nameManifest(dir: string, label: string): Promise<void> {
  const file = join(dir, 'manifest.webmanifest');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...manifest, name: `${manifest.name} ${label}` }));
}

/** The integration. */
export function serviceWorker({
  region,
  apiOrigins,
  serviceWorker: isOn,
  portable,
}: SiteConfig): AstroIntegration {
  const lazyFiles = new Set<string>();
  const recordLazyCode: Plugin = {
    name: 'record-lazy-code',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_, bundle) {
      const add = (name: string): void => {
        const file = bundle[name];
        if (file?.type !== 'chunk' || lazyFiles.has(`/${name}`)) return;
        lazyFiles.add(`/${name}`);
        file.imports.forEach(add);
      };
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.moduleIds.some((id) => hasMark(id, 'offline'))) add(file.fileName);
    },
  };
  return {
    name: 'service-worker',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [recordLazyCode] } });
      },
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir);
        const id = await stampPages(folder, await writeClient(folder));
        await nameManifest(folder, regions[region].label);
        if (!isOn) return writeWorker(folder, 'off.ts');
        if (portable) await writeWorker(folder, 'off.ts', {}, OFF_WORKER);
        const list = await precacheList(folder, [...lazyFiles]);
        await writeWorker(folder, 'service-worker.ts', {
          PRECACHED: list,
          BUILD: id,
          API_ORIGIN: apiOrigins[region],
        });
      },
    },
  };
}
