/** The visible text of a parsed text, without its format. */
import { plainText } from '#lib/markdown/markdown-inline.ts';
import type { Block } from '#lib/markdown/markdown-tokens.ts';

function blockText(block: Block): string {
  if (block.type === 'code') return block.text;
  if (block.type === 'list') return block.items.flatMap(({ children }) => children.map(blockText)).join(' ');
  if (block.type === 'table')
    return [block.header, ...block.rows]
      .map((row) => row.map(plainText).filter(Boolean).join(' | '))
      .join(' ');
  if (block.type === 'quote') return block.children.map(blockText).join(' ');
  return 'children' in block ? plainText(block.children) : '';
}

/** The visible text of the blocks, on one line. */
export const textOf = (blocks: readonly Block[]): string =>
  blocks.map(blockText).join(' ').replace(/\s+/g, ' ').trim();
