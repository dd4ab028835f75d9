import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '#scripts/support/settings.ts';
import { browserSpecsFor, needsContentTests, needsProgramTests } from '#scripts/testing/changed-files.ts';

const SPECS = globSync('**/*.spec.ts', { cwd: path.join(ROOT, 'tests/e2e') }).map((file) =>
  path.basename(file, '.spec.ts'),
);

describe('A changed file selects browser specs:', () => {
  test.each([
    [
      'a rule that several screens use',
      'src/lib/domain/karma.ts',
      'feed player-profile clans',
      'settings home',
    ],
    ['the style of one island', 'src/islands/clan/Clan.module.css', 'clans states hostile', 'feed dialogs'],
    [
      'the style of a shared part',
      'src/islands/ui/IdentityPanel.module.css',
      'clans player-profile',
      'feed live',
    ],
    [
      'a shared part of the same name',
      'src/islands/ui/dialog/Dialog.tsx',
      'dialogs post-editor',
      'clans home',
    ],
    ['a store', 'src/lib/stores/posts/feed-view.ts', 'feed live keyboard', 'clans settings moderation'],
    ['a schema', 'src/lib/schemas/clan.ts', 'clans player-search states', 'moderation battle-player'],
    ['a layout of some pages', 'src/layouts/EarlyPosts.astro', 'early-content live', 'home clans'],
    ['a call of the API', 'api/calls/clans.ts', 'clans player-search main-job', 'feed moderation'],
    ['a rule of the API', 'api/model/posts/karma.ts', 'feed moderation main-job', 'home dialogs'],
    ['a helper of specs', 'tests/support/battle-page.ts', 'battle-map battle-player', 'feed clans'],
    ['a spec', 'tests/e2e/feed.spec.ts', 'feed', 'live'],
  ])('%s (%s)', (_, file, runs, doesNotRun) => {
    const specs = browserSpecsFor([file]);
    expect(specs).toEqual(expect.arrayContaining(runs.split(' ')));
    for (const name of doesNotRun.split(' ')) expect(specs).not.toContain(name);
  });

  test.each([
    ['the frame', 'src/layouts/Frame.astro'],
    ['a part of the frame', 'src/islands/frame/SiteSearch.tsx'],
    ['the tokens', 'src/styles/tokens.css'],
    ['the build', 'src/build/module-scripts.ts'],
    ['live connections of the API', 'api/hubs/post-hub.ts'],
    ['the server of the tests', 'scripts/testing/serve.ts'],
    ['the versions of packages', 'package-lock.json'],
    ['an unknown file', 'a-new-folder/a-new-file.ts'],
  ])('%s: all (%s)', (_, file) => {
    expect(browserSpecsFor([file, 'src/islands/clan/Clan.tsx'])).toBe('all');
  });

  test.each([
    ['public/assets/psa.eu.html'],
    ['docs/behaviour.md'],
    ['tests/unit/regions.test.ts'],
    ['scripts/dev.ts'],
    ['api/commands/backup/main.ts'],
  ])('none (%s)', (file) => {
    expect(browserSpecsFor([file])).toEqual([]);
  });

  test('every spec is selected by some module of a page', () => {
    const modules = globSync('src/{pages,islands,lib/stores}/**/*.{astro,ts,tsx}', { cwd: ROOT });
    const selected = new Set(modules.flatMap((file) => browserSpecsFor([file])));
    expect(SPECS.filter((name) => !selected.has(name))).toEqual([]);
  });
});

test.each([
  ['api/main.ts', true],
  ['api/db/database.ts', true],
  ['scripts/start.ts', true],
  ['src/build/policy.ts', true],
  ['tests/tooling/start.test.ts', true],
  ['api/calls/clans.ts', false],
  ['src/lib/domain/karma.ts', false],
  ['src/islands/clan/Clan.module.css', false],
  ['public/assets/psa.eu.html', false],
  ['docs/behaviour.md', false],
])('%s needs the tests that start programs: %s', (file, needed) => {
  expect(needsProgramTests([file])).toBe(needed);
});

test.each([
  ['public/assets/psa.eu.html', true],
  ['public/favicon.svg', false],
])('%s needs the tests of the static content: %s', (file, needed) => {
  expect(needsContentTests([file])).toBe(needed);
});
