import { onPlainClick } from './helpers/link-click.ts';
import { useMarkedFirst } from './hooks/smooth-drawing.ts';
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
  const [marked, open] = useMarkedFirst(current, of.onNavigate);
  const link = (id: Id) => {
    const count = of.countOf(id);
    return (
      <a
        className={styles.tab}
        href={of.hrefOf(id)}
        aria-current={id === marked ? 'page' : undefined}
        onClick={onPlainClick(() => open(id))}
      >
        {labels[id]}
        {count != null && <span className={styles.count}>{count}</span>}
      </a>
    );
  };
  return (
    <nav aria-label={label}>
      <ul className={styles.tabs}>
        {ids.map((id) => (
          <li key={id}>{link(id)}</li>
        ))}
      </ul>
    </nav>
  );
}
