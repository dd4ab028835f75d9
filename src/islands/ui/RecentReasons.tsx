import { useState } from 'react';
import { Button } from './Button.tsx';
import styles from './RecentReasons.module.css';

interface RecentReasonsProps {
  /** Newest first. */
  read: () => readonly string[];
  onPick: (reason: string) => void;
}

/** Reasons that were given before, one button each; nothing when there are none. */
export function RecentReasons({ read, onPick }: RecentReasonsProps) {
  const [reasons] = useState(read);
  if (reasons.length === 0) return null;
  return (
    <ul className={styles.reasons} aria-label="Recent reasons">
      {reasons.map((reason) => (
        <li key={reason} className={styles.item}>
          <Button size="sm" className={styles.reason} title={reason} onClick={() => onPick(reason)}>
            <span className={styles.text} dir="auto">
              {reason}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
