import { useStore } from '@nanostores/react';
import { feedRange } from '#lib/domain/feed.ts';
import { canSeeModeration, type Viewer } from '#lib/domain/permissions.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { $feed } from '#lib/stores/posts/feed.ts';
import { type FeedView, feedCounts, showFeed } from '#lib/stores/posts/feed-view.ts';
import { cx } from '../ui/helpers/cx.ts';
import { useControl } from '../ui/hooks/use-control.ts';
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
  return <p className={styles.range}>{feed && feedRange(feed)}</p>;
}

/**
 * Filters of the feed: posts per page, only those with a replay and, for moderators, without moderated ones. A filter that
 * the address has is shown even before the session is known.
 */
export function FeedFilters({ view, viewer }: FeedFiltersProps) {
  const count = useControl<HTMLSelectElement>({ value: view.count }, ({ value }) =>
    showFeed({ count: Number(value) }),
  );
  return (
    <div className={cx('row', styles.row)}>
      <label className={styles.count}>
        Per page
        <select className={styles.select} {...count}>
          {feedCounts(viewer !== null, view.count).map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      </label>
      <Toggle label="Has replay" checked={view.hasReplay} onChange={(hasReplay) => showFeed({ hasReplay })} />
      {(canSeeModeration(viewer) || view.hideModActions) && (
        <Toggle
          label="Exclude Mod-Actions"
          checked={view.hideModActions}
          onChange={(hideModActions) => showFeed({ hideModActions })}
        />
      )}
      <Range />
    </div>
  );
}
