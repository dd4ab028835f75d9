import type { ReactNode } from 'react';
import { cx } from '../ui/helpers/cx.ts';
import styles from './SearchScreen.module.css';

interface ListSectionProps {
  /** Of the heading. */
  id: string;
  title: string;
  /** At the end of the heading's line. */
  action?: ReactNode;
  /** Rows. */
  children: ReactNode;
}

/** A titled list of players or clans, while the field of a search screen is empty. */
export function ListSection({ id, title, action, children }: ListSectionProps) {
  return (
    <section className={cx('stack', styles.recents)} aria-labelledby={id}>
      <div className={cx('row', styles.recentsHead)}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <ul className={styles.list}>{children}</ul>
    </section>
  );
}
