/** Edits each built page: writes the scripts of its modules into the head and trims its policy. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { withModuleScripts } from './module-scripts.ts';
import { withTrimmedPolicy } from './trim-policy.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The file of a page. The not-found page is a file, every other page is a folder. */
const fileOf = (pathname: string): string =>
  /^404\/?$/.test(pathname) ? '404.html' : join(pathname, 'index.html');

/** The integration. */
export function finishPages(): AstroIntegration {
  const imports = new Map<string, readonly string[]>();
  const bySource = new Map<string, string>();
  const recordChunks: Plugin = {
    name: 'record-chunks',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        imports.set(file.fileName, file.imports);
        for (const id of file.moduleIds) bySource.set(relative(ROOT, id), file.fileName);
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
        for (const { pathname } of pages) {
          const file = join(fileURLToPath(dir), fileOf(pathname));
          const html = await readFile(file, 'utf8');
          await writeFile(file, withTrimmedPolicy(withModuleScripts(html, { imports, bySource })));
        }
      },
    },
  };
}
