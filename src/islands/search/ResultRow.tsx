import { ChevronRight } from 'lucide';
import type { ReactNode } from 'react';
import { splitAtMatch } from '#lib/domain/search-text.ts';
import { cx } from '../ui/helpers/cx.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './ResultRow.module.css';
import screen from './SearchScreen.module.css';

/** A name with the part that was searched marked. */
export function MarkedName({ name, query }: { name: string; query: string }) {
  const [before, match, after] = splitAtMatch(name, query);
  return (
    <bdi translate="no">
      {before}
      {match && <mark className={styles.match}>{match}</mark>}
      {after}
    </bdi>
  );
}

interface ResultRowProps {
  href: string;
  /** The link's content. */
  children: ReactNode;
  /** Drawn before the link, and not part of it. */
  before?: ReactNode;
  /** A few words after the link. */
  note?: ReactNode;
  /** Drawn after the link, on phones below it, and not part of it. */
  after?: ReactNode;
}

/** A row of a list of players or clans. The link covers the whole row. */
export function ResultRow({ href, children, before, note, after }: ResultRowProps) {
  return (
    <li className={styles.row}>
      {before}
      <a className={styles.link} href={href}>
        {children}
      </a>
      {note}
      {after && <span className={styles.after}>{after}</span>}
      <Icon node={ChevronRight} className={styles.chevron} />
    </li>
  );
}

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
    <section className={cx('stack', screen.recents)} aria-labelledby={id}>
      <div className={cx('row', screen.recentsHead)}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <ul className={screen.list}>{children}</ul>
    </section>
  );
}
