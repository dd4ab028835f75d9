import { describeDistribution, distribute } from '#lib/domain/clan.ts';
import styles from './MemberDistribution.module.css';

/** Units of the drawing, which CSS stretches: its width, the height of the tallest column, and with the mark at zero. */
const WIDTH = 200;
const TOP = 32;
const HEIGHT = 40;
const COLUMNS_MAX = 33;
const COLUMN_WIDTH_MAX = 12;
/** Height of a column for one member of many. */
const SHORTEST = 3;

/** How the members' values are spread: columns from the lowest to the highest value, with a mark at zero. */
export function MemberDistribution({ values }: { values: readonly number[] }) {
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
      className={styles.plot}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      strokeWidth={Math.min(COLUMN_WIDTH_MAX, step * 0.7)}
      role="img"
      aria-label={`Members: ${describeDistribution(values)}`}
    >
      <path className={styles.negative} d={pathOf(-1)} />
      <path className={styles.zero} d={pathOf(0)} />
      <path className={styles.positive} d={pathOf(1)} />
      <path className={styles.axis} d={`M0 ${TOP + 1}H${WIDTH}M${xOf(0)} ${TOP}V${HEIGHT}`} />
    </svg>
  );
}
