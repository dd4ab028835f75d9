import { useEffect, useRef } from 'react';
import { onPlainClick } from './helpers/link-click.ts';
import styles from './Tabs.module.css';

interface TabsProps<Id extends string> {
  /** Names the tabs for screen readers. */
  label: string;
  ids: readonly Id[];
  labels: Readonly<Record<Id, string>>;
  current: Id;
  /** Each tab has an address, so that its view can be shared. */
  hrefOf: (id: Id) => string;
  /** A number after the label. */
  countOf: (id: Id) => number | string | null | undefined;
  onNavigate: (id: Id) => void;
}

/** Links to the views of a screen; the current one is marked. */
export function Tabs<Id extends string>({ label, ids, labels, current, ...of }: TabsProps<Id>) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector(`[data-tab="${current}"]`);
    if (!list.current || !tab) return;
    // Where the tabs scroll sideways, the current one is in the middle. The page itself does not move.
    const [all, one] = [list.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    list.current.scrollLeft += one.left + one.width / 2 - (all.left + all.width / 2);
  }, [current]);
  const link = (id: Id) => {
    const count = of.countOf(id);
    return (
      <a
        className={styles.tab}
        href={of.hrefOf(id)}
        aria-current={id === current ? 'page' : undefined}
        onClick={onPlainClick(() => of.onNavigate(id))}
      >
        {labels[id]}
        {count != null && <span className={styles.count}>{count}</span>}
      </a>
    );
  };
  return (
    <nav aria-label={label}>
      <ul ref={list} className={styles.tabs}>
        {ids.map((id) => (
          <li key={id} data-tab={id}>
            {link(id)}
          </li>
        ))}
      </ul>
    </nav>
  );
}
