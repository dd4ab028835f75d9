/**
 * How browser modules are grouped into files. Left alone, the bundler makes a file of every set of modules that the same
 * pages share, and many small files compress worse than a few.
 */
import type { Plugin } from 'vite';

/** The first group that matches a module takes it, together with the modules that it imports. */
const GROUPS = [
  {
    // The same on every page with an island, and changes only with an upgrade.
    name: 'framework',
    test: /\/node_modules\/(react|react-dom|scheduler|nanostores|@nanostores\/react|@astrojs\/react)\//,
    priority: 2,
  },
  {
    // Static imports that at least six islands and lazy parts share. With fewer, search pages load what only posts need.
    name: 'shared',
    tags: ['$initial' as const],
    minShareCount: 6,
    priority: 1,
  },
  {
    // Icons that at least two share: a file for each would be larger than the icon.
    name: 'icons',
    test: /\/node_modules\/lucide\//,
    tags: ['$initial' as const],
    minShareCount: 2,
  },
];

/** The plugin; browser code only. */
export function groupChunks(): Plugin {
  return {
    name: 'group-chunks',
    applyToEnvironment: (environment) => environment.name === 'client',
    outputOptions: (options) => ({ ...options, codeSplitting: { groups: GROUPS } }),
  };
}
