/** Selects the tests that changed files can break, for `npm test -- --changed`. */
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { run } from '#scripts/support/processes.ts';

/** Browser specs of each screen, by the name of its folder in `src/islands` and `src/lib/stores`. */
const SPECS_OF_SCREEN: Readonly<Record<string, readonly string[]>> = {
  'battle-player': ['battle-playback', 'battle-player', 'post-view'],
  clan: ['clans'],
  feed: ['acknowledgements', 'dialogs', 'feed', 'keyboard', 'live'],
  moderation: ['acknowledgements', 'dialogs', 'meanwhile', 'moderation'],
  notifications: ['live', 'meanwhile', 'notifications'],
  'player-profile': ['acknowledgements', 'dialogs', 'keyboard', 'live', 'moderation', 'player-profile'],
  'post-editor': ['acknowledgements', 'dialogs', 'meanwhile', 'post-editor', 'session-edges'],
  'post-view': ['acknowledgements', 'battle-playback', 'battle-player', 'keyboard', 'live', 'post-view'],
  profile: ['acknowledgements', 'dialogs', 'keyboard', 'live', 'moderation', 'player-profile'],
  search: ['clans', 'meanwhile', 'player-search'],
  settings: ['session-edges', 'settings'],
};

/** Specs that visit every screen. */
const EVERY_SCREEN = [
  'broken-world',
  'build-output',
  'hostile',
  'loading',
  'moderator-at-work',
  'permissions',
  'states',
];

const NO_BROWSER =
  /\.md$|^docs\/|^tests\/(unit|islands|api|tooling|engines|scale)\/|^scripts\/(bench|docs|lint)\//;
const NO_PROGRAM = /\.md$|^docs\/images\/|^tests\/(unit|islands|e2e|engines|scale)\//;
const SCREEN = /^src\/(?:islands|lib\/stores)\/([^/]+)\//;
const SPEC = /^tests\/e2e\/(?:screens\/)?([^/]+)\.spec\.ts$/;

function specsFor(file: string): readonly string[] | 'all' {
  if (NO_BROWSER.test(file)) return [];
  const spec = SPEC.exec(file)?.[1];
  if (spec !== undefined) return [spec];
  const specs = SPECS_OF_SCREEN[SCREEN.exec(file)?.[1] ?? ''];
  return specs === undefined ? 'all' : [...EVERY_SCREEN, ...specs];
}

/** Names of the browser specs that the files can break: everything shared, and every unknown file, means `all`. */
export function browserSpecsFor(files: readonly string[]): string[] | 'all' {
  const found = files.map(specsFor);
  if (found.includes('all')) return 'all';
  return [...new Set(found.flat())].sort();
}

/** Whether the tests that start programs have to run: vitest cannot see through a process what they depend on. */
export const needsProgramTests = (files: readonly string[]): boolean =>
  files.some((file) => !NO_PROGRAM.test(file));

async function git(...args: string[]): Promise<string[]> {
  const { code, output } = await run('git', args);
  if (code !== 0) throw new PlainFailure(`git ${args.join(' ')} failed: ${output.trim()}`);
  return output.split('\n').filter((line) => line !== '');
}

/** Files that differ from the common ancestor with `base`, uncommitted and new ones included. */
export async function changedFiles(base: string): Promise<string[]> {
  const tracked = await git('diff', '--name-only', '--merge-base', base);
  return [...tracked, ...(await git('ls-files', '--others', '--exclude-standard'))];
}
