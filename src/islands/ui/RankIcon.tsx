import styles from './RankIcon.module.css';

/** Display names of the clan ranks, by number. */
export const RANK_NAMES = [
  'Unknown rank',
  'Commander',
  'Executive Officer',
  'Recruiter',
  'Commissioned Officer',
  'Officer',
  'Private',
] as const;

const stripes = (...heights: number[]): string => heights.map((y) => `M3 ${y}h18`).join('');
/** The loop of the uppermost stripe, the executive curl. */
const curl = (y: number): string => `M12 ${y}a2.5 2.5 0 1 0-.01 0`;

/** Naval insignia: sleeves with the stripes from captain to sub-lieutenant, and the chevron of a rating. */
const drawings: readonly string[] = [
  'M4 12h3m3.5 0h3m3.5 0h3',
  curl(9) + stripes(9, 12.5, 16, 19.5),
  curl(10.5) + stripes(10.5, 14.5, 18.5),
  curl(11.5) + stripes(11.5, 17.5),
  curl(12.5) + stripes(12.5, 16.5),
  curl(14.5) + stripes(14.5),
  'm6 9 6 5 6-5',
];
const LIEUTENANT_COMMANDER = 3;

/** A clan rank as an insignia, named by a tooltip and a label for screen readers. */
export function RankIcon({ rank }: { rank: number }) {
  const index = rank in drawings ? rank : 0;
  const name = RANK_NAMES[index] ?? RANK_NAMES[0];
  return (
    <svg viewBox="0 0 24 24" role="img" aria-label={name} className={styles.rank}>
      <title>{name}</title>
      <path className={styles.sleeve} d="M3 0h18v24H3z" />
      <path d={drawings[index]} />
      {index === LIEUTENANT_COMMANDER && <path className={styles.thin} d={stripes(14.5)} />}
    </svg>
  );
}
