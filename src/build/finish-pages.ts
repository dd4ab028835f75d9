/** Edits each built page: writes the scripts of its modules into the head and trims its policy. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { hasMark } from './import-marks.ts';
import { withModuleScripts } from './module-scripts.ts';
import { withTrimmedPolicy } from './trim-policy.ts';

/** The file of a page. The not-found page is a file, every other page is a folder. */
export const fileOf = (pathname: string): string =>
  /^404\/?$/.test(pathname) ? '404.html' : join(pathname, 'index.html');

/** The integration. */
export function finishPages(): AstroIntegration {
  const imports = new Map<string, readonly string[]>();
  const preloads = new Map<string, readonly string[]>();
  let parser = '';
  const recordChunks: Plugin = {
    name: 'record-chunks',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_, bundle) {
      const has = (name: string, mark: Parameters<typeof hasMark>[1]): boolean => {
        const file = bundle[name];
        return file?.type === 'chunk' && file.moduleIds.some((id) => hasMark(id, mark));
      };
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== 'chunk') continue;
        imports.set(name, file.imports);
        preloads.set(
          name,
          file.dynamicImports.filter((part) => has(part, 'preload')),
        );
        if (has(name, 'early')) parser = name;
      }
    },
  };
  return {
    name: 'finish-pages',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [recordChunks] } });
      },
      'astro:build:done': async ({ dir, pages }) => {
        if (parser === '') throw new Error('No import is marked as early.');
        for (const { pathname } of pages) {
          const file = join(fileURLToPath(dir), fileOf(pathname));
          const html = await readFile(file, 'utf8');
          await writeFile(file, withTrimmedPolicy(withModuleScripts(html, { imports, preloads, parser })));
        }
      },
    },
  };
}
