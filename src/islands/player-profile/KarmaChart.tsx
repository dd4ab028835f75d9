import { useStore } from '@nanostores/react';
import { karmaChart } from '#lib/domain/karma-chart.ts';
import { formatKarma } from '#lib/domain/numbers.ts';
import { $karmaHistory } from '#lib/stores/profile/karma-history.ts';
import styles from './KarmaChart.module.css';

/** The platform karma of the open profile by month, as a line; a sentence for a player with too few months. */
export function KarmaChart() {
  const history = useStore($karmaHistory);
  if (history === undefined) return null;
  const chart = karmaChart(history);
  if (chart === null) return <p className={styles.caption}>Karma over time: not enough posts yet.</p>;
  const { width, top, height, path, lowest, highest } = chart;
  const [first, last] = [history[0]?.month, history.at(-1)?.month];
  return (
    <figure className={styles.chart}>
      <svg
        viewBox={`0 ${top} ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Platform karma from ${first} to ${last}: lowest ${formatKarma(lowest)}, highest ${formatKarma(highest)}`}
      >
        <path className={styles.area} d={`${path}V0H0Z`} />
        <path className={styles.zero} d={`M0 0H${width}`} />
        <path className={styles.line} d={path} />
      </svg>
      <figcaption className={styles.caption}>
        <span>{first}</span> <span>Platform karma by month</span> <span>{last}</span>
      </figcaption>
    </figure>
  );
}
