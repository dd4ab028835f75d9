import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { cx } from './helpers/cx.ts';

interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'positive' | 'negative' | 'warning' | undefined;
  /** An icon before the text; give it `aria-hidden`. */
  icon?: ReactNode;
  title?: string | undefined;
  children: ReactNode;
}

/** A small label. */
export function Badge({ tone = 'neutral', icon, title, children }: BadgeProps) {
  return (
    <span className={cx(styles.badge, styles[tone])} title={title}>
      {icon}
      {children}
    </span>
  );
}
