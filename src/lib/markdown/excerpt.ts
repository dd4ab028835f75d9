/** Markdown as one line of plain text, for places that only hint at a post. */
import { parseMarkdown } from '#lib/markdown/markdown.ts';
import { plainText } from '#lib/markdown/markdown-inline.ts';
import type { Block } from '#lib/markdown/markdown-tokens.ts';
import { parsePlain } from '#lib/markdown/plain-text.ts';
import { limitClusters } from '#lib/schemas/visible-text.ts';

function textOf(block: Block): string {
  switch (block.type) {
    case 'code':
      return limitClusters(block.text);
    case 'quote':
      return joined(block.children);
    case 'list':
      return block.items.map(({ children }) => joined(children)).join(' ');
    case 'table':
      return [block.header, ...block.rows].flatMap((row) => row.map((cell) => plainText(cell))).join(' ');
    case 'rule':
      return '';
    default:
      return plainText(block.children);
  }
}

const joined = (blocks: readonly Block[]): string => blocks.map(textOf).filter(Boolean).join(' ');

/** The text that markdown shows, without markup and line breaks. */
export const excerpt = (source: string): string =>
  joined(parsePlain(source) ?? parseMarkdown(source)).replace(/\s+/g, ' ');
