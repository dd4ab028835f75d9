import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, type IconNode } from 'lucide';
import { cx } from './helpers/cx.ts';
import { focusAround } from './helpers/focus-around.ts';
import { onPlainClick } from './helpers/link-click.ts';
import { Icon } from './Icon.tsx';
import styles from './Pagination.module.css';

/** How many page numbers are shown. */
const PAGES_SHOWN = 5;

/** The page numbers to show: `PAGES_SHOWN` consecutive ones, with `current` as near the middle as possible. */
function pageNumbers(current: number, total: number): number[] {
  const length = Math.min(PAGES_SHOWN, total);
  const first = Math.max(1, Math.min(current - Math.floor(PAGES_SHOWN / 2), total - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}

interface PaginationProps {
  /** Counted from 1. */
  current: number;
  total: number;
  hrefOf: (page: number) => string;
  /** Called on a plain click, instead of following the link. */
  onNavigate: (page: number) => void;
  /** Names the list for screen readers: "Received posts". */
  label: string;
}

/** Links to five pages, and to the first, previous, next and last one; nothing for a list of one page. */
export function Pagination({ current, total, hrefOf, onNavigate, label }: PaginationProps) {
  if (total <= 1) return null;
  const goTo = (page: number) =>
    onPlainClick((link) => {
      // The new page begins above this link.
      focusAround(link);
      onNavigate(page);
    });
  const step = (page: number, text: string, shape: IconNode) => {
    const possible = page >= 1 && page <= total && page !== current;
    const icon = <Icon node={shape} />;
    return (
      <li>
        {possible ? (
          <a className={styles.item} href={hrefOf(page)} aria-label={text} onClick={goTo(page)}>
            {icon}
          </a>
        ) : (
          <span className={cx(styles.item, styles.off)} aria-hidden="true">
            {icon}
          </span>
        )}
      </li>
    );
  };
  return (
    <nav aria-label={`${label}, pages`}>
      <ul className={styles.list}>
        {step(1, 'First page', ChevronsLeft)}
        {step(current - 1, 'Previous page', ChevronLeft)}
        {pageNumbers(current, total).map((page) => (
          <li key={page}>
            <a
              className={styles.item}
              href={hrefOf(page)}
              aria-label={`Page ${page}`}
              aria-current={page === current ? 'page' : undefined}
              onClick={goTo(page)}
            >
              {page}
            </a>
          </li>
        ))}
        {step(current + 1, 'Next page', ChevronRight)}
        {step(total, 'Last page', ChevronsRight)}
      </ul>
    </nav>
  );
}
