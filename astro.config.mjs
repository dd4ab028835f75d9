// @ts-check
/** Builds the site of one region: REGION selects it, OUT_DIR is the target folder. Other settings are in `src/config.ts`. */
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { groupChunks } from './src/build/chunks.ts';
import { nameClass } from './src/build/class-names.ts';
import { devRoutes } from './src/build/dev-routes.ts';
import { finishPages } from './src/build/finish-pages.ts';
import { compileHeadScript } from './src/build/head-script.ts';
import { importMarks } from './src/build/import-marks.ts';
import { LAYER_ORDER, policyHash } from './src/build/inline.ts';
import { lateStyles } from './src/build/late-styles.ts';
import { compileModule, laterModule } from './src/build/later-module.ts';
import { lazyCode } from './src/build/lazy-code.ts';
import { policyDirectives } from './src/build/policy.ts';
import { serviceWorker } from './src/build/service-worker.ts';
import { loadConfig } from './src/config.ts';

const config = loadConfig();
const headScript = await compileHeadScript('head-script.ts');
const earlyRequests = await compileHeadScript('early-requests.ts');
const earlyContent = await compileModule('src/layouts/early-content.ts', 'iife');
const cache = `./.cache/${config.region}`;

export default defineConfig({
  site: config.siteOrigins[config.region],
  outDir: process.env.OUT_DIR ?? `./dist/${config.region}`,
  cacheDir: `${cache}/astro`,
  trailingSlash: 'never',
  compressHTML: true,
  devToolbar: { enabled: false },
  markdown: { syntaxHighlight: false },
  build: { format: 'directory', inlineStylesheets: 'always', assets: 'hashed' },
  security: {
    csp: {
      directives: [...policyDirectives(config)],
      scriptDirective: { hashes: [headScript, headScript + earlyRequests, earlyContent].map(policyHash) },
      styleDirective: { hashes: [policyHash(LAYER_ORDER)] },
    },
  },
  integrations: [
    react(),
    {
      name: 'client-directives',
      hooks: {
        'astro:config:setup': ({ addClientDirective }) => {
          for (const name of ['cookie', 'event', 'frame'])
            addClientDirective({ name, entrypoint: `./src/build/${name}-directive.ts` });
        },
      },
    },
    finishPages(),
    laterModule(),
    serviceWorker(config),
    devRoutes(),
  ],
  vite: {
    // Files that tests and builds write must not reload the page.
    server: { watch: { ignored: ['**/.cache/**', '**/.data/**', '**/dist/**', '**/tests/**'] } },
    cacheDir: `${cache}/vite`,
    plugins: [importMarks(), groupChunks(), lazyCode(), lateStyles()],
    css: { modules: { generateScopedName: nameClass } },
    worker: { format: 'es' },
    define: {
      HEAD_SCRIPT: JSON.stringify(headScript),
      EARLY_REQUESTS: JSON.stringify(earlyRequests),
      EARLY_CONTENT: JSON.stringify(earlyContent),
    },
  },
});
