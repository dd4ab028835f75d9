import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { cx } from './helpers/cx.ts';

interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'negative' | 'warning' | undefined;
  /** An icon before the text. */
  icon?: ReactNode;
  children: ReactNode;
}

/** A small label. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={cx(styles.badge, styles[tone])}>
      {icon}
      {children}
    </span>
  );
}
