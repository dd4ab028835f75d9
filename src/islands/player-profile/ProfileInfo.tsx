import { ExternalLink } from 'lucide-react';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { Time } from '../ui/Time.tsx';
import styles from './ProfileHeader.module.css';

/** The account in plain facts, with the player's page on the region's statistics site. */
export function ProfileInfo({ player, statisticsUrl }: { player: PlayerProfile; statisticsUrl: string }) {
  return (
    <dl className={styles.info}>
      <div>
        <dt>Account ID</dt>
        <dd className="tabular">{player.id}</dd>
      </div>
      <div>
        <dt>Created</dt>
        <dd>
          <Time value={player.wgAccountCreatedAt} />
        </dd>
      </div>
      <div>
        <dt>Last battle</dt>
        <dd>
          <Time value={player.lastBattleTime} />
        </dd>
      </div>
      <div>
        <dt>Statistics</dt>
        <dd>
          <a href={statisticsUrl} rel="noopener external" target="_blank" className={styles.external}>
            {new URL(statisticsUrl).host}
            <ExternalLink aria-hidden="true" />
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        </dd>
      </div>
    </dl>
  );
}
