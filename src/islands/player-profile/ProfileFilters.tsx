import { useStore } from '@nanostores/react';
import { formatNumber } from '#lib/domain/numbers.ts';
import {
  $filteredCount,
  filterHref,
  type ProfileFilter,
  type ProfileListView,
} from '#lib/stores/profile/profile-posts.ts';
import { cx } from '../ui/helpers/cx.ts';
import { SignFilter } from '../ui/SignFilter.tsx';
import styles from './ProfileFilters.module.css';

interface ProfileFiltersProps {
  list: ProfileListView;
  id: string;
  onFilter: (filter: ProfileFilter) => void;
}

/** How many posts the filters leave, such as `7 of 52 posts`. */
function Count() {
  const count = useStore($filteredCount);
  return (
    <p role="status" className={cx('soft tabular', styles.count)}>
      {count && `${formatNumber(count.found)} of ${formatNumber(count.all)} posts`}
    </p>
  );
}

/** Chooses posts by how they rate their player, and those with a replay. Part of the address (Rule 5.15). */
export function ProfileFilters({ list, id, onFilter }: ProfileFiltersProps) {
  return (
    <div className={cx('row', styles.filters)} id={id}>
      <SignFilter
        current={list.sign}
        hrefOf={(sign) => filterHref({ sign })}
        onChoose={(sign) => onFilter({ sign })}
      />
      <label className={styles.replay}>
        <input
          type="checkbox"
          checked={list.hasReplay}
          onChange={({ target }) => onFilter({ hasReplay: target.checked })}
        />
        Has replay
      </label>
      <Count />
    </div>
  );
}
