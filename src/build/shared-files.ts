/**
 * Which modules of browser code share a file, by the bundler's option `codeSplitting`. Left alone, it makes a file of
 * every set of modules that the same pages and later parts share: many small ones, which compress worse and take a slow line
 * many rounds. Here only the first imports of pages and the parts that follow by themselves count.
 */
import { basename, join } from 'node:path';
import type { Rolldown } from 'vite';

/**
 * Modules that at least this many entries import go into `shared`, or into `session` if all
 * of those entries import the session.
 */
const SHARED_FROM = 4;
const SOURCES = join(import.meta.dirname, '..');
const SESSION = join(SOURCES, 'lib/stores/session/session.ts');

type LaterFile = { pages: readonly string[]; of?: 'replay' | 'battle'; modules: readonly string[] };

/**
 * Files of parts that load on demand, but without a press, on the pages of these entries: `of` posts with a replay, or with the
 * battle player in place of a video. What several of the files need is in the first.
 */
export const LATER: Readonly<Record<string, LaterFile>> = {
  ribbons: { pages: ['Clan', 'ClanSearch', 'PlayerSearch'], modules: ['lib/client/ribbons.ts'] },
  card: {
    pages: ['Feed', 'PlayerProfile', 'PostView'],
    modules: [
      'islands/ui/post/BattleLine.tsx',
      'islands/ui/post/Caption.tsx',
      'islands/share-picture/SharePicture.tsx',
    ],
  },
  // Cards have this one offline; editors and the queue of moderators have both.
  evidence: {
    pages: ['PostView'],
    of: 'replay',
    modules: ['islands/ui/EvidenceSentence.tsx', 'islands/ui/post/EvidenceBar.tsx'],
  },
  facts: {
    pages: ['PostView'],
    of: 'replay',
    modules: ['lib/client/replay.ts', 'lib/stores/posts/earlier-post.ts', 'lib/stores/posts/moment.ts'],
  },
  parties: { pages: ['PostView'], modules: ['islands/post-view/PartyCards.tsx'] },
  replay: {
    pages: ['PostView'],
    of: 'replay',
    modules: ['islands/battle-player/BattleView.tsx', 'islands/post-view/ReplaySection.tsx'],
  },
  // For signed-in users, so no page lists it.
  report: { pages: [], modules: ['islands/post-view/OwnReport.tsx'] },
  player: { pages: ['PostView'], of: 'battle', modules: ['islands/battle-player/BattlePlayer.tsx'] },
};

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** The module and all that import it, also by way of others. */
function importersOf(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  const module = graph.getModuleInfo(id);
  if (module === null || found.has(id)) return found;
  found.add(id);
  for (const importer of module.importers) importersOf(importer, graph, found);
  return found;
}

/** The name of an entry: an island, or a script of a page. */
export const nameOf = (entry: string): string => basename(entry).replace(/\..*/, '');

/** The names of the entries that import the module. */
const entriesOf = (id: string, graph: Graph): string[] =>
  [...importersOf(id, graph)].filter((importer) => graph.getModuleInfo(importer)?.isEntry).map(nameOf);

/**
 * The file of a module, and its rank. None where the bundler decides. What a module imports has the same file or a higher
 * rank, so no files import each other.
 */
export function fileOf(id: string, graph: Graph): { name: string; rank: number } | null {
  const importers = importersOf(id, graph);
  const later = Object.entries(LATER).filter(([, { modules }]) =>
    modules.some((module) => importers.has(join(SOURCES, module))),
  );
  const entries = entriesOf(id, graph);
  const [[first = ''] = []] = later;
  if (entries.length === 0) return first ? { name: first, rank: -Object.keys(LATER).indexOf(first) } : null;
  const pages = [...new Set([...entries, ...later.flatMap(([, part]) => part.pages)])].sort();
  if (pages.length === 1) return later.length > 0 ? { name: `${pages[0]}-own`, rank: 1 } : null;
  if (pages.length < SHARED_FROM) return { name: pages.join('-'), rank: pages.length };
  const session = entriesOf(SESSION, graph);
  return pages.every((page) => session.includes(page))
    ? { name: 'session', rank: SHARED_FROM }
    : { name: 'shared', rank: SHARED_FROM + 1 };
}

const HIGHEST = SHARED_FROM + 1;
const RANKS = HIGHEST + Object.keys(LATER).length;

/**
 * The files of a rank. Higher ranks come first, because a file takes all
 * its imports that no other file has.
 */
const ofRank = (rank: number) => ({
  name: (id: string, graph: Graph): string | null => {
    const file = fileOf(id, graph);
    return file?.rank === rank ? file.name : null;
  },
  priority: RANKS - HIGHEST + rank,
});

/** The groups of modules. */
export const sharedFiles = {
  groups: [
    {
      // The same on every page with an island, and changes only with an upgrade.
      name: 'framework',
      test: /\/node_modules\/(react|react-dom|scheduler|nanostores|@nanostores\/react|@astrojs\/react)\//,
      priority: RANKS + 1,
    },
    {
      // All icons are imports of one module, so the graph does not tell who needs which.
      name: 'icons',
      test: /\/node_modules\/lucide\//,
      minShareCount: 2,
      priority: RANKS + 1,
    },
    ...Array.from({ length: RANKS }, (_, index) => ofRank(HIGHEST - index)),
  ],
};
