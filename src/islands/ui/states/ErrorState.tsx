import { RotateCw } from 'lucide';
import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { focusAroundThen } from '../helpers/focus-around.ts';
import styles from './State.module.css';

interface ErrorStateProps {
  /** The failure, such as "Couldn’t load the posts." */
  title: ReactNode;
  /** The reason and what to do. */
  detail?: ReactNode;
  onRetry?: (() => void) | undefined;
}

/** Shown in place of data that could not be loaded, with the reason and a retry button. */
export function ErrorState({ title, detail, onRetry }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <svg viewBox="0 0 160 72" aria-hidden="true" className="drawing">
        <path d="m92 6-12 20h9l-8 16" className={styles.bolt} />
        <path d="M50 44 96 52l-9 9-28-4zM68 46l3-15 9 2-2 14" className="drawn-ship" />
        <path d="M4 58q8-9 16 0t16 0 16 0 16 0 16 0 16 0 16 0 16 0 16 0" className="drawn-wave" />
        <path d="M28 68q8-7 16 0t16 0 16 0 16 0 16 0 16 0" className="drawn-wave" />
      </svg>
      <p className={styles.title}>{title}</p>
      {detail && <div className={styles.detail}>{detail}</div>}
      {onRetry && (
        <Button onClick={focusAroundThen(onRetry)} icon={RotateCw}>
          Try again
        </Button>
      )}
    </div>
  );
}
