import { useStore } from '@nanostores/react';
import { formatNumber } from '#lib/domain/numbers.ts';
import { SIGNS, type SignName } from '#lib/schemas/post.ts';
import {
  $filteredCount,
  filterHref,
  type ProfileFilter,
  type ProfileListView,
} from '#lib/stores/profile/profile-posts.ts';
import { cx } from '../ui/helpers/cx.ts';
import { onPlainClick } from '../ui/helpers/link-click.ts';
import styles from './ProfileFilters.module.css';

const CHOICES: readonly [sign: SignName | undefined, label: string][] = [
  [undefined, 'All'],
  ...SIGNS.map((sign): [SignName, string] => [sign, `${sign[0]?.toUpperCase()}${sign.slice(1)}`]),
];

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
      <nav aria-label="Filter by rating">
        <ul className={styles.signs}>
          {CHOICES.map(([sign, label]) => (
            <li key={label}>
              <a
                className={styles.sign}
                href={filterHref({ sign })}
                aria-current={sign === list.sign ? 'true' : undefined}
                onClick={onPlainClick(() => onFilter({ sign }))}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
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
