/** Texts without markup, which most posts are: drawing them takes no markdown parser. */
import { isVisible, limitClusters } from '#lib/schemas/visible-text.ts';

/** Longer texts go to the parser, which has its own limits. Posts have up to 2,000 characters. */
const PLAIN_MAX_LENGTH = 2000;

/**
 * Characters that markdown may interpret: its signs, an underscore that is not inside a word, addresses, the marks of lists and
 * headings at the start of a line, and white space other than single spaces and line ends. It may match more, but never less.
 */
const MARKUP =
  /[\\`*~[\]<>&#|@\0]|(?:^|[^a-z\d])_|_(?![a-z\d])|:\/\/|www\.|^(?:[-+=:]|\d+[.)])|[^\S \n]|^ | $/im;

/** A paragraph of text and line breaks. */
export interface PlainParagraph {
  type: 'paragraph';
  children: ({ type: 'text'; text: string } | { type: 'break' })[];
}

/** A paragraph with the lines as they were typed. */
export function plainParagraph(source: string): PlainParagraph {
  const lines = source.trimEnd().split('\n');
  const children = lines.flatMap((line, index): PlainParagraph['children'] => {
    const text = { type: 'text', text: limitClusters(line) } as const;
    return index === 0 ? [text] : [{ type: 'break' }, text];
  });
  return { type: 'paragraph', children };
}

/** Whether a text can be shown without the parser. */
export const isPlain = (source: string): boolean =>
  source.length <= PLAIN_MAX_LENGTH && !MARKUP.test(source) && isVisible(source);

/** The paragraphs of a text as they were typed. */
export const plainParagraphs = (source: string): PlainParagraph[] =>
  source
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map(plainParagraph);

/** The paragraphs of a text without markup, exactly as the parser would return them; null for a text that needs the parser. */
export const parsePlain = (source: string): PlainParagraph[] | null =>
  isPlain(source) ? plainParagraphs(source) : null;
