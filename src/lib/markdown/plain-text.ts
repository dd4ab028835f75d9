/** Texts without markup, which most posts are: drawing them takes no markdown parser. */
import type { Block, Inline } from '#lib/markdown/markdown-tokens.ts';
import { isVisible, limitClusters } from '#lib/schemas/visible-text.ts';

/** Longer texts go to the parser, which has its own limits. Posts have up to 2,000 characters. */
const PLAIN_MAX_LENGTH = 2000;

/**
 * Characters that markdown may interpret: its signs, an underscore that is not inside a word, addresses, the marks of lists and
 * headings at the start of a line, and white space other than single spaces and line ends. It may match more, but never less.
 */
const MARKUP =
  /[\\`*~[\]<>&#|@\0]|(?:^|[^a-z\d])_|_(?![a-z\d])|:\/\/|www\.|^(?:[-+=:]|\d+[.)])|[^\S \n]|^ | $/im;

/** A paragraph with the lines as they were typed. */
export function plainParagraph(source: string): Block {
  const lines = source.trimEnd().split('\n');
  const children = lines.flatMap((line, index): Inline[] => {
    const text: Inline = { type: 'text', text: limitClusters(line) };
    return index === 0 ? [text] : [{ type: 'break' }, text];
  });
  return { type: 'paragraph', children };
}

/** Whether a text can be shown without the parser. */
export const isPlain = (source: string): boolean =>
  source.length <= PLAIN_MAX_LENGTH && !MARKUP.test(source) && isVisible(source);

/** The paragraphs of a text without markup, exactly as the parser would return them; null for a text that needs the parser. */
export function parsePlain(source: string): Block[] | null {
  if (!isPlain(source)) return null;
  return source
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map(plainParagraph);
}
