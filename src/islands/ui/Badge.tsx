import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { cx } from './helpers/cx.ts';

interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'positive' | 'negative' | 'warning' | undefined;
  /** An icon before the text, hidden from screen readers by whoever draws it. */
  icon?: ReactNode;
  title?: string | undefined;
  children: ReactNode;
}

/** A small label with a word in it. */
export function Badge({ tone = 'neutral', icon, title, children }: BadgeProps) {
  return (
    <span className={cx(styles.badge, styles[tone])} title={title}>
      {icon}
      {children}
    </span>
  );
}
