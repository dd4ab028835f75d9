import { type ComponentType, lazy, Suspense } from 'react';
import styles from './Markdown.module.css';

/** Without its button a code block is still a code block: a chunk that fails to load breaks nothing. */
const CopyButton = lazy<ComponentType<{ text: string; className?: string | undefined }>>(() =>
  import('./CopyButton.tsx').catch(() => ({ default: () => null })),
);

/** A block of code that can be copied. */
export function CodeBlock({ text }: { text: string }) {
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard. */}
      <pre tabIndex={0} dir="ltr">
        <code>{text}</code>
      </pre>
      <Suspense fallback={null}>
        <CopyButton text={text} className={styles.copy} />
      </Suspense>
    </div>
  );
}
