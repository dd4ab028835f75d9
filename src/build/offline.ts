/** What makes the site work offline: a region's service worker, which lists the hashes of the finished pages. */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build, type Plugin } from 'vite';
import { PRECACHED_PAGES } from '#lib/domain/stored-pages.ts';
import { NOT_FOUND_SHELL, routes } from '#lib/routes.ts';
import type { SiteConfig } from '../config.ts';
import { addressOf, type BrowserFiles, withImports } from './browser-files.ts';
import { BUILD_PLACEHOLDER, hashOf, OFF_WORKER } from './inline.ts';

interface CompileOptions {
  /** One script, or a module. */
  format?: 'iife' | 'es';
  /** Constants of the code. */
  define?: Record<string, string>;
  /** Whether imported modules may do more than export. Without, constants of modules with schemas come without the schemas. */
  sideEffects?: boolean;
}

/** Compiles a source file with all that it imports into one. Also returns the files of its modules. */
export async function compileScript(
  file: string,
  { format = 'iife', define = {}, sideEffects = false }: CompileOptions = {},
): Promise<{ code: string; sources: string[] }> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: file,
        preserveEntrySignatures: 'strict',
        treeshake: { moduleSideEffects: sideEffects },
        optimization: { inlineConst: { mode: 'all', pass: 3 } },
        output: { format, codeSplitting: false },
      },
    },
  });
  const [output] = [result].flat();
  if (output === undefined || !('output' in output)) throw new Error(`${file} was not compiled.`);
  const [{ code, moduleIds }] = output.output;
  return { code: code.trim(), sources: moduleIds };
}

/** The integration. */
export function pageScripts(): AstroIntegration {
  const files = new Map<string, string>();
  const writeLater = async (file: string): Promise<string> => {
    const { code } = await compileScript(file, { format: 'es' });
    const name = `/hashed/${basename(file, '.ts')}.${hashOf(code).slice(0, 8)}.js`;
    files.set(name, code);
    return name;
  };
  return {
    name: 'page-scripts',
    hooks: {
      'astro:config:setup': ({ command, config, updateConfig }) => {
        const plugin: Plugin = {
          name: 'page-scripts',
          load: {
            filter: { id: /\.ts\?script(-file)?$/ },
            async handler(id) {
              const [file = '', kind] = id.split('?');
              const text = (value: string) => `export default ${JSON.stringify(value)};`;
              if (kind === 'script') {
                const { code, sources } = await compileScript(file);
                for (const source of sources) this.addWatchFile(source);
                return text(code);
              }
              // The dev server compiles modules itself.
              if (command === 'dev') return text(`/${relative(fileURLToPath(config.root), file)}`);
              return text(await writeLater(file));
            },
          },
        };
        updateConfig({ vite: { plugins: [plugin] } });
      },
      'astro:build:done': async ({ dir }) => {
        for (const [name, code] of files) await writeFile(join(fileURLToPath(dir), name), code);
      },
    },
  };
}

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
