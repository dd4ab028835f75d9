import type { ReactNode } from 'react';
import styles from './State.module.css';

interface EmptyStateProps {
  /** A sentence such as "No posts found." */
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** If given, the title is the page's heading with this id, and can be focused. */
  headingId?: string | undefined;
}

/** Shown in place of an empty list or screen, and announced politely. */
export function EmptyState({ title, children, action, headingId }: EmptyStateProps) {
  return (
    <div className={styles.state} role="status">
      <svg viewBox="0 0 160 72" aria-hidden="true" className="drawing">
        <circle cx="116" cy="20" r="9" className={styles.sun} />
        <path d="M58 46h44l-7 11H65zM74 46V30h10v16M84 36h9v10M79 30V18" className="drawn-ship" />
        <path d="M4 58q8-5 16 0t16 0 16 0 16 0 16 0 16 0 16 0 16 0 16 0" className="drawn-wave" />
        <path d="M28 67q8-4 16 0t16 0 16 0 16 0 16 0 16 0" className="drawn-wave" />
      </svg>
      {headingId === undefined ? (
        <p className={styles.title}>{title}</p>
      ) : (
        <h1 id={headingId} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
      )}
      {children && <div className={styles.detail}>{children}</div>}
      {action}
    </div>
  );
}
