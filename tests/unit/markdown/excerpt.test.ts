import { expect, test } from 'vitest';
import { excerpt } from '#lib/markdown/excerpt.ts';

test.each([
  ['Held the cap alone.', 'Held the cap alone.'],
  ['First line\nsecond line\n\nnext paragraph', 'First line second line next paragraph'],
  ['## Heading\n\n**Bold** and [a link](https://example.org)', 'Heading Bold and a link'],
  ['> quoted\n\n- one\n- two\n\n1. three', 'quoted one two three'],
  ['| a | b |\n| - | - |\n| c | d |', 'a b c d'],
  ['```js\nlet a = 1;\n```\n\n---\n\nafter', 'let a = 1; after'],
  ['<img src=x onerror=alert(1)> [x](javascript:alert(1))', '<img src=x onerror=alert(1)> x'],
])('is the text that %j shows, on one line (Rule 13.13)', (source, line) => {
  expect(excerpt(source)).toBe(line);
});
