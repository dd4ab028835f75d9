/** Nothing that an author typed is invisible, whatever markdown takes it for. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutMarkup } from '#lib/domain/without-markup.ts';
import { parseMarkdown } from '#lib/markdown/markdown.ts';
import { MARKUP, textOf } from '#tests/support/markdown-text.ts';

const pieces = fc.array(fc.oneof(fc.constantFrom(...MARKUP), fc.constant(null)), {
  minLength: 1,
  maxLength: 24,
});

/** A text, and the words in it, each of which is in it once. */
function write(parts: readonly (string | null)[]): { source: string; words: string[] } {
  const words: string[] = [];
  const source = parts.map((part) => {
    if (part !== null) return part;
    words.push(`noob${'abcdefghijklmnopqrstuvwxyz'[words.length]}`);
    return words.at(-1);
  });
  return { source: source.join(''), words };
}

const lost = (shown: string, words: readonly string[]): string[] =>
  words.filter((word) => !shown.includes(word));

/** Names of code blocks' languages, and targets of links. */
const EXEMPT = /^ {0,3}[`~]{3,}\w*$|\]\((?:[^()\s]|\([^()\s]*\))*\)/gm;

test.each<[string, (source: string) => string, RegExp | string]>([
  ['a post shows', (source) => textOf(parseMarkdown(source)), ''],
  ['an excerpt, a message and a post without its format show', withoutMarkup, EXEMPT],
])('%s every word of the text (Rule 16.14)', (_, show, exempt) => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const { source, words } = write(parts);
      const typed = words.filter((word) => source.replace(exempt, '').includes(word));
      expect(lost(show(source), typed), JSON.stringify(source)).toEqual([]);
    }),
    { numRuns: 5_000 },
  );
});
