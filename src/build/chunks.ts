/**
 * How browser modules are grouped into files. Left alone, the bundler makes a file of every set of modules that some
 * pages share, and a dozen small files compress worse than a few: about 6 KB on the feed.
 */
import type { Plugin } from 'vite';

const SHARED =
  /\/src\/(lib\/(?!content\/)|islands\/ui\/(?!Markdown|CodeBlock|CopyButton))|\/node_modules\/(zod|lucide-react)\/|preload-helper/;

/**
 * What many dialogs and forms use, and what only one screen and its later parts use: none of it must come with what
 * all screens load.
 */
const LATER = [
  /\/islands\/ui\/(Alert|ConfirmDialog|Dialog|dialog-history|Field)\b/,
  /\/lib\/schemas\/(forms\/|(calls\/)?(moderation|notification|player|(shown-)?replay)\b)/,
  /\/lib\/(api\/(moderation|player|replay)|domain\/(posting|profile|refusal)|stores\/(player-profile|post)|regions)\./,
  /\/lucide-react\/.*\/(circle-exclamation-point|triangle-exclamation-point|circle-check|info|x)\b/,
];

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
    test: (id: string) => SHARED.test(id) && !LATER.some((part) => part.test(id)),
    minShareCount: 4,
  },
  {
    name: 'dialogs',
    test: /\/islands\/ui\/(Dialog|dialog-history|Field)\b|\/lib\/(schemas\/forms\/|domain\/refusal\.)/,
    minShareCount: 2,
  },
  {
    name: 'markdown',
    test: /\/node_modules\/marked\/|\/lib\/content\/|\/ui\/(Markdown|CodeBlock)/,
    minShareCount: 2,
  },
  {
    // Small things of lists, one file instead of several.
    name: 'lists',
    test: /\/(stores\/(missed-events|coalesce|post-dialog)|post-editor\/PostDialogs|domain\/post-event)\.|\/ui\/((link-click|page-window|Pagination|Tooltip|LazyPart)\b|post\/LiveSign)/,
    minShareCount: 2,
  },
  {
    name: 'posts',
    test: /\/ui\/post\/|\/post-view\/PostView\.module/,
    minShareCount: 2,
  },
  {
    // What the pages of players and clans have in common.
    name: 'profiles',
    test: /\/lib\/(regions|(schemas\/(calls\/)?|api\/)(player|clan))\.|\/ui\/(Facts|Karma|NotFound|RankIcon|Table)\b/,
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
