/** Parses markdown that is not trusted to tokens, which are drawn as elements: no HTML is created. */
import type { MarkedToken, Token, Tokens } from 'marked';
import { BoundedLexer } from '#lib/markdown/bounded-lexer.ts';
import { inlineOf, plainText } from '#lib/markdown/markdown-inline.ts';
import type { Block, ListItem } from '#lib/markdown/markdown-tokens.ts';
import { plainParagraph } from '#lib/markdown/plain-text.ts';
import { isVisible } from '#lib/schemas/visible-text.ts';

export { slowExpressions } from '#lib/markdown/bounded-lexer.ts';

/** Text beyond this length is shown as it was typed. Posts have up to 2,000 characters, and few clan descriptions more. */
export const MARKDOWN_MAX_LENGTH = 20_000;

/** The level of the latest heading. The next one is at most one level below it, so that the outline has no gaps. */
interface Outline {
  level: number;
}

function heading({ depth, tokens }: Tokens.Heading, outline: Outline): Block {
  outline.level = Math.min(depth, outline.level + 1);
  return { type: 'heading', depth: outline.level, children: inlineOf(tokens) };
}

function listItem(item: Tokens.ListItem, outline: Outline): ListItem {
  return { checked: item.task ? item.checked === true : null, children: blocksOf(item.tokens, outline) };
}

function list({ ordered, start, items }: Tokens.List, outline: Outline): Block {
  return {
    type: 'list',
    ordered,
    start: start === '' ? 1 : start,
    items: items.map((item) => listItem(item, outline)),
  };
}

/** The text of a table's cells, without the signs and spaces between them. */
const cellText = (text: string): string => text.replace(/[\s|\\]+/g, '');

/** A table, or its source if a row has more cells than the header: the parser drops them. */
function table({ align, header, rows, raw }: Tokens.Table): Block {
  const [head = '', , ...body] = raw.split('\n');
  const cells = [header, ...rows].flat().map((cell) => cell.text);
  if (cellText(cells.join('')) !== cellText(`${head}${body.join('')}`)) return plainParagraph(raw);
  const cell = ({ tokens }: Tokens.TableCell) => inlineOf(tokens);
  return { type: 'table', align, header: header.map(cell), rows: rows.map((row) => row.map(cell)) };
}

/** A block of code. What is written next to its fence, which names a language, precedes it as text. */
function code({ lang, text }: Tokens.Code): Block[] {
  const block: Block = { type: 'code', text };
  return lang ? [plainParagraph(lang), block] : [block];
}

function convert(token: MarkedToken, outline: Outline): Block | readonly Block[] {
  switch (token.type) {
    case 'space':
    case 'checkbox':
      return [];
    case 'paragraph':
      return { type: 'paragraph', children: inlineOf(token.tokens) };
    case 'text':
      return { type: 'tight', children: inlineOf(token.tokens ?? [token]) };
    case 'heading':
      return heading(token, outline);
    case 'code':
      return code(token);
    case 'blockquote':
      return { type: 'quote', children: blocksOf(token.tokens, outline) };
    case 'list':
      return list(token, outline);
    case 'table':
      return table(token);
    case 'hr':
      return { type: 'rule' };
    default:
      // Raw HTML and unknown tokens are shown as they were typed.
      return plainParagraph(token.raw);
  }
}

function blocksOf(tokens: readonly Token[], outline: Outline): Block[] {
  return tokens.flatMap((token) => convert(token as MarkedToken, outline));
}

/** Whether a block shows nothing, for example because it consists of invisible characters. */
function isBlank(block: Block): boolean {
  if (block.type === 'quote') return block.children.every(isBlank);
  return 'children' in block && !isVisible(plainText(block.children));
}

/**
 * Parses GitHub-flavoured markdown and keeps line breaks. Raw HTML becomes text, images become links, and only http, https
 * and mailto addresses become links. No word is lost (Rule 16.14): what the site cannot draw is shown as it was typed. Never
 * throws; the cost is linear in the length of the text.
 */
export function parseMarkdown(source: string): Block[] {
  const head = source.slice(0, MARKDOWN_MAX_LENGTH);
  const tail = source.slice(MARKDOWN_MAX_LENGTH);
  try {
    const blocks = blocksOf(new BoundedLexer().lex(head), { level: 0 });
    if (blocks.every(isBlank)) return isVisible(source) ? [plainParagraph(source)] : [];
    return tail === '' ? blocks : [...blocks, plainParagraph(tail)];
  } catch {
    // marked throws on some texts that it should support.
    return [plainParagraph(source)];
  }
}
