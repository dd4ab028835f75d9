import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { mapName, modeName } from '#lib/domain/battle-names.ts';
import { formatDateTime } from '#lib/domain/dates.ts';
import { folderWatch } from '#lib/stores/lineup/folder.ts';
import {
  $hidesNames,
  $isOver,
  $lineup,
  $mayEnd,
  $replay,
  endBattle,
  rate,
} from '#lib/stores/lineup/lineup.ts';
import { $hasCompanion } from '#lib/stores/session/feature.ts';
import { Guarded } from '../frame/Guarded.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { focusAroundThen } from '../ui/helpers/focus-around.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';
import styles from './Lineup.module.css';
import { type LineupProps, LookUpNotes } from './LineupNotes.tsx';
import { LineupSource, Tonight, Watch, WatchState } from './LineupSource.tsx';
import { LineupTeams } from './LineupTeams.tsx';

/** Offers the replay that appears in the watched folder after the battle. The rows below do not move when it does. */
function Offer() {
  const isOffered = useStore(folderWatch.$isOffered);
  const isAwaited = useStore($replay) === null;
  const isWatching = useStore(folderWatch.$state) === 'on';
  if (isAwaited && isWatching)
    return (
      <Alert title="Waiting for the replay of this battle.">
        <p className={cx('row', styles.actions)}>The game writes it when you leave the battle.</p>
      </Alert>
    );
  return (
    isOffered && (
      <Alert title="The replay of this battle is ready.">
        <div className={cx('row', styles.actions)}>
          <Button size="sm" variant="primary" onClick={() => void rate()}>
            Rate a player
          </Button>
          <Button size="sm" onClick={focusAroundThen(folderWatch.decline)}>
            Not now
          </Button>
        </div>
      </Alert>
    )
  );
}

/** Ends a battle whose file is older than any battle, and asks before. Then the focus goes to the heading. */
function EndBattle({ heading }: { heading: RefObject<HTMLElement | null> }) {
  const [isAsking, setAsking] = useState(false);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    },
    [heading],
  );
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        The battle is over
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Is the battle over?"
          action="It is over"
          busy={false}
          onConfirm={endBattle}
          onCancel={() => setAsking(false)}
        >
          <p>Then the other team’s karma and posts are shown, too.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The battle on the screen; nothing before one was read. */
function CurrentLineup(props: LineupProps) {
  const battle = useStore($lineup);
  const isOver = useStore($isOver);
  const mayEnd = useStore($mayEnd);
  const hidesNames = useStore($hidesNames);
  const heading = useRef<HTMLHeadingElement>(null);
  if (battle === null)
    return (
      <div className={cx('row', styles.actions)}>
        <WatchState />
      </div>
    );
  const { map, mode, playedAt, ships } = battle;
  const place = map === null ? 'Unknown map' : mapName(map);
  const start = playedAt && formatDateTime(playedAt);
  const facts = [mode && modeName(mode), start].filter(Boolean).join(' · ');
  return (
    <>
      <p role="status" className="visually-hidden">
        Battle on {place} with {ships.length === 1 ? '1 ship' : `${ships.length} ships`}
        {start && `, ${start}`}.
      </p>
      <div className={cx('row', styles.actions)}>
        <h2 ref={heading} tabIndex={-1}>
          <span translate="no">{place}</span> <small className="soft">{facts}</small>
        </h2>
        <WatchState />
        {!isOver && mayEnd && <EndBattle key={playedAt} heading={heading} />}
        <Button size="sm" aria-pressed={hidesNames} onClick={() => $hidesNames.set(!hidesNames)}>
          Hide names
        </Button>
      </div>
      {isOver && <Offer />}
      <LookUpNotes {...props} />
      <LineupTeams key={playedAt} battle={battle} heading={heading} />
    </>
  );
}

/** The battle, and its file or folder, for signed-in players. */
export function LineupScreen(props: LineupProps) {
  const hasCompanion = useStore($hasCompanion);
  if (hasCompanion === false) return <EmptyState title="Players can’t be looked up by their names here." />;
  return (
    <Guarded route="battle" waiting={<Loading visible />}>
      <Watch />
      <CurrentLineup {...props} />
      <Tonight />
      <LineupSource />
    </Guarded>
  );
}
