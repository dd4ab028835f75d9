// @ts-check
/** Builds the site of one region: REGION selects it, OUT_DIR is the target folder. Other settings are in `src/config.ts`. */
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { recordFiles } from './src/build/browser-files.ts';
import { shortClassName } from './src/build/class-names.ts';
import { devRoutes } from './src/build/dev-routes.ts';
import { finishPages } from './src/build/finish-pages.ts';
import { LAYER_ORDER, policyHash } from './src/build/inline.ts';
import { offline } from './src/build/offline.ts';
import { pageScripts } from './src/build/page-scripts.ts';
import { policyDirectives } from './src/build/policy.ts';
import { sharedFiles } from './src/build/shared-files.ts';
import { loadConfig } from './src/config.ts';

const config = loadConfig();
const { files, plugin: recorder } = recordFiles();
const { OUT_DIR } = process.env;
const cache = OUT_DIR ? `${OUT_DIR}/../cache` : `./.cache/${config.region}`;

export default defineConfig({
  site: config.siteOrigins[config.region],
  outDir: OUT_DIR ?? `./dist/${config.region}`,
  cacheDir: `${cache}/astro`,
  trailingSlash: 'never',
  compressHTML: true,
  devToolbar: { enabled: false },
  markdown: { syntaxHighlight: false },
  build: { format: 'directory', inlineStylesheets: 'always', assets: 'hashed' },
  security: {
    csp: {
      directives: [...policyDirectives(config)],
      styleDirective: { hashes: [policyHash(LAYER_ORDER)] },
    },
  },
  integrations: [
    react(),
    {
      name: 'client-directives',
      hooks: {
        'astro:config:setup': ({ addClientDirective }) => {
          for (const name of ['signed-in', 'first-use', 'first-frame'])
            addClientDirective({ name, entrypoint: `./src/build/${name}-directive.ts` });
        },
      },
    },
    pageScripts(),
    finishPages(files),
    offline(config, files),
    devRoutes(),
  ],
  vite: {
    // Files that tests and builds write must not reload the page.
    server: { watch: { ignored: ['**/.cache/**', '**/.data/**', '**/dist/**', '**/tests/**'] } },
    cacheDir: `${cache}/vite`,
    plugins: [recorder],
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: sharedFiles } } } } },
    build: {
      modulePreload: {
        polyfill: false,
        // The pages have all styles.
        resolveDependencies: (_, dependencies) => dependencies.filter((name) => name.endsWith('.js')),
      },
    },
    css: { modules: { generateScopedName: shortClassName } },
    worker: { format: 'es' },
  },
});
