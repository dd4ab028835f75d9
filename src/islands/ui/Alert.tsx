import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Alert.module.css';
import { Button } from './Button.tsx';
import { cx } from './helpers/cx.ts';

/** The four kinds of message. Each has its own icon, so that colour is not the only difference. */
export type Tone = 'info' | 'success' | 'warning' | 'danger';

const icons: Record<Tone, LucideIcon> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
};

interface AlertProps {
  tone?: Tone | undefined;
  title?: ReactNode;
  children?: ReactNode;
  /** Shows a "Try again" button. */
  onRetry?: (() => void) | undefined;
  /** A retry is running. */
  retrying?: boolean | undefined;
}

/** A message on the page, announced by screen readers when it appears. */
export function Alert({ tone = 'info', title, children, onRetry, retrying }: AlertProps) {
  const Icon = icons[tone];
  return (
    <div className={cx(styles.alert, styles[tone])} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon className={styles.icon} />
      <div className={styles.text}>
        {title && <strong className={styles.title}>{title}</strong>}
        {children}
      </div>
      {onRetry && (
        <Button size="sm" busy={retrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
