import { useStore } from '@nanostores/react';
import { errorToMessage } from '#lib/client/errors.ts';
import { mapName, modeName } from '#lib/domain/battle-names.ts';
import { formatDateTime } from '#lib/domain/dates.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { declineReplay, $offeredReplay as offered } from '#lib/stores/lineup/folder.ts';
import { $found, $isOver, $lineup, endBattle, retryNames } from '#lib/stores/lineup/lineup.ts';
import { openWriting } from '#lib/stores/posts/post-dialog.ts';
import { $hasCompanion } from '#lib/stores/session/feature.ts';
import { Guarded } from '../frame/Guarded.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';
import styles from './Lineup.module.css';
import { LineupSource, Watch } from './LineupSource.tsx';
import { LineupTeams } from './LineupTeams.tsx';

interface LineupProps {
  /** Name of the page's region, and pages of the others. */
  region: string;
  others: readonly { name: string; href: string }[];
}

/** Offers the replay that the watched folder has of the battle. */
function Offer() {
  const replay = useStore(offered);
  return (
    replay && (
      <Alert title="The replay of this battle is ready.">
        <div className={cx('row', styles.actions)}>
          <Button size="sm" variant="primary" onClick={() => openWriting(replay)}>
            Rate a player
          </Button>
          <Button size="sm" onClick={declineReplay}>
            Not now
          </Button>
        </div>
      </Alert>
    )
  );
}

/** The failure of the look-up, names that were not checked, or the question whether the battle was in another region. */
function LookUpNotes({ region, others }: LineupProps) {
  const remote = useStore($found);
  if (remote.status === 'failed')
    return (
      <Alert tone="warning" title="Couldn’t look up the players." onRetry={retryNames}>
        {errorToMessage(remote.error)}
      </Alert>
    );
  const players = remoteValue(remote) ?? [];
  const unchecked = players.filter((player) => 'unchecked' in player && player.unchecked).length;
  if (unchecked > 0)
    return (
      <Alert onRetry={retryNames}>
        The game’s publisher couldn’t be asked about {unchecked === 1 ? '1 name' : `${unchecked} names`}, so
        only players known to Fleet Karma have numbers.
      </Alert>
    );
  const found = players.filter((player) => 'id' in player).length;
  if (found * 2 >= players.length) return null;
  return (
    <Alert title={`Was this battle on the ${region} server?`}>
      Only {found} of {players.length} names were found there. Open this page for{' '}
      {others.map(({ name, href }, index) => (
        <span key={name}>
          {index > 0 && (index === others.length - 1 ? ' or ' : ', ')}
          <a href={href}>{name}</a>
        </span>
      ))}
      .
    </Alert>
  );
}

/** The battle on the screen; nothing before one was read. */
function CurrentLineup(props: LineupProps) {
  const battle = useStore($lineup);
  const isOver = useStore($isOver);
  if (battle === null) return null;
  const { map, mode, playedAt, ships } = battle;
  const place = map === null ? 'Unknown map' : mapName(map);
  const facts = [mode && modeName(mode), playedAt && formatDateTime(playedAt)].filter(Boolean).join(' · ');
  return (
    <>
      <p role="status" className="visually-hidden">
        Battle on {place} with {ships.length} ships.
      </p>
      <div className={cx('row', styles.head)}>
        <h2>
          <span translate="no">{place}</span> <small className="soft">{facts}</small>
        </h2>
        {!isOver && <Button onClick={endBattle}>The battle is over</Button>}
      </div>
      {isOver && <Offer />}
      <LookUpNotes {...props} />
      <LineupTeams battle={battle} isOver={isOver} />
    </>
  );
}

function Screen(props: LineupProps) {
  const hasCompanion = useStore($hasCompanion);
  if (hasCompanion === false) return <EmptyState title="Players can’t be looked up by their names here." />;
  return (
    <>
      <Watch />
      <CurrentLineup {...props} />
      <LineupSource />
    </>
  );
}

/** The battle, and its file or folder, for signed-in players. */
export const LineupScreen = (props: LineupProps) => (
  <Guarded route="battle" waiting={<Loading visible />}>
    <Screen {...props} />
  </Guarded>
);
