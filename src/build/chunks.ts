/**
 * How browser modules are grouped into files. Left alone, the bundler makes a file of every set of modules that some
 * pages share, and a dozen small files compress worse than a few: about 6 KB on the feed.
 */
import type { Plugin } from 'vite';

/** The first group that matches takes a module, and with it what the module imports. */
const GROUPS = [
  {
    // The same on every page with an island, and changed only by an upgrade.
    name: 'framework',
    test: /\/node_modules\/(react|react-dom|scheduler|nanostores|@nanostores\/react|@astrojs\/react)\//,
  },
  {
    // What nearly every island uses. Markdown is large, and searches do without.
    name: 'shared',
    test: /\/src\/(lib\/(?!content\/)|islands\/ui\/(?!Markdown|CodeBlock|CopyButton))|\/node_modules\/(zod|lucide-react)\/|preload-helper/,
    minShareCount: 4,
  },
  {
    name: 'markdown',
    test: /\/node_modules\/marked\/|\/lib\/content\/|\/ui\/(Markdown|CodeBlock)/,
    minShareCount: 2,
  },
];

/** The plugin; browser code only. */
export function groupChunks(): Plugin {
  const groups = GROUPS.map((group, index) => ({ ...group, priority: GROUPS.length - index }));
  return {
    name: 'group-chunks',
    applyToEnvironment: (environment) => environment.name === 'client',
    outputOptions: (options) => ({ ...options, codeSplitting: { groups } }),
  };
}
