import { ChevronRight } from 'lucide';
import type { ReactNode } from 'react';
import { errorToMessage } from '#lib/client/errors.ts';
import type { Remote } from '#lib/stores/core/remote.ts';
import { cx } from '../ui/helpers/cx.ts';
import { Icon } from '../ui/Icon.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { ErrorState } from '../ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '../ui/states/Skeleton.tsx';
import styles from './SearchScreen.module.css';

/** How a kind of result is shown. */
export interface ShownResults<T> {
  /** The number of results in words, announced and shown above the list. */
  countOf: (count: number) => string;
  hrefOf: (item: T) => string;
  draw: (item: T) => ReactNode;
  /** Drawn at the end of an item's row, but not part of its link. */
  drawBeside?: (item: T) => ReactNode;
}

interface SearchResultsProps<T> extends ShownResults<T> {
  found: Remote<T[]>;
  onRetry: () => void;
}

function isWaiting<T>(found: Remote<T[]>): boolean {
  return (
    found.status === 'loading' || (found.status === 'ready' && found.changing && found.value.length === 0)
  );
}

/** The results of a search as a list of links, or the state of the search. */
export function SearchResults<T extends { id: number }>({
  found,
  onRetry,
  countOf,
  hrefOf,
  draw,
  drawBeside,
}: SearchResultsProps<T>) {
  if (isWaiting(found))
    return (
      <>
        <Loading text="Searching..." visible />
        <Skeleton shape="row" count={5} />
      </>
    );
  if (found.status === 'failed')
    return <ErrorState title="The search failed." detail={errorToMessage(found.error)} onRetry={onRetry} />;
  if (found.status !== 'ready' || found.value.length === 0) return <EmptyState title="No results found" />;
  const { value, changing } = found;
  return (
    // While it is changing, the items are those of the previous search.
    <div className={cx('stack', styles.results, changing && styles.changing)} aria-busy={changing}>
      <p role="status" className="soft">
        {changing ? 'Searching...' : countOf(value.length)}
      </p>
      <ul className={styles.list}>
        {value.map((item) => (
          <li key={item.id}>
            <a className={styles.link} href={hrefOf(item)}>
              <span className={cx(styles.text, drawBeside && styles.short)}>{draw(item)}</span>
              <Icon node={ChevronRight} />
            </a>
            {drawBeside && <span className={styles.beside}>{drawBeside(item)}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
