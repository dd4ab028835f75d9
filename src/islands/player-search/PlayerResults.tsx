import { ChevronRight } from 'lucide-react';
import { errorToMessage } from '#lib/api/errors.ts';
import { paths } from '#lib/routes.ts';
import type { PlayerListing } from '#lib/schemas/player.ts';
import { searchPlayersNow } from '#lib/stores/player-search.ts';
import type { Remote } from '#lib/stores/remote.ts';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Loading, Skeleton } from '../ui/Skeleton.tsx';
import styles from './PlayerSearch.module.css';

const count = (found: number): string => (found === 1 ? '1 player' : `${found} players`);

/** Whom the search has found. */
export function PlayerResults({ results }: { results: Remote<PlayerListing[]> }) {
  if (results.status === 'loading')
    return (
      <div className={styles.results}>
        <Loading text="Searching..." visible />
        <Skeleton shape="row" count={5} />
      </div>
    );
  if (results.status === 'failed')
    return (
      <ErrorState
        title="The search failed."
        detail={errorToMessage(results.error)}
        onRetry={searchPlayersNow}
      />
    );
  const players = results.status === 'ready' ? results.value : [];
  const changing = results.status === 'ready' && results.changing;
  if (players.length === 0) return <EmptyState title="No results found" />;
  return (
    <div className={cx(styles.results, changing && styles.changing)} aria-busy={changing}>
      <p role="status" className={styles.count}>
        {count(players.length)}
      </p>
      <ul className={styles.list}>
        {players.map((player) => (
          <li key={player.id}>
            <a className={styles.link} href={paths.player(player)}>
              <span dir="auto">{player.username}</span>
              <ChevronRight aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
