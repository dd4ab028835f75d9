/**
 * How browser modules are grouped into files. Left alone, the bundler makes a file of every set of modules that the same
 * pages share, and many small files compress worse than a few.
 */
import type { Plugin } from 'vite';

/** What the pages with lists of posts share, and no other page needs before it has data. */
const POSTS =
  /\/src\/(lib\/(client\/post|schemas\/calls\/post|stores\/(posts\/(post-draft|deleted-posts)|core\/(draft|live|scroll-position|last-page|removals))|domain\/(flairs|feed))|islands\/(live\/|ui\/(Card\.|RelativeTime|post\/(?!BattleLine)|Pagination|states\/MissingPage)))/;

/** What the pages of a player and of a clan share. */
const PEOPLE =
  /\/src\/(lib\/regions\.ts|islands\/ui\/(Badge|DataAge|IdentityPanel|RankIcon|states\/NotFound)\.)/;

/** What those pages and the search of players share. */
const PLAYERS = /\/src\/lib\/(stores\/search\/recents|domain\/ribbon)\.ts/;

/** What cards, the page of a post and the editor show of a battle, which all load after the first data. */
const BATTLE =
  /\/src\/(lib\/domain\/(battle|battle-names|evidence|ships)\.ts|islands\/ui\/(ShipLabel|Verdict|post\/BattleLine)\b)/;

/** The group with the highest priority takes a module that matches, together with the modules that it imports. */
const GROUPS = [
  {
    // The same on every page with an island, and changes only with an upgrade.
    name: 'framework',
    test: /\/node_modules\/(react|react-dom|scheduler|nanostores|@nanostores\/react|@astrojs\/react)\//,
    priority: 3,
  },
  {
    // Static imports that at least six islands and lazy parts share. With fewer, search pages load what only posts need.
    name: 'shared',
    tags: ['$initial' as const],
    minShareCount: 6,
    priority: 2,
  },
  {
    name: 'posts',
    test: POSTS,
    tags: ['$initial' as const],
    minShareCount: 2,
    includeDependenciesRecursively: false,
    priority: 1,
  },
  {
    name: 'people',
    test: PEOPLE,
    tags: ['$initial' as const],
    minShareCount: 2,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    name: 'players',
    test: PLAYERS,
    tags: ['$initial' as const],
    minShareCount: 2,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    // As one file, because every file has its name in the list of the pages that load it.
    name: 'battle',
    test: BATTLE,
    includeDependenciesRecursively: false,
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
    configEnvironment: (name) =>
      name === 'client'
        ? // A group without its imports may add exports to an island's file.
          { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } }
        : null,
    outputOptions: (options) => ({ ...options, codeSplitting: { groups: GROUPS } }),
  };
}
