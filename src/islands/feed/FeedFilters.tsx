import { useStore } from '@nanostores/react';
import { ChevronDown } from 'lucide';
import { useEffect, useId, useState } from 'react';
import { feedRange } from '#lib/domain/feed.ts';
import { canSeeModeration, type Viewer } from '#lib/domain/permissions.ts';
import { $address } from '#lib/stores/core/address.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { $feed } from '#lib/stores/posts/feed.ts';
import { $filtersSigns, type FeedView, feedCounts, feedHref, showFeed } from '#lib/stores/posts/feed-view.ts';
import { cx } from '../ui/helpers/cx.ts';
import { useNextFrame } from '../ui/hooks/smooth-drawing.ts';
import { useControl } from '../ui/hooks/use-control.ts';
import { Icon } from '../ui/Icon.tsx';
import { SignFilter } from '../ui/SignFilter.tsx';
import styles from './FeedFilters.module.css';

interface FeedFiltersProps {
  view: FeedView;
  viewer: Viewer;
}

interface ToggleProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Toggle({ label, checked, onChange }: ToggleProps) {
  const control = useControl<HTMLInputElement>({ checked }, (box) => onChange(box.checked));
  return (
    <label className={styles.toggle}>
      <input type="checkbox" {...control} />
      {label}
    </label>
  );
}

/** Which of the posts are shown. */
function Range() {
  const feed = remoteValue(useStore($feed, { ssr: 'initial' }));
  return <p className={cx('soft', styles.range)}>{feed && feedRange(feed)}</p>;
}

/** How many filters leave posts out. */
export const countFilters = ({ sign, hasReplay, hideModActions }: FeedView): number =>
  [sign !== undefined, hasReplay, hideModActions].filter(Boolean).length;

/**
 * The bar above the feed: posts per page, only with a replay, only of one sign and, for moderators, without
 * moderated ones. A filter that the address has is shown even before the session is known. Narrow screens have a button for it.
 */
export function FeedFilters({ view, viewer }: FeedFiltersProps) {
  const filtersSigns = useStore($filtersSigns, { ssr: () => undefined });
  const address = useStore($address, { ssr: 'initial' });
  const [isOpen, setOpen] = useState(false);
  const isShown = useNextFrame(isOpen);
  // For styles that leave room below the bar, which is higher then.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-filters', isShown);
    return () => document.documentElement.removeAttribute('data-filters');
  }, [isShown]);
  const id = useId();
  const count = useControl<HTMLSelectElement>({ value: view.count }, ({ value }) =>
    showFeed({ count: Number(value) }),
  );
  const active = countFilters(view);
  return (
    <div className={cx('row', styles.row)}>
      <button
        type="button"
        className={styles.opener}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {/* First, so that the number of filters does not move it. */}
        <Icon node={ChevronDown} />
        {active > 0 ? `Filters (${active})` : 'Filters'}
      </button>
      <div id={id} className={cx('row', styles.filters, isShown && styles.shown)}>
        <label className={styles.count}>
          Per page
          <select className={styles.select} {...count}>
            {feedCounts(viewer !== null, view.count).map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        </label>
        <Toggle
          label="Has replay"
          checked={view.hasReplay}
          onChange={(hasReplay) => showFeed({ hasReplay })}
        />
        {/* Before the posts, unless the API is known to be without it. */}
        {filtersSigns !== false && (
          <SignFilter
            current={view.sign}
            hrefOf={(sign) => feedHref({ sign }, address)}
            onChoose={(sign) => showFeed({ sign })}
          />
        )}
        {(canSeeModeration(viewer) || view.hideModActions) && (
          <Toggle
            label="Exclude Mod-Actions"
            checked={view.hideModActions}
            onChange={(hideModActions) => showFeed({ hideModActions })}
          />
        )}
      </div>
      <Range />
    </div>
  );
}
