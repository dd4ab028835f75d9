import { CLAN_METRICS, type ClanMetric, type Metric } from '#lib/domain/clan.ts';
import { Karma } from '../ui/Karma.tsx';
import styles from './ClanMetrics.module.css';
import { MemberDistribution } from './MemberDistribution.tsx';

const METRIC_NAMES: Record<ClanMetric, string> = {
  gameKarma: 'In-Game Karma',
  siteKarma: 'Platform Karma',
  performance: 'Performance',
  teamplay: 'Teamplay',
  courtesy: 'Courtesy',
};

interface FigureProps {
  name: string;
  value: number;
  size?: 'lg';
  className: string | undefined;
}

function Figure({ name, value, size, className }: FigureProps) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>
        <Karma value={value} size={size} />
      </dd>
    </div>
  );
}

function Tile({ name, metric }: { name: string; metric: Metric | null }) {
  return (
    <li className={styles.tile}>
      <h3 className={styles.name}>{name}</h3>
      {metric === null ? (
        <p className={styles.none}>N/A</p>
      ) : (
        <>
          <dl className={styles.numbers}>
            <Figure name="Total" value={metric.total} className={styles.total} size="lg" />
            <Figure name="Min" value={metric.min} className={styles.min} />
            <Figure name="Max" value={metric.max} className={styles.max} />
          </dl>
          <MemberDistribution values={metric.values} />
        </>
      )}
    </li>
  );
}

/** Total, minimum and maximum of each metric over all members, and how the members are spread. */
export function ClanMetrics({ metrics }: { metrics: Record<ClanMetric, Metric | null> }) {
  return (
    <section className={styles.part} aria-labelledby="clan-metrics">
      <h2 id="clan-metrics">Clan Metrics</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on narrow screens */}
      <ul className={styles.strip} tabIndex={0} aria-labelledby="clan-metrics">
        {CLAN_METRICS.map((metric) => (
          <Tile key={metric} name={METRIC_NAMES[metric]} metric={metrics[metric]} />
        ))}
      </ul>
    </section>
  );
}
