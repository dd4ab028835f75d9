import { Minus, ThumbsDown, ThumbsUp } from 'lucide';
import {
  FLAIR_CATEGORIES,
  type FlairCategory,
  flairValue,
  netFlair,
  type ParsedFlairs,
} from '#lib/domain/flairs.ts';
import { cx } from '../helpers/cx.ts';
import { Icon } from '../Icon.tsx';
import { Karma } from '../Karma.tsx';
import styles from './FlairChips.module.css';

/** Names of the flairs on all screens. */
export const FLAIR_NAMES: Readonly<Record<FlairCategory, string>> = {
  performance: 'Performance',
  teamplay: 'Teamplay',
  courtesy: 'Courtesy',
};

/** Word, icon and CSS class of the three values of a flair. */
export const FLAIR_LOOKS = {
  '1': { word: 'positive', icon: ThumbsUp },
  '0': { word: 'neutral', icon: Minus },
  '-1': { word: 'negative', icon: ThumbsDown },
} as const;

/** The sum of a post's flairs and each of them: icon, name and colour, and the value as a word for screen readers. */
export function FlairChips({ flairs }: { flairs: ParsedFlairs }) {
  return (
    <ul className={styles.chips} aria-label="Flairs">
      <li className={styles.net} title="The flairs add up to this">
        <span className="visually-hidden">Net: </span>
        <Karma value={netFlair(flairs)} />
      </li>
      {FLAIR_CATEGORIES.map((category) => {
        const { word, icon } = FLAIR_LOOKS[`${flairValue(flairs[category])}`];
        return (
          <li key={category} className={cx(styles.chip, styles[word])}>
            <Icon node={icon} />
            {FLAIR_NAMES[category]}
            <span className="visually-hidden">: {word}</span>
          </li>
        );
      })}
    </ul>
  );
}
