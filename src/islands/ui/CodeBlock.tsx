import { useCode } from './hooks/use-code.ts';
import styles from './Markdown.module.css';

/** A code block works without its button, so a failure to load it is not shown. */
const copyButton = { load: async () => (await import('./CopyButton.tsx')).CopyButton };

/** A block of code that can be copied. */
export function CodeBlock({ text }: { text: string }) {
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
