import { ExternalLink } from 'lucide-react';
import { formatNumber } from '#lib/domain/format.ts';
import { formatFoundingDate } from '#lib/domain/format-founding.ts';
import { leagueColorHex } from '#lib/domain/league-color.ts';
import type { ClanView } from '#lib/stores/clan.ts';
import { Badge } from '../ui/Badge.tsx';
import { ClanTag } from '../ui/ClanTag.tsx';
import { Karma } from '../ui/Karma.tsx';
import { Time } from '../ui/Time.tsx';
import styles from './Clan.module.css';

/** Tag, name, total karma, and the clan in plain facts. */
export function ClanHeader({ view }: { view: ClanView }) {
  const { clan, karma, membersCount, statisticsUrl } = view;
  return (
    <section className={styles.panel} aria-labelledby="clan-name">
      <header className={styles.head}>
        <div className={styles.identity}>
          <h1 id="clan-name" className={styles.name}>
            <ClanTag tag={clan.tag} color={leagueColorHex(clan.leagueColor)} /> <bdi>{clan.name}</bdi>
          </h1>
          {clan.isDisbanded && <Badge tone="warning">Disbanded</Badge>}
        </div>
        <p className={styles.total}>
          <span className={styles.label}>Total Mixed Karma</span>
          <Karma value={karma} size="lg" />
        </p>
      </header>
      <dl className={styles.details}>
        <div>
          <dt>Clan ID</dt>
          <dd className="tabular">{clan.id}</dd>
        </div>
        <div>
          <dt>Founded on</dt>
          <dd>
            <Time value={clan.createdAt} format={(date) => formatFoundingDate(date)} />
          </dd>
        </div>
        <div>
          <dt>Members</dt>
          <dd className="tabular">{formatNumber(membersCount)}</dd>
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
    </section>
  );
}
