import type { ReactNode } from 'react';
import { onPlainClick } from './helpers/link-click.ts';
import styles from './Tabs.module.css';

/** One tab. It has an address, so that its view can be shared. */
interface Tab {
  id: string;
  label: ReactNode;
  href: string;
  /** A number after the label. */
  count?: number | string | undefined;
}

interface TabsProps {
  tabs: readonly Tab[];
  current: string;
  onNavigate: (id: string) => void;
  /** Names the tabs for screen readers. */
  label: string;
}

/** Links to the views of a screen; the current one is marked. */
export function Tabs({ tabs, current, onNavigate, label }: TabsProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles.tabs}>
        {tabs.map((tab) => (
          <li key={tab.id}>
            <a
              className={styles.tab}
              href={tab.href}
              aria-current={tab.id === current ? 'page' : undefined}
              onClick={onPlainClick(() => onNavigate(tab.id))}
            >
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
