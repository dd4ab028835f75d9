import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '#lib/markdown/markdown.ts';
import { parsePlain } from '#lib/markdown/plain-text.ts';

/** Pieces of texts, among them everything that markdown gives a meaning. */
const PIECES = [
  ...'aZ9 .,:;!?()"\'-+=_/\n\n\n'.split(''),
  ...[
    'ab^Борис^é^日本^👍🏽^\u200b^\u00a0^  ^\t^\r\n^\n\n^www.^http://a.eu^ftp://x^me@b.eu^- a^1. b^2) c',
    '---^===^*a*^__b__^~c~^`d`^[e](f)^![g](h)^<i>^&amp;^\\*^# x^> y^| z |',
  ].flatMap((row) => row.split('^')),
];
const anyText = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 14 })
  .map((pieces) => pieces.join(''));

describe('Texts without markup', () => {
  test('become the paragraphs that the parser would return', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const plain = parsePlain(text);
        if (plain !== null) expect(plain).toEqual(parseMarkdown(text));
      }),
      { numRuns: 20_000 },
    );
  });

  test.each([
    'AFK from the start - and rammed me at 12:40.',
    'Борис did not fire once!\nNot a single salvo.\n\nAvoid (he said so himself).',
    'Borodino_Gunner carried: 3:1, 45% of our damage.',
  ])('need no parser: %s', (text) => {
    expect(parsePlain(text)).not.toBeNull();
  });

  test.each([
    '*a*',
    '- a',
    '1. a',
    'a\n---',
    '_a_',
    'see www.a.eu',
    'a  \nb',
    '\ta',
    '&amp;',
    '\u200b',
    'a'.repeat(2001),
  ])('leave %j to the parser', (text) => {
    expect(parsePlain(text)).toBeNull();
  });
});
