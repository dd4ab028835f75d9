import { useStore } from '@nanostores/react';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide';
import type { ReactNode } from 'react';
import {
  CLAN_METRICS,
  MEMBER_COLUMNS,
  type MemberColumn,
  type MemberSort,
  memberNumbers,
} from '#lib/domain/clan.ts';
import { isConcealed } from '#lib/domain/emblems.ts';
import { readRibbon } from '#lib/domain/ribbon.ts';
import { paths } from '#lib/paths.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { $memberRibbons, $memberSort, $members, sortBy } from '#lib/stores/clan/clan.ts';
import { InlineEmblem } from '../ui/Emblem.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Icon } from '../ui/Icon.tsx';
import { Karma } from '../ui/Karma.tsx';
import { RankIcon } from '../ui/RankIcon.tsx';
import { Ribbon } from '../ui/Ribbon.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import table from '../ui/Table.module.css';
import { Time } from '../ui/Time.tsx';
import styles from './ClanMembers.module.css';
import { MemberSortControl } from './MemberSortControl.tsx';
import { COLUMN_NAMES } from './member-columns.ts';

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

/** A cell of a column; its name is shown on cards, which have no column headers. */
function MemberCell({ column, children }: { column: MemberColumn; children: ReactNode }) {
  return (
    <td className={cx(styles.cell, styles[column])} data-label={COLUMN_NAMES[column]}>
      {children}
    </td>
  );
}

function MemberRow({ member, ribbon }: { member: PlayerProfile; ribbon: string | undefined }) {
  const numbers = memberNumbers(member);
  return (
    <tr>
      <td className={styles.rank}>
        <RankIcon rank={member.clan?.clanMemberRole ?? 0} />
      </td>
      {/* Named, because screen readers repeat the name of the row in each cell. */}
      <th scope="row" className={styles.username} aria-label={member.username}>
        <a href={paths.player(member)} title={member.username}>
          <InlineEmblem player={{ id: member.id, hidden: isConcealed(member) }} />
          <bdi>{member.username}</bdi>
        </a>
        {ribbon && (
          <div className={styles.ribbon}>
            <Ribbon signs={readRibbon(ribbon)} />
          </div>
        )}
      </th>
      <MemberCell column="accountCreated">
        <Time value={member.wgAccountCreatedAt} />
      </MemberCell>
      <MemberCell column="joinedClan">
        <Time value={member.clan?.joinedClanAt} />
      </MemberCell>
      {CLAN_METRICS.map((metric) => (
        <MemberCell key={metric} column={metric}>
          <Karma value={numbers[metric]} />
        </MemberCell>
      ))}
      <MemberCell column="lastBattle">
        <Time value={member.lastBattleTime} />
      </MemberCell>
    </tr>
  );
}

/** The members: a table that every column can sort or, where it does not fit, a card for each with a sort control above. */
export function ClanMembers() {
  const members = useStore($members);
  const sort = useStore($memberSort);
  const ribbons = useStore($memberRibbons);
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
              {members.map((member) => (
                <MemberRow key={member.id} member={member} ribbon={ribbons[member.id]} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
