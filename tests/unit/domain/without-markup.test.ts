/** Texts without their markup, compared with what the markdown parser reads in them. */
import { expect, test } from 'vitest';
import { inventWorld } from '#api/demo/seed/world.ts';
import { oneLine, withoutMarkup } from '#lib/domain/without-markup.ts';
import { parseMarkdown } from '#lib/markdown/markdown.ts';
import { textOf } from '#tests/support/markdown-text.ts';

test('is the text that the parser reads in every post of the demo', () => {
  const { posts } = inventWorld('eu', Date.parse('2026-03-01T12:00:00Z'), {
    players: 300,
    posts: 400,
  });
  for (const { content } of posts)
    expect(oneLine(content)).toBe(textOf(parseMarkdown(content)).replace(/\s+/g, ' '));
});

test.each([
  ['Held the cap alone.', 'Held the cap alone.'],
  ['First line\nsecond line\n\nnext paragraph', 'First line second line next paragraph'],
  ['## Heading\n\n**Bold** and [a link](https://example.org)', 'Heading Bold and a link'],
  ['> quoted\n\n- one\n- [x] two\n\n1. three', 'quoted one two three'],
  ['> - **nested** ~~gone~~', 'nested gone'],
  ['| a | b |\n| - | - |\n| c | d |', 'a | b c | d'],
  ['```js\nlet a = 1;\n```\n\n---\n\nafter', 'let a = 1; after'],
  ['[![map](https://example.org/a.png)](https://example.org)', 'map'],
  [
    'Big_Ship, my_name_ and Имя_Корабля, 2 * 3 * 4, \\*as typed\\*',
    'Big_Ship, my_name and Имя_Корабля, 2 * 3 * 4, *as typed*',
  ],
  ['Abc__Def_com and Имя__Корабля', 'Abc__Def_com and Имя__Корабля'],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
])('is the text that %j shows, on one line', (source, line) => {
  expect(oneLine(source)).toBe(line);
});

test('is the source when nothing else would be visible', () => {
  expect(withoutMarkup('****')).toBe('****');
});

test.each(['*', '[', '- ', '`', '\\', '| ', '_ ', '- | ', ' ', '![', '[a](', '[](('])(
  'ends soon with a million characters of %j',
  (sign) => {
    const text = `${sign.repeat(1_000_000 / sign.length)}x`;
    expect(withoutMarkup(text).endsWith('x')).toBe(true);
  },
);
