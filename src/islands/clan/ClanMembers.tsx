import { useStore } from '@nanostores/react';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide';
import { MEMBER_COLUMNS, type MemberColumn, type MemberSort, memberNumbers } from '#lib/domain/clan.ts';
import { readRibbon } from '#lib/domain/ribbon.ts';
import { paths } from '#lib/paths.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { $memberRibbons, $memberSort, $members, sortBy } from '#lib/stores/clan/clan.ts';
import { cx } from '../ui/helpers/cx.ts';
import { Icon } from '../ui/Icon.tsx';
import { Karma } from '../ui/Karma.tsx';
import { RankIcon } from '../ui/RankIcon.tsx';
import { Ribbon } from '../ui/Ribbon.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import table from '../ui/Table.module.css';
import { Time } from '../ui/Time.tsx';
import styles from './ClanMembers.module.css';

const COLUMN_NAMES: Record<MemberColumn, string> = {
  rank: 'Rank',
  username: 'Username',
  accountCreated: 'Account Created',
  joinedClan: 'Joined Clan',
  gameKarma: 'Game Karma',
  siteKarma: 'Platform Karma',
  performance: 'Performance',
  teamplay: 'Teamplay',
  courtesy: 'Courtesy',
  lastBattle: 'Last Battle',
};

const SCROLL = cx(table.scroll, styles.scroll);

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
          <bdi>{member.username}</bdi>
        </a>
        {ribbon && (
          <div className={styles.ribbon}>
            <Ribbon signs={readRibbon(ribbon)} />
          </div>
        )}
      </th>
      <td>
        <Time value={member.wgAccountCreatedAt} />
      </td>
      <td>
        <Time value={member.clan?.joinedClanAt} />
      </td>
      {Object.entries(numbers).map(([name, value]) => (
        <td key={name} className={styles.number}>
          <Karma value={value} />
        </td>
      ))}
      <td>
        <Time value={member.lastBattleTime} />
      </td>
    </tr>
  );
}

/** The member table, sortable by every column. On narrow screens rank and name stay in view while the rest scrolls. */
export function ClanMembers() {
  const members = useStore($members);
  const sort = useStore($memberSort);
  const ribbons = useStore($memberRibbons);
  return (
    <section aria-labelledby="clan-members">
      <h2 id="clan-members" className={styles.heading}>
        Members
      </h2>
      {members.length === 0 ? (
        <EmptyState title="No members to show." />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard
        <section className={SCROLL} aria-label="Table of members, scrolls sideways" tabIndex={0}>
          <table className={cx(table.table, styles.table)}>
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
        </section>
      )}
    </section>
  );
}
