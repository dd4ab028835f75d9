import { ArrowDown, ArrowUp } from 'lucide';
import { MEMBER_COLUMNS, type MemberColumn, type MemberSort } from '#lib/domain/clan.ts';
import { sortBy } from '#lib/stores/clan/clan.ts';
import { Button } from '../ui/Button.tsx';
import styles from './MemberSortControl.module.css';
import { COLUMN_NAMES } from './member-columns.ts';

/** Sorts the members where they have no column headers. */
export function MemberSortControl({ sort }: { sort: MemberSort }) {
  return (
    <div className={styles.control}>
      <label className={styles.label}>
        Sort by
        <select
          className={styles.select}
          value={sort.column}
          onChange={({ currentTarget }) => sortBy(currentTarget.value as MemberColumn)}
        >
          {MEMBER_COLUMNS.map((column) => (
            <option key={column} value={column}>
              {COLUMN_NAMES[column]}
            </option>
          ))}
        </select>
      </label>
      <Button
        icon={sort.descending ? ArrowDown : ArrowUp}
        aria-label={sort.descending ? 'Descending. Reverse the order' : 'Ascending. Reverse the order'}
        onClick={() => sortBy(sort.column)}
      />
    </div>
  );
}
