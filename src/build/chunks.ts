/**
 * How browser modules are grouped into files. Left alone, the bundler makes a file of every set of modules that some
 * pages share, and a dozen small files compress worse than two: about 6 KB on the feed.
 */
import type { Plugin } from 'vite';

/** React and the stores' runtime: the same on every page with an island, and changed only by an upgrade. */
const FRAMEWORK =
  /\/node_modules\/(react|react-dom|scheduler|nanostores|@nanostores\/react|@astrojs\/react)\//;
/** What nearly every island uses. */
const SHARED = /\/src\/(lib|islands\/ui)\/|\/node_modules\/(zod|lucide-react)\/|preload-helper/;
/** Islands that must use a module before it goes into the shared file. */
const SHARE_COUNT = 4;

/** The plugin; browser code only. */
export function groupChunks(): Plugin {
  return {
    name: 'group-chunks',
    applyToEnvironment: (environment) => environment.name === 'client',
    outputOptions: (options) => ({
      ...options,
      codeSplitting: {
        groups: [
          { name: 'framework', test: FRAMEWORK, priority: 2 },
          { name: 'shared', test: SHARED, minShareCount: SHARE_COUNT, priority: 1 },
        ],
      },
    }),
  };
}
