import { CircleAlert, Info, TriangleAlert } from 'lucide';
import type { ReactNode } from 'react';
import styles from './Alert.module.css';
import { Button } from './Button.tsx';
import { cx } from './helpers/cx.ts';
import { focusAroundThen } from './helpers/focus-around.ts';
import { Icon } from './Icon.tsx';

/** Each kind of message has its own icon, so that colour is not the only difference. */
const ICONS = { info: Info, warning: TriangleAlert, danger: CircleAlert } as const;

interface AlertProps {
  tone?: keyof typeof ICONS | undefined;
  title?: ReactNode;
  children?: ReactNode;
  /** Shows a "Try again" button. */
  onRetry?: (() => void) | undefined;
  /** A retry is running. Without this prop the retry removes the button at once. */
  retrying?: boolean | undefined;
}

/** A message on the page, announced by screen readers when it appears. */
export function Alert({ tone = 'info', title, children, onRetry, retrying }: AlertProps) {
  const icon = ICONS[tone];
  return (
    <div className={cx('row', styles.alert, styles[tone])} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon node={icon} className={styles.icon} />
      <div className={styles.text}>
        {title && <strong className={styles.title}>{title}</strong>}
        {children}
      </div>
      {onRetry && (
        <Button
          size="sm"
          busy={retrying}
          onClick={retrying === undefined ? focusAroundThen(onRetry) : () => onRetry()}
        >
          Try again
        </Button>
      )}
    </div>
  );
}
