import { useMemo } from 'react';
import { parseMarkdown } from '#lib/content/markdown.ts';
import type { Align, Block, Cell, Inline, ListItem } from '#lib/content/markdown-tokens.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { cx } from './helpers/cx.ts';
import { warmUp } from './hooks/smooth-drawing.ts';
import styles from './Markdown.module.css';

warmUp(
  () => parseMarkdown(''),
  () => parseMarkdown('Some'),
  () => parseMarkdown('*text*'),
);

interface MarkdownProps {
  /** GitHub-flavoured markdown from anybody. */
  source: string;
  className?: string | undefined;
}

/** A heading of the text stands below the page's own: its first level is an h3. */
const HEADINGS = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

/** Parts never move within a text, so their place is their key. */
const keyed = <T,>(parts: readonly T[]): (T & { key: number })[] =>
  parts.map((part, key) => ({ ...part, key }));

function Text({ parts }: { parts: readonly Inline[] }) {
  return keyed(parts).map((part) => {
    switch (part.type) {
      case 'text':
        return part.text;
      case 'code':
        return <code key={part.key}>{part.text}</code>;
      case 'break':
        return <br key={part.key} />;
      case 'link':
        return (
          <a key={part.key} href={part.href} title={part.title ?? undefined} rel="nofollow noopener ugc">
            <Text parts={part.children} />
          </a>
        );
      default: {
        const Tag = part.type;
        return (
          <Tag key={part.key}>
            <Text parts={part.children} />
          </Tag>
        );
      }
    }
  });
}

function Item({ checked, children }: ListItem) {
  return (
    <li className={checked === null ? undefined : styles.task}>
      {checked !== null && (
        <span role="img" aria-label={checked ? 'Done' : 'Not done'}>
          {checked ? '☑ ' : '☐ '}
        </span>
      )}
      <Blocks blocks={children} />
    </li>
  );
}

const alignClass = (align: Align | undefined): string | undefined => (align ? styles[align] : undefined);

function Row({
  cells,
  align,
  as: Tag,
}: {
  cells: readonly Cell[];
  align: readonly Align[];
  as: 'th' | 'td';
}) {
  return (
    <tr>
      {cells.map((parts, column) => {
        // A header without words heads nothing.
        const Element = parts.length === 0 ? 'td' : Tag;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column.
          <Element key={column} className={alignClass(align[column])}>
            <Text parts={parts} />
          </Element>
        );
      })}
    </tr>
  );
}

function Table({ align, header, rows }: Extract<Block, { type: 'table' }>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard.
    <div className={styles.scroll} tabIndex={0}>
      <table>
        <thead>
          <Row cells={header} align={align} as="th" />
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place.
            <Row key={row} cells={cells} align={align} as="td" />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BlockPart({ block }: { block: Block }) {
  switch (block.type) {
    case 'tight':
      return <Text parts={block.children} />;
    case 'heading': {
      const Heading = HEADINGS[block.depth - 1] ?? 'h6';
      return (
        <Heading dir="auto">
          <Text parts={block.children} />
        </Heading>
      );
    }
    case 'code':
      return <CodeBlock text={block.text} />;
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.children} />
        </blockquote>
      );
    case 'list': {
      const items = keyed(block.items).map(({ key, ...item }) => <Item key={key} {...item} />);
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return <Table {...block} />;
    case 'rule':
      return <hr />;
    default:
      return (
        <p dir="auto">
          <Text parts={block.children} />
        </p>
      );
  }
}

function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return keyed(blocks).map(({ key, ...block }) => <BlockPart key={key} block={block as Block} />);
}

/**
 * Markdown of strangers, drawn as elements: raw HTML shows as text, images are links, and only http, https and
 * mailto addresses lead anywhere.
 */
export function Markdown({ source, className }: MarkdownProps) {
  const blocks = useMemo(() => parseMarkdown(source), [source]);
  return (
    <div className={cx(styles.markdown, className)}>
      <Blocks blocks={blocks} />
    </div>
  );
}
