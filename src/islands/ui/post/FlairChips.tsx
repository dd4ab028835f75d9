import { Minus, ThumbsDown, ThumbsUp } from 'lucide';
import type { FaceFlair, RatingWord } from '#lib/domain/post-face.ts';
import { cx } from '../helpers/cx.ts';
import { Icon } from '../Icon.tsx';
import { Karma } from '../Karma.tsx';
import styles from './FlairChips.module.css';

/** The icons of ratings. */
export const RATING_ICONS: Readonly<Record<RatingWord, typeof Minus>> = {
  positive: ThumbsUp,
  neutral: Minus,
  negative: ThumbsDown,
};

/**
 * The sum of a post's flairs and each of them: a pill with icon, name and colour for what was rated, the name for the rest, and
 * the value as a word for screen readers.
 */
export function FlairChips({ flairs, net }: { flairs: readonly FaceFlair[]; net: number }) {
  return (
    <ul className={styles.chips} aria-label="Flairs">
      <li className={styles.net}>
        <span className="visually-hidden">Net: </span>
        <Karma value={net} />
      </li>
      {flairs.map(({ name, word }) => (
        <li key={`${name} ${word}`} data-word={word} className={cx(styles.chip, styles[word])}>
          {word !== 'neutral' && <Icon node={ThumbsUp} />}
          {name}
          <span className="visually-hidden">{`: ${word}`}</span>
        </li>
      ))}
    </ul>
  );
}
