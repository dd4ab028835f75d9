/**
 * Styles that depend on what an element contains. Browsers match the styles of everything inside it again when anything there
 * changes: with `:has()` on the list of posts, one change cost as much as drawing the whole page.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '../../../src');
const LARGE = /(?:^|[\s,}])(?::root|html|body|main|ol|ul|\.list)\S*:has\(/;
/** Ends with an element of any kind. Chromium then matches everything below again, whichever `:has()` of the page changes. */
const ANY_ELEMENT = /:has\(.*[\s>+~](?:\*|:(?!is\()[\w-]+(?:\([^()]*\))?)$/;

const styleSheets = (pattern: string): string[] =>
  globSync(pattern, { cwd: source }).map((file) =>
    readFileSync(path.join(source, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''),
  );

it('do not hang on what the page, or a list of posts, contains', () => {
  const sheets = styleSheets(
    '{styles/*.css,layouts/*.astro,islands/{ui,feed,player-profile,post-view,frame}/**/*.css}',
  );
  expect(sheets.length).toBeGreaterThan(40);
  expect(sheets.flatMap((sheet) => sheet.split('\n').filter((line) => LARGE.test(line)))).toEqual([]);
});

it('name the elements that `:has()` on another element changes', () => {
  const selectors = styleSheets('**/*.css').flatMap((sheet) =>
    [...sheet.matchAll(/([^{};]+)\{/g)].flatMap(([, list = '']) => list.split(/,(?![^(]*\))/)),
  );
  expect(
    selectors.map((selector) => selector.trim()).filter((selector) => ANY_ELEMENT.test(selector)),
  ).toEqual([]);
});
