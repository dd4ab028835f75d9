import {
  CLAN_METRICS,
  type ClanMetric,
  describeDistribution,
  distribute,
  type Metric,
} from '#lib/domain/clan.ts';
import { Karma } from '../ui/Karma.tsx';
import styles from './ClanMetrics.module.css';
import distribution from './MemberDistribution.module.css';

/** Units of the drawing, which CSS stretches: its width, the height of the tallest column, and with the mark at zero. */
const WIDTH = 200;
const TOP = 32;
const HEIGHT = 40;
const COLUMNS_MAX = 33;
const COLUMN_WIDTH_MAX = 12;
/** Height of a column for one member of many. */
const SHORTEST = 3;

/** How the members' values are spread: columns from the lowest to the highest value, with a mark at zero. */
function MemberDistribution({ values }: { values: readonly number[] }) {
  const columns = distribute(values, COLUMNS_MAX);
  const tallest = Math.max(...columns.values());
  const first = Math.min(0, ...columns.keys());
  const step = WIDTH / (Math.max(0, ...columns.keys()) - first + 1);
  const xOf = (column: number) => ((column - first + 0.5) * step).toFixed(1);
  const pathOf = (sign: number): string =>
    [...columns]
      .filter(([column]) => Math.sign(column) === sign)
      .map(([column, count]) => `M${xOf(column)} ${TOP}v${-Math.max(SHORTEST, (count / tallest) * TOP)}`)
      .join('');
  return (
    <svg
      className={distribution.plot}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      strokeWidth={Math.min(COLUMN_WIDTH_MAX, step * 0.7)}
      role="img"
      aria-label={`Members: ${describeDistribution(values)}`}
    >
      <path className={distribution.negative} d={pathOf(-1)} />
      <path className={distribution.zero} d={pathOf(0)} />
      <path className={distribution.positive} d={pathOf(1)} />
      <path className={distribution.axis} d={`M0 ${TOP + 1}H${WIDTH}M${xOf(0)} ${TOP}V${HEIGHT}`} />
    </svg>
  );
}

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
