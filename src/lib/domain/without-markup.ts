/** Markdown as plain text, for places that show a text without its format: before its parser has loaded, or in one line. */
import { isVisible } from '#lib/schemas/visible-text.ts';

/** Fences of code blocks, and lines that only structure a text: rules, underlines of headings, second rows of tables. */
const STRUCTURE = /^ {0,3}(?:(?:`{3,}|~{3,}) *(?=[^`\n]*$)|[ |:]*(?:[-*_=][ |:]*){2,}$)\n?/gm;
/** A link with its title. One that the parser refuses stays as typed. */
const LINK = /!?\[([^[\]\n]+)\]\( *<?(?:https?|mailto):(?:[^\s()]|\([^\s()]*\))*( +"[^"\n]*")? *\)/g;
/** The marks of headings, quotes, lists with their boxes, and rows of tables at the start of a line. */
const MARKS = /^(?: *(?:#+|[>|*+-]|\d+[.)])(?: +(?:\[[ x]\] )?|$))+/gm;
/** Emphasis and code: a pair of signs around words. A sign inside a word is none, as in `Name__of_ship`. */
const PAIR =
  /(?<![\p{L}\d_\\])(([*_`~])(?<!\2\2)\2*)(?!\s|\2)([^*_`~]*(?:[*_`~][^*_`~]*){0,20}?)(?<![\s\\]|\2)\1(?![\p{L}\d_]|\2)/gu;
/** An escaped sign, and the end of a table's row. */
const SIGNS = /\\([!-/:-@[-`{-~])| \|$/gm;

/**
 * The text without markdown's signs, its lines and words as they were typed; the text itself if nothing visible remains. Regular
 * expressions instead of the parser, because pages draw it before they load any module. Linear in the length of the text.
 */
export function withoutMarkup(source: string): string {
  const text = source
    .replace(STRUCTURE, '')
    .replace(LINK, '$1$2')
    // A picture inside a link.
    .replace(LINK, '$1$2')
    .replace(MARKS, '')
    .replace(PAIR, '$3')
    // Emphasis inside emphasis.
    .replace(PAIR, '$3')
    .replace(SIGNS, '$1');
  return isVisible(text) ? text : source;
}

/** The same on one line. */
export const oneLine = (source: string): string => withoutMarkup(source).replace(/\s+/g, ' ').trim();
