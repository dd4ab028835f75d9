/** Edits each built page: writes the scripts of its modules into the head and trims its policy. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { withModuleScripts } from './module-scripts.ts';
import { withTrimmedPolicy } from './trim-policy.ts';

/** The file of a page. The not-found page is a file, every other page is a folder. */
const fileOf = (pathname: string): string =>
  /^404\/?$/.test(pathname) ? '404.html' : join(pathname, 'index.html');

/** The integration. */
export function finishPages(): AstroIntegration {
  const imports = new Map<string, readonly string[]>();
  const recordImports: Plugin = {
    name: 'record-module-imports',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') imports.set(file.fileName, file.imports);
    },
  };
  return {
    name: 'finish-pages',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [recordImports] } });
      },
      'astro:build:done': async ({ dir, pages }) => {
        for (const { pathname } of pages) {
          const file = join(fileURLToPath(dir), fileOf(pathname));
          const html = await readFile(file, 'utf8');
          await writeFile(file, withTrimmedPolicy(withModuleScripts(html, imports)));
        }
      },
    },
  };
}
