import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '#scripts/support/settings.ts';
import { browserSpecsFor, needsProgramTests } from '#scripts/testing/changed-files.ts';

const SPECS = globSync('**/*.spec.ts', { cwd: path.join(ROOT, 'tests/e2e') }).map((file) =>
  path.basename(file, '.spec.ts'),
);

describe('Changed files select browser specs:', () => {
  test.each([
    ['src/layouts/Frame.astro'],
    ['src/styles/tokens.css'],
    ['src/build/module-scripts.ts'],
    ['src/islands/ui/Card.tsx'],
    ['src/islands/frame/Toast.tsx'],
    ['src/lib/stores/core/remote.ts'],
    ['src/lib/stores/session/session.ts'],
    ['src/lib/schemas/post.ts'],
    ['api/calls/posts/routes.ts'],
    ['public/assets/psa.eu.html'],
    ['tests/support/sign-in.ts'],
    ['package-lock.json'],
    ['a-new-folder/a-new-file.ts'],
  ])('%s selects all', (file) => {
    expect(browserSpecsFor([file, 'src/islands/clan/Clan.tsx'])).toBe('all');
  });

  test("a screen's own file selects its specs and those of every screen", () => {
    const specs = browserSpecsFor(['src/islands/clan/Clan.tsx']);
    expect(specs).toEqual(expect.arrayContaining(['clans', 'states', 'hostile']));
    expect(specs).not.toContain('settings');
  });

  test('a changed spec selects itself', () => {
    expect(browserSpecsFor(['tests/e2e/feed.spec.ts', 'docs/behaviour.md'])).toEqual(['feed']);
  });

  test.each([['README.md'], ['tests/unit/regions.test.ts'], ['scripts/bench/feed.ts']])(
    '%s selects none',
    (file) => {
      expect(browserSpecsFor([file])).toEqual([]);
    },
  );

  test('every selected spec exists, and every folder of a screen has specs', () => {
    const folders = globSync('src/{islands,lib/stores}/*/', { cwd: ROOT });
    const selected = folders.map((folder) => browserSpecsFor([`${folder}/a.ts`]));
    expect(SPECS).toEqual(expect.arrayContaining(selected.filter((specs) => specs !== 'all').flat()));
    expect(selected.filter((specs) => specs !== 'all').length).toBeGreaterThan(8);
  });
});

test.each([
  ['api/main.ts', true],
  ['scripts/start.ts', true],
  ['tests/tooling/start.test.ts', true],
  ['docs/behaviour.md', false],
  ['tests/unit/regions.test.ts', false],
])('%s needs the tests that start programs: %s', (file, needed) => {
  expect(needsProgramTests([file])).toBe(needed);
});
