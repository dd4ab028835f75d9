import type { IconNode } from 'lucide';
import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { cx } from './helpers/cx.ts';
import { Icon } from './Icon.tsx';

interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'negative' | 'warning' | undefined;
  /** An icon before the text. */
  icon?: IconNode | undefined;
  children: ReactNode;
}

/** A small label. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={cx(styles.badge, styles[tone])}>
      {icon && <Icon node={icon} />}
      {children}
    </span>
  );
}
