/**
 * Which modules of browser code share a file, by the bundler's option `codeSplitting`. Left alone, it makes a file of
 * every set of modules that the same pages and later parts share: many small ones, which compress worse. Here only the
 * first imports of pages count: what several entries (islands and scripts of pages) import is a file per set of entries,
 * and one for all if the set is large.
 */
import { basename, join } from 'node:path';
import type { Rolldown } from 'vite';

/**
 * Modules that at least this many entries import go into `shared`, or into `session` if all
 * of those entries import the session.
 */
const SHARED_FROM = 4;
const SESSION = join(import.meta.dirname, '../lib/stores/session/session.ts');

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** The entries that import the module, also by way of others. */
function entriesOf(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  const module = graph.getModuleInfo(id);
  if (module === null || found.has(id)) return found;
  found.add(id);
  for (const importer of module.importers) entriesOf(importer, graph, found);
  return found;
}

/**
 * The file of a module, and how many entries share it. None where the bundler decides. What a module imports
 * is shared by as many at least, so no files import each other.
 */
export function fileOf(id: string, graph: Graph): { name: string; shared: number } | null {
  const isEntry = (importer: string) => graph.getModuleInfo(importer)?.isEntry;
  const entries = [...entriesOf(id, graph)].filter(isEntry);
  if (entries.length < 2) return null;
  if (entries.length < SHARED_FROM) {
    const names = entries.map((entry) => basename(entry).replace(/\..*/, ''));
    return { name: names.sort().join('-'), shared: entries.length };
  }
  const session = entriesOf(SESSION, graph);
  return entries.every((entry) => session.has(entry))
    ? { name: 'session', shared: SHARED_FROM }
    : { name: 'shared', shared: SHARED_FROM + 1 };
}

/**
 * The files that so many entries share. Files of more entries come first, because a file takes all
 * its imports that no other file has.
 */
const sharedBy = (count: number) => ({
  name: (id: string, graph: Graph): string | null => {
    const file = fileOf(id, graph);
    return file?.shared === count ? file.name : null;
  },
  priority: count,
});

const PACKAGES = SHARED_FROM + 2;

/** The groups of modules. */
export const sharedFiles = {
  groups: [
    {
      // The same on every page with an island, and changes only with an upgrade.
      name: 'framework',
      test: /\/node_modules\/(react|react-dom|scheduler|nanostores|@nanostores\/react|@astrojs\/react)\//,
      priority: PACKAGES,
    },
    {
      // All icons are imports of one module, so the graph does not tell who needs which.
      name: 'icons',
      test: /\/node_modules\/lucide\//,
      minShareCount: 2,
      priority: PACKAGES,
    },
    ...Array.from({ length: SHARED_FROM }, (_, index) => sharedBy(SHARED_FROM + 1 - index)),
  ],
};
