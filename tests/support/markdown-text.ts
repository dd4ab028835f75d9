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

/** Signs and the beginnings and ends of what markdown gives a meaning. Addresses end where the target of a link does. */
export const MARKUP = [
  ...'[ ] ( ) ! < > * _ ` ~ | - = # & ; : " \' \\ ^ / 1 0 , .'.split(' '),
  ...[' ', '  ', '    ', '\t', '\n', '\n', '\n\n', '\r\n', '**', '__', '~~', '```', '~~~', '``'],
  ...['[x] ', '- ', '* ', '+ ', '1. ', '2) ', '> ', '# ', '### ', '- [ ] ', '\n---\n', '\n===\n'],
  ...['[REF]: ', '\n\n[12:04]: ', '[^1]', '\n[^1]: ', '](', '![', '][', ']:', '\n[', '[]('],
  ...['<!-- ', ' -->', '<b>', '</b>', '<div>\n', '</div>', '<a href="', '">', '<?', '?>', '<![CDATA[', ']]>'],
  ...['<script>', '</script>', '<pre>', '<!X ', '&amp;', '&#42;', '&nosuch;', '\\\n'],
  ...['| a | b |\n|-|-|\n', '|a|\n|:-:|\n| ', ' | ', '|\n|', '\n|-|\n', '| - | - |'],
  ...['](https://t.eu)', '](https://t.eu "', '")', "](<https://t.eu> '", '](mailto:a@t.eu)', '](/t '],
  ...['https://t.eu ', 'www.t.eu ', '<https://t.eu>', 'a@t.eu ', 'javascript:', '\n```', '\n~~~ '],
];
