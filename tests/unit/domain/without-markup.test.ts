/** Texts without their markup, compared with what the markdown parser reads in them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inventWorld } from '#api/demo/seed/world.ts';
import { oneLine, withoutMarkup } from '#lib/domain/without-markup.ts';
import { parseMarkdown } from '#lib/markdown/markdown.ts';
import { textOf } from '#tests/support/markdown-text.ts';

test('is the text that the parser reads in every post of the demo', () => {
  const { posts } = inventWorld('eu', Date.parse('2026-03-01T12:00:00Z'));
  for (const { content } of posts) expect(oneLine(content)).toBe(textOf(parseMarkdown(content)));
});

const nameWith = (...signs: string[]) =>
  fc
    .array(fc.constantFrom('Abc', 'x', '7', 'Имя', 'é'), { minLength: 1, maxLength: 4 })
    .chain((parts) => fc.constantFrom(...signs).map((sign) => parts.join(sign)));
const anyName = nameWith('_', '__', '___');
const namesOf = (name: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(name, fc.constantFrom(' ', ', ', ' (', '\n', '\n\n', ': ')), { maxLength: 3 })
    .map((parts) => parts.flat().join(''));
const signs = fc.constantFrom('', '*', '**', '***', '_', '__', '~~', '`');

test('is the text that the parser reads in names with underscores', () => {
  // Underscores in a row after emphasis change what the parser takes for emphasis.
  const before = namesOf(anyName);
  const after = namesOf(nameWith('_'));
  fc.assert(
    fc.property(before, signs, anyName, anyName, after, (start, sign, one, other, end) => {
      const source = `${start}${sign}${one} ${other}${sign} ${end}`;
      expect(oneLine(source)).toBe(textOf(parseMarkdown(source)));
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ['Held the cap alone.', 'Held the cap alone.'],
  ['First line\nsecond line\n\nnext paragraph', 'First line second line next paragraph'],
  ['## Heading\n\n**Bold** and [a link](https://example.org)', 'Heading Bold and a link'],
  ['> quoted\n\n- one\n- [x] two\n\n1. three', 'quoted one two three'],
  ['> - **nested** ~~gone~~', 'nested gone'],
  ['*a **b** c* **_d_** ~~*e*~~ \\_f\\_ f**k', 'a b c d e _f_ f**k'],
  ['| a | b |\n| - | - |\n| c | d |', 'a | b c | d'],
  ['```js\nlet a = 1;\n```\n\n---\n\nafter', 'js let a = 1; after'],
  ['[![map](https://example.org/a.png)](https://example.org)', 'map'],
  [
    'Big_Ship, my_name_ and Имя_Корабля, 2 * 3 * 4, \\*as typed\\*',
    'Big_Ship, my_name_ and Имя_Корабля, 2 * 3 * 4, *as typed*',
  ],
  ['<img src=x onerror=alert(1)> [x](javascript:a())', '<img src=x onerror=alert(1)> [x](javascript:a())'],
  ['[a](https://x.test/a_(b) "T") [](https://x.test) [ALL]: noobs', 'a "T" [](https://x.test) [ALL]: noobs'],
  ['Abc__Def_com, _xXx_Sniper and __Both', 'Abc__Def_com, _xXx_Sniper and __Both'],
])('is the text that %j shows, on one line', (source, line) => {
  expect(oneLine(source)).toBe(line);
});

test('is the source when nothing else would be visible', () => {
  expect(withoutMarkup('****')).toBe('****');
});

test.each(['*', '[', '- ', '`', '\\', '| ', '_ ', '- | ', ' ', '![', '[a](', '[]((', '[a](https:('])(
  'ends soon with a million characters of %j',
  (sign) => {
    const text = `${sign.repeat(1_000_000 / sign.length)}x`;
    expect(withoutMarkup(text).endsWith('x')).toBe(true);
  },
);
