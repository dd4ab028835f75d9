import { canSeeModeration, type Viewer } from '#lib/domain/permissions.ts';
import { type FeedView, feedCounts, showFeed } from '#lib/stores/feed-view.ts';
import styles from './FeedFilters.module.css';

interface FeedFiltersProps {
  view: FeedView;
  viewer: Viewer;
}

/** What the feed shows: posts per page, only those with a replay and, for moderators, none they acted on. */
export function FeedFilters({ view, viewer }: FeedFiltersProps) {
  return (
    <div className={styles.row}>
      <label className={styles.count}>
        Per page
        <select
          className={styles.select}
          value={view.count}
          onChange={(event) => showFeed({ count: Number(event.target.value) })}
        >
          {feedCounts(viewer !== null).map((count) => (
            <option key={count}>{count}</option>
          ))}
        </select>
      </label>
      <label className={styles.toggle}>
        <input
          type="checkbox"
          checked={view.hasReplay}
          onChange={(event) => showFeed({ hasReplay: event.target.checked })}
        />
        Has replay
      </label>
      {canSeeModeration(viewer) && (
        <label className={styles.toggle}>
          <input
            type="checkbox"
            checked={view.hideModActions}
            onChange={(event) => showFeed({ hideModActions: event.target.checked })}
          />
          Exclude Mod-Actions
        </label>
      )}
    </div>
  );
}
