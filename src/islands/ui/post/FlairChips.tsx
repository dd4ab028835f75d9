import { Minus, ThumbsDown, ThumbsUp } from 'lucide-react';
import { FLAIR_CATEGORIES, type FlairCategory, flairValue, type ParsedFlairs } from '#lib/domain/flairs.ts';
import { cx } from '../helpers/cx.ts';
import styles from './FlairChips.module.css';

/** Names of the flairs on all screens. */
export const FLAIR_NAMES: Readonly<Record<FlairCategory, string>> = {
  performance: 'Performance',
  teamplay: 'Teamplay',
  courtesy: 'Courtesy',
};

/** Word, icon and CSS class of the three values of a flair. */
export const FLAIR_LOOKS = {
  '1': { word: 'positive', Icon: ThumbsUp },
  '0': { word: 'neutral', Icon: Minus },
  '-1': { word: 'negative', Icon: ThumbsDown },
} as const;

/** The three flairs of a post: icon, name and colour, and the value as a word for screen readers. */
export function FlairChips({ flairs }: { flairs: ParsedFlairs }) {
  return (
    <ul className={styles.chips} aria-label="Flairs">
      {FLAIR_CATEGORIES.map((category) => {
        const { word, Icon } = FLAIR_LOOKS[`${flairValue(flairs[category])}`];
        return (
          <li key={category} className={cx(styles.chip, styles[word])}>
            <Icon />
            {FLAIR_NAMES[category]}
            <span className="visually-hidden">: {word}</span>
          </li>
        );
      })}
    </ul>
  );
}
