import { formatFoundingDate } from '#lib/domain/dates.ts';
import { formatNumber } from '#lib/domain/numbers.ts';
import type { ClanView } from '#lib/stores/clan/clan.ts';
import { Badge } from '../ui/Badge.tsx';
import { ClanTag } from '../ui/ClanTag.tsx';
import { DataAge } from '../ui/DataAge.tsx';
import { ClanEmblem } from '../ui/Emblem.tsx';
import { Fact, Facts } from '../ui/Facts.tsx';
import { cx } from '../ui/helpers/cx.ts';
import panel from '../ui/IdentityPanel.module.css';
import { Karma } from '../ui/Karma.tsx';
import { Time } from '../ui/Time.tsx';
import styles from './Clan.module.css';

/** The clan's total; `blank` keeps its place. */
export function MixedKarma({ value, blank }: { value: number | null; blank?: boolean }) {
  return (
    <p className={styles.total}>
      <span className={styles.label}>Total Mixed Karma</span>
      <Karma value={value} size="lg" blank={blank} />
    </p>
  );
}

type ClanFactsProps = Pick<ClanView, 'statisticsUrl'> & Partial<Pick<ClanView, 'clan' | 'membersCount'>>;

/** Facts of a clan; without one, blanks of the same height. */
export function ClanFacts({ clan, membersCount = 0, statisticsUrl }: ClanFactsProps) {
  return (
    <Facts statisticsUrl={statisticsUrl}>
      <Fact name="Clan ID">{clan?.id ?? 0}</Fact>
      <Fact name="Founded on">
        <Time value={clan?.createdAt} format={(date) => formatFoundingDate(date)} />
      </Fact>
      <Fact name="Members">{formatNumber(membersCount)}</Fact>
    </Facts>
  );
}

/** Tag, name, total karma and facts of a clan. */
export function ClanHeader({ view }: { view: ClanView }) {
  const { clan, karma, membersCount, statisticsUrl } = view;
  return (
    <section className={panel.panel} aria-labelledby="clan-name">
      <header className={cx(panel.head, styles.head)}>
        <ClanEmblem clan={clan} className={styles.emblem} />
        <div className={styles.identity}>
          <h1 id="clan-name" className={panel.name}>
            <ClanTag tag={clan.tag} leagueColor={clan.leagueColor} /> <bdi translate="no">{clan.name}</bdi>
          </h1>
          {clan.isDisbanded && <Badge tone="warning">Disbanded</Badge>}
        </div>
        <MixedKarma value={karma} />
      </header>
      <ClanFacts clan={clan} membersCount={membersCount} statisticsUrl={statisticsUrl} />
      <DataAge {...clan} />
    </section>
  );
}
