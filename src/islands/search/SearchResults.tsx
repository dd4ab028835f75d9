import type { ReactNode } from 'react';
import { runtime } from '#lib/runtime.ts';
import type { Remote } from '#lib/stores/core/remote.ts';
import { LoadFailure } from '../live/LoadFailure.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Loading, Skeleton } from '../ui/states/Skeleton.tsx';
import styles from './SearchScreen.module.css';

/** How a kind of result is shown. */
export interface ShownResults<T> {
  /** The number of results in words, announced and shown above the list. */
  countOf: (count: number) => string;
  /** Draws a `ResultRow` with a key. */
  draw: (item: T, query: string) => ReactNode;
}

interface SearchResultsProps<T> extends ShownResults<T> {
  found: Remote<T[]>;
  query: string;
  onRetry: () => void;
}

function isWaiting<T>(found: Remote<T[]>): boolean {
  return (
    found.status === 'loading' || (found.status === 'ready' && found.changing && found.value.length === 0)
  );
}

/** The other regions that are served: the footer links them. */
const otherSites = (): HTMLAnchorElement[] => [
  ...document.querySelectorAll<HTMLAnchorElement>('a[data-site]:not([aria-current])'),
];

function NoResults({ query }: { query: string }) {
  const sites = otherSites();
  if (sites.length === 0) return <EmptyState title="No results found">Check the spelling.</EmptyState>;
  const { pathname } = runtime.location();
  return (
    <EmptyState
      title="No results found"
      action={
        <nav className="row" aria-label="Other regions">
          {sites.map(({ origin, dataset }) => (
            <ButtonLink key={origin} href={`${origin}${pathname}?search=${encodeURIComponent(query)}`}>
              Search {dataset.site}
            </ButtonLink>
          ))}
        </nav>
      }
    >
      Check the spelling, or search another region.
    </EmptyState>
  );
}

/** So many results are in two columns where there is room. */
const COLUMNS_FROM = 9;

/** The results of a search as a list of links, or the state of the search. */
export function SearchResults<T>({ found, query, onRetry, countOf, draw }: SearchResultsProps<T>) {
  if (isWaiting(found))
    return (
      <>
        <Loading text="Searching..." visible />
        <Skeleton shape="row" count={5} />
      </>
    );
  if (found.status === 'failed')
    return <LoadFailure title="The search failed." remote={found} onRetry={onRetry} />;
  if (found.status !== 'ready' || found.value.length === 0) return <NoResults query={query} />;
  const { value, changing } = found;
  return (
    // While it is changing, the items are those of the previous search.
    <div className={cx('stack', styles.results, changing && styles.changing)} aria-busy={changing}>
      <p role="status" className="soft">
        {changing ? 'Searching...' : countOf(value.length)}
      </p>
      <ul className={cx(styles.list, value.length >= COLUMNS_FROM && styles.columns)}>
        {value.map((item) => draw(item, query))}
      </ul>
    </div>
  );
}
