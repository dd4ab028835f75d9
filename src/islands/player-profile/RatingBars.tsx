import { memo } from 'react';
import { FLAIR_CATEGORIES, FLAIR_NAMES } from '#lib/domain/flairs.ts';
import { formatNumber } from '#lib/domain/numbers.ts';
import type { RatingCount, RatingCounts } from '#lib/schemas/player.ts';
import type { VisibleRatings } from '#lib/stores/profile/player-profile.ts';
import { Karma } from '../ui/Karma.tsx';
import styles from './RatingBars.module.css';

interface RatingBarsProps {
  ratings: VisibleRatings;
  /** Without them only the ratings are shown. */
  counts: RatingCounts | null | undefined;
}

/** Negative posts to the left of the middle, positive ones to the right. `longest`: posts in half a width. */
function Bar({ count: { negative, positive }, longest }: { count: RatingCount; longest: number }) {
  return (
    <dd className={styles.count}>
      <svg
        className={styles.bar}
        viewBox={`${-longest} 0 ${2 * longest} 1`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={styles.down} d={`M0 .5H${-negative}`} />
        <path className={styles.up} d={`M0 .5H${positive}`} />
      </svg>
      <span className="negative">
        {formatNumber(negative)}
        <span className={styles.word}> negative</span>
      </span>{' '}
      <span className="positive">
        {formatNumber(positive)}
        <span className={styles.word}> positive</span>
      </span>
    </dd>
  );
}

/** The three ratings, each with the numbers of positive and negative posts behind it (Rules 5.5, 5.14). */
export const RatingBars = memo(({ ratings, counts }: RatingBarsProps) => {
  const all = counts ? FLAIR_CATEGORIES.map((category) => counts[category]) : [];
  const longest = Math.max(1, ...all.flatMap(({ positive, negative }) => [positive, negative]));
  return (
    <dl className={styles.ratings}>
      {FLAIR_CATEGORIES.map((category) => (
        <div key={category} className={styles.rating}>
          <dt>{FLAIR_NAMES[category]}</dt>
          <dd className={styles.net}>
            <Karma value={ratings[category]} />
          </dd>
          {counts && <Bar count={counts[category]} longest={longest} />}
        </div>
      ))}
    </dl>
  );
});
