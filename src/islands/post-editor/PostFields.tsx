import { type ReactNode, useId } from 'react';
import {
  FLAIR_CATEGORIES,
  FLAIR_NAMES,
  type Flair,
  type FlairCategory,
  flairValue,
} from '#lib/domain/flairs.ts';
import { RATING_WORDS } from '#lib/domain/post-face.ts';
import type { FormFlairs } from '#lib/schemas/forms/post-form.ts';
import {
  POST_CONTENT_MAX_LENGTH,
  POST_CONTENT_MIN_LENGTH,
  POST_TITLE_MAX_LENGTH,
  POST_TITLE_MIN_LENGTH,
} from '#lib/schemas/written-post.ts';
import { cx } from '../ui/helpers/cx.ts';
import { Icon } from '../ui/Icon.tsx';
import { RATING_ICONS } from '../ui/post/FlairChips.tsx';
import styles from './PostFields.module.css';
import { MarkdownField, TextField } from './TextField.tsx';
import type { TextFieldState } from './use-draft-form.ts';

const HINTS: Readonly<Record<FlairCategory, string>> = {
  performance: 'How well they played.',
  teamplay: 'How well they worked with their team.',
  courtesy: 'How they treated others, in chat and in play.',
};

const CHOICES: readonly Flair[] = [false, null, true];

interface FlairFieldProps {
  category: FlairCategory;
  value: Flair;
  onChange: (value: Flair) => void;
  disabled: boolean;
}

/** One flair as three radios in a row: negative, neutral, positive. */
function FlairField({ category, value, onChange, disabled }: FlairFieldProps) {
  const name = useId();
  return (
    <fieldset className={styles.flair} disabled={disabled} aria-describedby={`${name}-hint`}>
      <legend className={styles.legend}>{FLAIR_NAMES[category]}</legend>
      <span id={`${name}-hint`} className={cx('soft', styles.hint)}>
        {HINTS[category]}
      </span>
      <div className={styles.choices}>
        {CHOICES.map((choice) => {
          const word = RATING_WORDS[flairValue(choice)];
          return (
            <label key={word} className={cx(styles.choice, styles[word])}>
              <input
                type="radio"
                name={name}
                className="labelled-radio"
                checked={choice === value}
                onChange={() => onChange(choice)}
              />
              <Icon node={RATING_ICONS[word]} />
              {`${word[0]?.toUpperCase()}${word.slice(1)}`}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

interface PostFieldsProps {
  /** A form that has these fields, among others. */
  form: {
    values: { flairs: FormFlairs };
    field: (name: 'title' | 'content') => TextFieldState;
    set: (name: 'flairs', flairs: FormFlairs) => void;
    busy: boolean;
  };
  /** How the flairs change the player's karma. */
  children: ReactNode;
}

/** The three flairs of a post with their outcome, its title and its content. */
export function PostFields({ form, children }: PostFieldsProps) {
  const { flairs } = form.values;
  return (
    <>
      <div className={styles.flairs} data-field="flairs">
        <div className={styles.top}>
          <span className={styles.heading}>Flairs</span>
          {children}
        </div>
        <p className="soft">
          A flair rates the player in one respect. The sum of the three changes their karma by one at most.
        </p>
        {FLAIR_CATEGORIES.map((category) => (
          <FlairField
            key={category}
            category={category}
            value={flairs[category]}
            disabled={form.busy}
            onChange={(flair) => form.set('flairs', { ...flairs, [category]: flair })}
          />
        ))}
      </div>
      <TextField
        label="Title"
        field={form.field('title')}
        required
        min={POST_TITLE_MIN_LENGTH}
        max={POST_TITLE_MAX_LENGTH}
      />
      <MarkdownField
        label="Content"
        field={form.field('content')}
        required
        min={POST_CONTENT_MIN_LENGTH}
        max={POST_CONTENT_MAX_LENGTH}
      />
    </>
  );
}
