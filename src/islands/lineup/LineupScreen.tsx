import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { errorToMessage } from '#lib/client/errors.ts';
import { mapName, modeName } from '#lib/domain/battle-names.ts';
import { formatDateTime, formatMedium } from '#lib/domain/dates.ts';
import { areElsewhere } from '#lib/domain/lineup.ts';
import { runtime } from '#lib/runtime.ts';
import { folderWatch } from '#lib/stores/lineup/folder.ts';
import {
  $accounts,
  $found,
  $isOver,
  $lineup,
  $lookUpError,
  $mayEnd,
  allowedAt,
  endBattle,
  isSignedOut,
  rate,
  retryNames,
} from '#lib/stores/lineup/lineup.ts';
import { $hasCompanion } from '#lib/stores/session/feature.ts';
import { loginPath } from '#lib/stores/session/login.ts';
import { $session } from '#lib/stores/session/session.ts';
import { Guarded } from '../frame/Guarded.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import styles from './Lineup.module.css';
import { LineupSource, Tonight, Watch, WatchState } from './LineupSource.tsx';
import { LineupTeams } from './LineupTeams.tsx';

interface LineupProps {
  /** Name of the page's region, and pages of the others. */
  region: string;
  others: readonly { name: string; href: string }[];
}

/** Offers the replay that appeared in the watched folder after the battle. */
function Offer() {
  const isOffered = useStore(folderWatch.$isOffered);
  return (
    isOffered && (
      <Alert title="The replay of this battle is ready.">
        <div className={cx('row', styles.actions)}>
          <Button size="sm" variant="primary" onClick={() => void rate()}>
            Rate a player
          </Button>
          <Button size="sm" onClick={folderWatch.decline}>
            Not now
          </Button>
        </div>
      </Alert>
    )
  );
}

/** Why a look-up failed, and what follows. */
function LookUpError({ error }: { error: unknown }) {
  const session = useStore($session);
  const until = allowedAt(error);
  if (until !== null)
    return (
      <Alert title="The players are looked up a little later.">
        You looked up many battles. This goes on by itself at <Time value={until} format={formatMedium} />.
      </Alert>
    );
  if (isSignedOut(error) && session.status !== 'signed-in')
    return (
      <Alert tone="warning" title="You are signed out.">
        <a href={loginPath()} data-login>
          Sign in
        </a>{' '}
        to look up the players of this battle.
      </Alert>
    );
  return (
    <Alert tone="warning" title="Couldn’t look up the players." onRetry={retryNames}>
      {errorToMessage(error)}
    </Alert>
  );
}

/** The failure of the look-up, names that were not checked, or the question whether the battle was in another region. */
function LookUpNotes({ region, others }: LineupProps) {
  const error = useStore($lookUpError);
  const players = [...useStore($found).values()];
  const accounts = useStore($accounts);
  if (error !== null) return <LookUpError error={error} />;
  const unchecked = players.filter((player) => 'unchecked' in player && player.unchecked).length;
  if (unchecked > 0)
    return (
      <Alert onRetry={retryNames}>
        The game’s publisher couldn’t be asked about {unchecked === 1 ? '1 name' : `${unchecked} names`}, so
        only players known to Fleet Karma have numbers.
      </Alert>
    );
  const found = players.filter((player) => 'id' in player).length;
  const isElsewhere = areElsewhere(accounts, runtime.region());
  if (found * 2 >= players.length && !isElsewhere) return null;
  return (
    <Alert title={`Was this battle on the ${region} server?`}>
      {isElsewhere
        ? 'The players’ account ids are those of another server.'
        : `Only ${found} of ${players.length} names were found there.`}{' '}
      Open this page for{' '}
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
  const [hidesNames, setHidesNames] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  if (battle === null)
    return (
      <div className={cx('row', styles.actions)}>
        <WatchState brief={false} />
      </div>
    );
  const { map, mode, playedAt, ships } = battle;
  const place = map === null ? 'Unknown map' : mapName(map);
  const facts = [mode && modeName(mode), playedAt && formatDateTime(playedAt)].filter(Boolean).join(' · ');
  return (
    <>
      <p role="status" className="visually-hidden">
        Battle on {place} with {ships.length === 1 ? '1 ship' : `${ships.length} ships`}.
      </p>
      <div className={cx('row', styles.actions)}>
        <h2 ref={heading} tabIndex={-1}>
          <span translate="no">{place}</span> <small className="soft">{facts}</small>
        </h2>
        <WatchState brief />
        {!isOver && mayEnd && <EndBattle heading={heading} />}
        <Button size="sm" aria-pressed={hidesNames} onClick={() => setHidesNames(!hidesNames)}>
          Hide names
        </Button>
      </div>
      {isOver && <Offer />}
      <LookUpNotes {...props} />
      <LineupTeams battle={battle} isOver={isOver} hidesNames={hidesNames} />
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
      <Tonight />
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
