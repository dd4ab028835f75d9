import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { formatNumber } from '#lib/domain/numbers.ts';
import { readRibbon } from '#lib/domain/ribbon.ts';
import { paths } from '#lib/paths.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { $praised, $praisedRibbons } from '#lib/stores/search/praised.ts';
import type { Recent } from '#lib/stores/search/recents.ts';
import { ClanTag } from '../ui/ClanTag.tsx';
import { ClanEmblem, PlayerEmblem } from '../ui/Emblem.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Ribbon } from '../ui/Ribbon.tsx';
import { Skeleton } from '../ui/states/Skeleton.tsx';
import row from './ResultRow.module.css';
import { ListSection, ResultRow } from './ResultRow.tsx';

/** By how many authors. */
function Praise({ count }: { count: number }) {
  return (
    <span className={cx('soft', row.praise)}>
      praised by <b className="figure positive">{formatNumber(count)}</b> {count === 1 ? 'player' : 'players'}
    </span>
  );
}

function PraisedPlayers() {
  const ribbons = useStore($praisedRibbons);
  const players = remoteValue(useStore($praised))?.players ?? [];
  return players.map(({ id, username, clan, praise }) => (
    <ResultRow
      key={id}
      href={paths.player({ id, username })}
      before={
        <>
          <PlayerEmblem player={{ id, clan }} className={row.emblem} />
          {clan && <ClanTag tag={clan.tag} leagueColor={clan.leagueColor} />}
        </>
      }
      after={
        <>
          <Praise count={praise} />
          {ribbons[id] && <Ribbon signs={readRibbon(ribbons[id])} />}
        </>
      }
    >
      <bdi translate="no">{username}</bdi>
    </ResultRow>
  ));
}

function PraisedClans() {
  const clans = remoteValue(useStore($praised))?.clans ?? [];
  return clans.map((clan) => (
    <ResultRow
      key={clan.id}
      href={paths.clan(clan)}
      before={
        <>
          <ClanEmblem clan={clan} className={row.emblem} />
          <ClanTag tag={clan.tag} leagueColor={clan.leagueColor} />
        </>
      }
      note={<Praise count={clan.praise} />}
    >
      <bdi translate="no">{clan.name}</bdi>
    </ResultRow>
  ));
}

/** The players and clans praised most this week, those of the screen's kind first; nothing when there are none. */
export function PraisedMost({ first }: { first: Recent['kind'] }) {
  const praised = useStore($praised);
  if (praised.status === 'loading') return <Skeleton shape="row" count={6} />;
  const value = remoteValue(praised);
  const lists: [kind: Recent['kind'], title: string, count: number, rows: ReactNode][] = [
    ['player', 'Players praised this week', value?.players.length ?? 0, <PraisedPlayers key="players" />],
    ['clan', 'Clans praised this week', value?.clans.length ?? 0, <PraisedClans key="clans" />],
  ];
  return lists
    .filter(([, , count]) => count > 0)
    .toSorted(([a], [b]) => Number(b === first) - Number(a === first))
    .map(([kind, title, , rows]) => (
      <ListSection key={kind} id={`praised-${kind}`} title={title}>
        {rows}
      </ListSection>
    ));
}
