/**
 * How browser modules are grouped into files: by the entries (islands and scripts of pages) whose imports reach them. Left alone,
 * the bundler makes a file of every set of modules that the same pages share, and many small files compress worse than a few.
 */
import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { hasMark } from './import-marks.ts';

/** Modules that at least this many entries load share one file, or two: those that only entries with the session load are apart. */
const SHARED_FROM = 5;
const SESSION = '/src/lib/stores/session/session.ts';

/** A set of entries that shares less source code than this, in characters, has no file of its own. */
const FILE_MIN = 4000;

type Graph = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>;

/** The entries that load each module first, by its id. */
function entriesByModule(graph: Graph): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const visit = (id: string, entry: string): void => {
    const entries = found.get(id) ?? new Set();
    const module = graph.getModuleInfo(id);
    if (entries.has(entry) || module === null) return;
    found.set(id, entries.add(entry));
    const preloaded = module.dynamicallyImportedIds.filter((part) => hasMark(part, 'preload'));
    for (const imported of [...module.importedIds, ...preloaded]) visit(imported, entry);
  };
  for (const id of graph.getModuleIds()) if (graph.getModuleInfo(id)?.isEntry) visit(id, id);
  return found;
}

/** The file of each module that several entries load first, by the module's id. */
export function filesOfShared(graph: Graph): Map<string, string> {
  const found = entriesByModule(graph);
  const [, signedIn] = [...found].find(([id]) => id.endsWith(SESSION)) ?? [];
  const sharedName = (entries: Set<string>): string =>
    signedIn && entries.isSubsetOf(signedIn) ? 'session' : 'shared';
  const nameOf = (entries: Set<string>): string =>
    entries.size < SHARED_FROM
      ? Array.from(entries, (entry) => basename(entry).replace(/\..*/, ''))
          .sort()
          .join('-')
      : sharedName(entries);
  const modules = [...found].filter(([, entries]) => entries.size > 1);
  const files = new Map<string, string>();
  /** With all that it imports: otherwise a shared file could import one that imports it, and run before it. */
  const share = (id: string): void => {
    const entries = found.get(id);
    if (entries === undefined || files.has(id)) return;
    files.set(id, sharedName(entries));
    graph.getModuleInfo(id)?.importedIds.forEach(share);
  };
  const groups = [...Map.groupBy(modules, ([, entries]) => nameOf(entries))];
  const isSmall = ([, group]: (typeof groups)[number]): boolean =>
    group.reduce((total, [id]) => total + (graph.getModuleInfo(id)?.code?.length ?? 0), 0) < FILE_MIN;
  for (const [, group] of groups.filter(isSmall)) for (const [id] of group) share(id);
  for (const [name, group] of groups) for (const [id] of group) if (!files.has(id)) files.set(id, name);
  return files;
}

/** The plugin; browser code only. */
export function groupChunks(): Plugin {
  let files = new Map<string, string>();
  const groups = [
    {
      // The same on every page with an island, and changes only with an upgrade.
      name: 'framework',
      test: /\/node_modules\/(react|react-dom|scheduler|nanostores|@nanostores\/react|@astrojs\/react)\//,
      priority: 2,
    },
    {
      // All icons are imports of one module, so the graph does not tell who needs which.
      name: 'icons',
      test: /\/node_modules\/lucide\//,
      minShareCount: 2,
      priority: 2,
    },
    {
      name: (id: string) => files.get(id),
      minShareCount: 2,
      includeDependenciesRecursively: false,
      priority: 1,
    },
  ];
  return {
    name: 'group-chunks',
    applyToEnvironment: (environment) => environment.name === 'client',
    configEnvironment: (name) =>
      name === 'client'
        ? // A group without its imports may add exports to an island's file.
          { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } }
        : null,
    buildEnd() {
      files = filesOfShared(this);
    },
    outputOptions: (options) => ({ ...options, codeSplitting: { groups } }),
  };
}
