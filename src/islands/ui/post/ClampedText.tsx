import { type ReactNode, useState } from 'react';
import styles from './ClampedText.module.css';

/** Longer or more broken up than this, a text starts folded in lists. */
const FOLD_LENGTH = 480;
const FOLD_LINES = 7;

interface ClampedTextProps {
  /** The source, to tell whether it is long. */
  text: string;
  children: ReactNode;
}

/** Shows the beginning of a long text with a button for the rest; a short one as it is. */
export function ClampedText({ text, children }: ClampedTextProps) {
  const [open, setOpen] = useState(false);
  const long = text.length > FOLD_LENGTH || text.split('\n').length > FOLD_LINES;
  if (!long) return children;
  return (
    <div>
      <div className={open ? undefined : styles.folded}>{children}</div>
      <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Show less' : 'Show more'}
      </button>
    </div>
  );
}
