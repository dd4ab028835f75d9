/** Turns times in a post's text into links to moments of its battle (Rule 25.36). */
import { type Clock, findMoments } from 'wows-replay/battle/clock';
import type { Block, Inline, ListItem } from '#lib/markdown/markdown-tokens.ts';

/** How links to moments are made, in seconds since the battle's start. */
interface MomentLinks {
  hrefOf: (seconds: number) => string;
  show: (seconds: number) => void;
}

/** Links the times that the clock showed, except in code and in links. */
export function linkMoments(clock: Clock, { hrefOf, show }: MomentLinks): (blocks: Block[]) => Block[] {
  const inText = (text: string): Inline[] =>
    findMoments(text, clock).map(({ text, seconds }) =>
      seconds === null
        ? { type: 'text', text }
        : { type: 'moment', text, href: hrefOf(seconds), show: () => show(seconds) },
    );
  const inLine = (parts: readonly Inline[]): Inline[] =>
    parts.flatMap((part): Inline[] => {
      if (part.type === 'text') return inText(part.text);
      return 'children' in part && part.type !== 'link'
        ? [{ ...part, children: inLine(part.children) }]
        : [part];
    });
  const inItem = (item: ListItem): ListItem => ({ ...item, children: item.children.map(inBlock) });
  const inBlock = (block: Block): Block => {
    switch (block.type) {
      case 'paragraph':
      case 'tight':
      case 'heading':
        return { ...block, children: inLine(block.children) };
      case 'quote':
        return { ...block, children: block.children.map(inBlock) };
      case 'list':
        return { ...block, items: block.items.map(inItem) };
      case 'table':
        return { ...block, header: block.header.map(inLine), rows: block.rows.map((row) => row.map(inLine)) };
      default:
        return block;
    }
  };
  return (blocks) => blocks.map(inBlock);
}
