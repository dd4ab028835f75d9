import type { ReactNode } from 'react';
import { cx } from './helpers/cx.ts';
import styles from './PageHeader.module.css';

/** A screen's heading, with an optional sentence below and actions next to it. */
export function PageHeader({
  title,
  children,
  actions,
}: {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className={cx('row', styles.header)}>
      <div className={styles.text}>
        <h1>{title}</h1>
        {children && <p className={styles.lead}>{children}</p>}
      </div>
      {actions && <div className={cx('row', styles.actions)}>{actions}</div>}
    </header>
  );
}
