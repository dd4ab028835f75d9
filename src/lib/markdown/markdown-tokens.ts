/** Parsed markdown: only what the site shows, and nothing that could contain HTML. */

/**
 * Text-level parts. A link's `href` is http, https or mailto. A `moment` is a time in the text that names a moment of the post's
 * battle; `show` shows it on this page.
 */
export type Inline =
  | { type: 'text'; text: string }
  | { type: 'strong' | 'em' | 'del'; children: readonly Inline[] }
  | { type: 'code'; text: string }
  | { type: 'break' }
  | { type: 'link'; href: string; children: readonly Inline[] }
  | { type: 'moment'; text: string; href: string; show: () => void };

/** Alignment of a table's column. */
export type Align = 'left' | 'center' | 'right' | null;

/** An item of a list; `checked` is null unless the item is a task. */
export interface ListItem {
  checked: boolean | null;
  children: readonly Block[];
}

/** Paragraph-level parts. `tight` is text in a list item, without a paragraph around it. */
export type Block =
  | { type: 'paragraph' | 'tight'; children: readonly Inline[] }
  | { type: 'heading'; depth: number; children: readonly Inline[] }
  | { type: 'code'; text: string }
  | { type: 'quote'; children: readonly Block[] }
  | { type: 'list'; ordered: boolean; start: number; items: readonly ListItem[] }
  | { type: 'table'; align: readonly Align[]; header: readonly Cell[]; rows: readonly (readonly Cell[])[] }
  | { type: 'rule' };

/** Content of a table's cell. */
export type Cell = readonly Inline[];
