import { Fragment, type ReactNode, useMemo } from 'react';
import type { Align, Block, Cell, Inline, ListItem } from '#lib/markdown/markdown-tokens.ts';
import { parsePlain, plainParagraph } from '#lib/markdown/plain-text.ts';
import { markdownParser } from '#lib/markdown/texts.ts';
import { cx } from './helpers/cx.ts';
import { onPlainClick } from './helpers/link-click.ts';
import { useCode } from './hooks/use-code.ts';
import styles from './Markdown.module.css';

/** Draws each part of a list. Parts never move within a text, so their position is their key. */
function each<T>(parts: readonly T[], draw: (part: T, index: number) => ReactNode): ReactNode {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={index}>{draw(part, index)}</Fragment>
  ));
}

const drawText = (parts: readonly Inline[]): ReactNode => each(parts, drawInline);
/** Without `dir`, blocks have the direction of the list or quote around them, so that all share its edge. */
const drawBlocks = (blocks: readonly Block[], dir?: 'auto'): ReactNode =>
  each(blocks, (block) => drawBlock(block, dir));

function drawInline(part: Inline): ReactNode {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'break':
      return <br />;
    case 'link':
      return (
        <a href={part.href} rel="nofollow noopener ugc">
          {drawText(part.children)}
        </a>
      );
    case 'moment':
      return (
        <a href={part.href} onClick={onPlainClick(part.show)} title="Show this moment of the battle">
          {part.text}
        </a>
      );
    default: {
      const Tag = part.type;
      return <Tag>{drawText(part.children)}</Tag>;
    }
  }
}

function drawItem({ checked, children }: ListItem): ReactNode {
  return (
    <li className={checked === null ? undefined : styles.task}>
      {checked !== null && (
        <span role="img" aria-label={checked ? 'Done' : 'Not done'}>
          {checked ? '☑ ' : '☐ '}
        </span>
      )}
      {drawBlocks(children)}
    </li>
  );
}

function drawTable({ align, header, rows }: Extract<Block, { type: 'table' }>, dir?: 'auto'): ReactNode {
  const alignClass = (side: Align | undefined): string | undefined => (side ? styles[side] : undefined);
  const drawCells = (cells: readonly Cell[], CellTag: 'th' | 'td') =>
    each(cells, (cell, column) => {
      // Screen readers announce an empty header cell, so it is a plain cell.
      const Tag = cell.length === 0 ? 'td' : CellTag;
      return <Tag className={alignClass(align[column])}>{drawText(cell)}</Tag>;
    });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard.
    <div className={styles.scroll} tabIndex={0} dir={dir}>
      <table>
        <thead>
          <tr>{drawCells(header, 'th')}</tr>
        </thead>
        <tbody>
          {each(rows, (row) => (
            <tr>{drawCells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A code block works without its button, so a failure to load it is not shown. */
const copyButton = { load: async () => (await import('./CopyButton.tsx')).CopyButton };

function CodeBlock({ text }: { text: string }) {
  const { loaded: CopyButton } = useCode(copyButton);
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard. */}
      <pre tabIndex={0} dir="ltr">
        <code>{text}</code>
      </pre>
      {CopyButton && <CopyButton text={text} className={styles.copy} />}
    </div>
  );
}

/** The page has its own h1 and h2, so headings of a text start at h3. */
const HEADINGS = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

function drawBlock(block: Block, dir?: 'auto'): ReactNode {
  switch (block.type) {
    case 'tight':
      return drawText(block.children);
    case 'heading': {
      const Heading = HEADINGS[block.depth - 1] ?? 'h6';
      return <Heading dir={dir}>{drawText(block.children)}</Heading>;
    }
    case 'code':
      return <CodeBlock text={block.text} />;
    case 'quote':
      return <blockquote dir={dir}>{drawBlocks(block.children)}</blockquote>;
    case 'list': {
      const items = each(block.items, drawItem);
      return block.ordered ? <ol {...{ start: block.start, dir }}>{items}</ol> : <ul dir={dir}>{items}</ul>;
    }
    case 'table':
      return drawTable(block, dir);
    case 'rule':
      return <hr />;
    default:
      return <p dir={dir}>{drawText(block.children)}</p>;
  }
}

interface MarkdownProps {
  /** GitHub-flavoured markdown, not trusted. */
  source: string;
  className?: string | undefined;
  /** Changes the text before it is drawn. */
  adapt?: ((blocks: Block[]) => Block[]) | undefined;
}

/**
 * Markdown drawn as React elements: raw HTML shows as text, images are links, and only http, https and mailto addresses
 * are links. Without its parser, which loads on demand, a text with markup shows as it was typed.
 */
export function Markdown({ source, className, adapt }: MarkdownProps) {
  const plain = useMemo(() => parsePlain(source), [source]);
  const { loaded: parse } = useCode(markdownParser, plain === null);
  const parsed = useMemo(() => plain ?? parse?.(source) ?? [plainParagraph(source)], [plain, parse, source]);
  const blocks = useMemo(() => adapt?.(parsed) ?? parsed, [parsed, adapt]);
  // Players write in any language, so browsers must not take the text for English when they translate or read it.
  return (
    <div className={cx(styles.markdown, className)} lang="">
      {drawBlocks(blocks, 'auto')}
    </div>
  );
}
