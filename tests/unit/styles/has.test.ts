/**
 * Styles that depend on what an element contains. Browsers match the styles of everything inside it again when anything there
 * changes: with `:has()` on the list of posts, one change cost as much as drawing the whole page.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '../../../src');
const LARGE = /(?:^|[\s,}])(?::root|html|body|main|ol|ul|\.list)\S*:has\(/;

it('do not hang on what the page, or a list of posts, contains', () => {
  const files = globSync(
    '{styles/*.css,layouts/*.astro,islands/{ui,feed,player-profile,post-view,frame}/**/*.css}',
    {
      cwd: source,
    },
  );
  expect(files.length).toBeGreaterThan(40);
  const selectors = files.flatMap((file) =>
    readFileSync(path.join(source, file), 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .split('\n')
      .filter((line) => LARGE.test(line)),
  );
  expect(selectors).toEqual([]);
});
