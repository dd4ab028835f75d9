import { useStore } from '@nanostores/react';
import { errorToMessage } from '#lib/client/errors.ts';
import { formatMedium } from '#lib/domain/dates.ts';
import { areElsewhere } from '#lib/domain/lineup.ts';
import { runtime } from '#lib/runtime.ts';
import {
  $accounts,
  $found,
  $lookUpError,
  allowedAt,
  isSignedOut,
  retryNames,
} from '#lib/stores/lineup/lineup.ts';
import { loginPath } from '#lib/stores/session/login.ts';
import { $session } from '#lib/stores/session/session.ts';
import { Alert } from '../ui/Alert.tsx';
import { Time } from '../ui/Time.tsx';

export interface LineupProps {
  /** Name of the page's region, and pages of the others. */
  region: string;
  others: readonly { name: string; href: string }[];
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
export function LookUpNotes({ region, others }: LineupProps) {
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
