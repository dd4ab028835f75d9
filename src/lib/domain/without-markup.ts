/** Markdown as plain text, for places that show a text without its format: before its parser has loaded, or in one line. */
import { isVisible } from '#lib/schemas/visible-text.ts';

/** Lines that only structure a text: fences of code blocks, rules, underlines of headings, second rows of tables. */
const STRUCTURE = /^ {0,3}(?:[`~]{3,}\w*|[ |:]*(?:[-*_=][ |:]*){2,})$\n?/gm;
const LINK = /!?\[([^[\]\n]*)\]\((?:[^()\s]|\([^()\s]*\))*\)/g;
/** The marks of headings, quotes, lists with their boxes, and rows of tables at the start of a line. */
const MARKS = /^(?: *(?:#+|[>|*+-]|\d+[.)])(?: +(?:\[[ x]\] )?|$))+/gm;
/** An escaped sign, signs of emphasis and code next to a character, and the end of a table's row. */
const SIGNS =
  /\\([^\w\s])|(?:[*`]|~~)+(?=[^\s~])|(?<=[^\s~])(?:[*`]|~~)+|(?<![\p{L}\d_])_+|_+(?![\p{L}\d_])| \|$/gmu;

/**
 * The text without markdown's signs, its lines as they were typed; the text itself if nothing visible remains. Regular
 * expressions instead of the parser, because pages draw it before they load any module. Linear in the length of the text.
 */
export function withoutMarkup(source: string): string {
  const text = source
    .replace(STRUCTURE, '')
    .replace(LINK, '$1')
    // A picture inside a link.
    .replace(LINK, '$1')
    .replace(MARKS, '')
    .replace(SIGNS, '$1');
  return isVisible(text) ? text : source;
}

/** The same on one line. */
export const oneLine = (source: string): string => withoutMarkup(source).replace(/\s+/g, ' ').trim();
