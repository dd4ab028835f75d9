import { ChevronDown } from 'lucide';
import { type ReactNode, useState } from 'react';
import { CLAN_METRICS, type MemberColumn, memberNumbers } from '#lib/domain/clan.ts';
import { formatShort } from '#lib/domain/dates.ts';
import { isConcealed } from '#lib/domain/emblems.ts';
import { readRibbon } from '#lib/domain/ribbon.ts';
import { paths } from '#lib/paths.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { PlayerEmblem } from '../ui/Emblem.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Icon } from '../ui/Icon.tsx';
import { Karma } from '../ui/Karma.tsx';
import { RankIcon } from '../ui/RankIcon.tsx';
import { Ribbon } from '../ui/Ribbon.tsx';
import { Time } from '../ui/Time.tsx';
import table from './ClanMembers.module.css';
import styles from './MemberRow.module.css';

/** Names of the columns in the table, on cards and in the sort control. */
export const COLUMN_NAMES: Readonly<Record<MemberColumn, string>> = {
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

/** The column whose value a closed row shows: the sorted column, or platform karma. */
export const shownColumn = (sorted: MemberColumn): MemberColumn =>
  sorted === 'rank' || sorted === 'username' ? 'siteKarma' : sorted;

interface MemberRowProps {
  member: PlayerProfile;
  ribbon: string | undefined;
  /** The column whose value is visible while the row is closed. */
  shown: MemberColumn;
}

/**
 * A row of the member table. Where the table does not fit, it is closed at first: its cells are then visible to screen readers
 * alone, except one. Their names are shown in the open row, which has no column headers.
 */
export function MemberRow({ member, ribbon, shown }: MemberRowProps) {
  const [isOpen, setOpen] = useState(false);
  const numbers = memberNumbers(member);
  const cell = (column: MemberColumn, content: ReactNode) => (
    <td
      key={column}
      className={cx(styles.cell, table[column], column === shown && styles.shown)}
      data-label={COLUMN_NAMES[column]}
    >
      {content}
    </td>
  );
  return (
    <tr className={styles.row} data-open={isOpen || undefined}>
      <td className={cx(table.rank, styles.rank)}>
        <RankIcon rank={member.clan?.clanMemberRole ?? 0} />
      </td>
      {/* Named, because screen readers repeat the name of the row in each cell. */}
      <th scope="row" className={cx(table.username, styles.name)} aria-label={member.username}>
        <div className={styles.person}>
          <a href={paths.player(member)} title={member.username}>
            <PlayerEmblem player={{ id: member.id, hidden: isConcealed(member) }} className={styles.emblem} />
            <bdi translate="no">{member.username}</bdi>
          </a>
          <div className={styles.ribbon}>{ribbon && <Ribbon signs={readRibbon(ribbon)} />}</div>
        </div>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-label={`All values of ${member.username}`}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon node={ChevronDown} />
        </button>
      </th>
      {cell('accountCreated', <Time value={member.wgAccountCreatedAt} format={formatShort} />)}
      {cell('joinedClan', <Time value={member.clan?.joinedClanAt} format={formatShort} />)}
      {CLAN_METRICS.map((metric) => cell(metric, <Karma value={numbers[metric]} />))}
      {cell('lastBattle', <Time value={member.lastBattleTime} format={formatShort} />)}
    </tr>
  );
}
