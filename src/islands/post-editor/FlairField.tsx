import { useId } from 'react';
import { type Flair, type FlairCategory, flairValue } from '#lib/domain/flairs.ts';
import { cx } from '../ui/helpers/cx.ts';
import { FLAIR_LOOKS, FLAIR_NAMES } from '../ui/post/FlairChips.tsx';
import styles from './FlairField.module.css';

/** What each flair is about, for whoever has to choose. */
const HINTS: Readonly<Record<FlairCategory, string>> = {
  performance: 'How well they played.',
  teamplay: 'How well they played with and for their team.',
  courtesy: 'How they treated others, in chat and out of it.',
};

const CHOICES: readonly Flair[] = [false, null, true];

interface FlairFieldProps {
  category: FlairCategory;
  value: Flair;
  onChange: (value: Flair) => void;
  disabled?: boolean | undefined;
}

/** One flair as three radios in a row: negative, neutral, positive. */
export function FlairField({ category, value, onChange, disabled }: FlairFieldProps) {
  const name = useId();
  return (
    <fieldset className={styles.flair} disabled={disabled} aria-describedby={`${name}-hint`}>
      <legend className={styles.legend}>{FLAIR_NAMES[category]}</legend>
      <span id={`${name}-hint`} className={styles.hint}>
        {HINTS[category]}
      </span>
      <div className={styles.choices}>
        {CHOICES.map((choice) => {
          const { word, Icon } = FLAIR_LOOKS[`${flairValue(choice)}`];
          return (
            <label key={word} className={cx(styles.choice, styles[word])}>
              <input
                type="radio"
                name={name}
                className={styles.radio}
                checked={choice === value}
                onChange={() => onChange(choice)}
              />
              <Icon aria-hidden="true" />
              {word[0]?.toUpperCase()}
              {word.slice(1)}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
