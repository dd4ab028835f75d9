import type { ReactNode } from 'react';
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

const stripe = (y: number) => <path key={y} d={`M4 ${y}h16`} />;
const star = (
  <path
    className={styles.solid}
    d="m12 1.8 1.7 3.5 3.8.5-2.8 2.7.7 3.8L12 10.5l-3.4 1.8.7-3.8-2.8-2.7 3.8-.5z"
  />
);
const curl = <path d="M4 12h5a3 3 0 1 1 3 3 3 3 0 0 1-3-3m6 0h5" />;

/** Sleeve insignia: a higher rank has more stripes, and only the commander has a star. */
const drawings: readonly ReactNode[] = [
  <path key="unknown" strokeDasharray="2 3" d="M4 12h16" />,
  [<g key="star">{star}</g>, stripe(15.5), stripe(19), stripe(22.5)],
  [
    <g key="curl" transform="translate(0 -5)">
      {curl}
    </g>,
    stripe(14.5),
    stripe(18),
    stripe(21.5),
  ],
  [<path key="plus" d="M12 3.5v8M8 7.500h8" />, stripe(16), stripe(19.5)],
  [
    <g key="curl" transform="translate(0 -3)">
      {curl}
    </g>,
    stripe(16),
    stripe(19.5),
  ],
  [
    <g key="curl" transform="translate(0 -1)">
      {curl}
    </g>,
    stripe(18),
  ],
  <path key="chevron" d="m5 15 7-6 7 6" />,
];

/** A clan rank as an insignia, named by a tooltip and a label for screen readers. */
export function RankIcon({ rank }: { rank: number }) {
  const index = rank in drawings ? rank : 0;
  const name = RANK_NAMES[index] ?? RANK_NAMES[0];
  return (
    <svg viewBox="0 0 24 24" role="img" aria-label={name} className={styles.rank}>
      <title>{name}</title>
      {drawings[index]}
    </svg>
  );
}
