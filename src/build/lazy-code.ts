/**
 * Runs every `import()` of browser code through `loadCode` (src/lib/load-code.ts). Vite wraps each of them in a
 * helper that gets the chunk's dependencies; this plugin replaces the helper. Vite's own helper preloads dependencies with
 * links, and after a link has failed, Chromium refuses the module until the page is reloaded. Style sheets are left out: Astro
 * puts them into the pages and removes their files.
 */
import { join } from 'node:path';
import type { Plugin } from 'vite';

const VITE_HELPER = '\0vite/preload-helper.js';
const LOAD_CODE = join(import.meta.dirname, '../lib/load-code.ts');

/** The plugin; browser code only. */
export function lazyCode(): Plugin {
  return {
    name: 'lazy-code',
    enforce: 'pre',
    configEnvironment: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          // The chunk itself comes first; Vite lists it only when it has dependencies.
          resolveDependencies: (chunk, dependencies) => [...new Set([chunk, ...dependencies])],
        },
      },
    }),
    applyToEnvironment: (environment) => environment.name === 'client',
    load: (id) =>
      id === VITE_HELPER
        ? `import { loadCode } from ${JSON.stringify(LOAD_CODE)};
           export const __vitePreload = (load, files) =>
             loadCode(load, files.filter((file) => file.endsWith('js')).map((file) => '/' + file));`
        : null,
  };
}
