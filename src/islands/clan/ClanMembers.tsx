import { useStore } from '@nanostores/react';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide';
import { MEMBER_COLUMNS, type MemberColumn, type MemberSort } from '#lib/domain/clan.ts';
import { $memberRibbons, $memberSort, $members, sortBy } from '#lib/stores/clan/clan.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { itemsPerScreen, useNextFrame } from '../ui/hooks/smooth-drawing.ts';
import { Icon } from '../ui/Icon.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import table from '../ui/Table.module.css';
import styles from './ClanMembers.module.css';
import { COLUMN_NAMES, MemberRow, shownColumn } from './MemberRow.tsx';
import control from './MemberSortControl.module.css';

/** Sorts the members where they have no column headers. */
function MemberSortControl({ sort }: { sort: MemberSort }) {
  return (
    <div className={control.control}>
      <label className={control.label}>
        Sort by
        <select
          className={control.select}
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

function HeaderCell({ column, sort }: { column: MemberColumn; sort: MemberSort }) {
  const isSorted = sort.column === column;
  const arrow = isSorted ? (sort.descending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
      className={styles[column]}
    >
      <button type="button" className={styles.sort} onClick={() => sortBy(column)}>
        {COLUMN_NAMES[column]}
        <Icon node={arrow} className={cx(!isSorted && styles.idle)} />
      </button>
    </th>
  );
}

/** Height of the lowest row, and least height of what is above the members, in pixels. */
const ROW_MIN_HEIGHT = 40;
const ABOVE_MIN_HEIGHT = 400;

/** The members: a table that every column can sort or, where it does not fit, rows that open, with a sort control above. */
export function ClanMembers() {
  const members = useStore($members);
  const sort = useStore($memberSort);
  const ribbons = useStore($memberRibbons);
  const isWhole = useNextFrame<boolean>(true, false);
  const drawn = isWhole ? members : members.slice(0, itemsPerScreen(ROW_MIN_HEIGHT, ABOVE_MIN_HEIGHT));
  return (
    <section className={styles.members} aria-labelledby="clan-members">
      <div className={styles.head}>
        <h2 id="clan-members">Members</h2>
        {members.length > 0 && <MemberSortControl sort={sort} />}
      </div>
      {members.length === 0 ? (
        <EmptyState title="No members to show." />
      ) : (
        <div className={cx(table.scroll, styles.scroll)}>
          <table className={cx(table.table, styles.table)} aria-labelledby="clan-members">
            <thead>
              <tr>
                {MEMBER_COLUMNS.map((column) => (
                  <HeaderCell key={column} column={column} sort={sort} />
                ))}
              </tr>
            </thead>
            <tbody>
              {drawn.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  ribbon={ribbons[member.id]}
                  shown={shownColumn(sort.column)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
