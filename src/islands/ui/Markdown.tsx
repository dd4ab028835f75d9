import { parseMarkdown } from '#lib/content/markdown.ts';

interface MarkdownProps {
  /** GitHub-flavoured markdown from anybody. */
  source: string;
  className?: string | undefined;
}

/** Markdown of players, drawn as elements: raw HTML shows as text. */
export function Markdown({ source, className }: MarkdownProps) {
  return (
    <div className={className}>
      {parseMarkdown(source).map((block) => (block.type === 'paragraph' ? source : null))}
    </div>
  );
}
