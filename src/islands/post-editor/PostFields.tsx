import { useStore } from '@nanostores/react';
import { useId } from 'react';
import type { Parties } from '#lib/domain/battle.ts';
import {
  FLAIR_CATEGORIES,
  FLAIR_NAMES,
  type Flair,
  type FlairCategory,
  flairValue,
  netFlair,
} from '#lib/domain/flairs.ts';
import { NEGATIVE_KARMA_THRESHOLD } from '#lib/domain/karma.ts';
import { formatKarma } from '#lib/domain/numbers.ts';
import { RATING_WORDS } from '#lib/domain/post-face.ts';
import type { FormFlairs } from '#lib/schemas/forms/post-form.ts';
import {
  POST_CONTENT_MAX_LENGTH,
  POST_CONTENT_MIN_LENGTH,
  POST_TITLE_MAX_LENGTH,
  POST_TITLE_MIN_LENGTH,
} from '#lib/schemas/written-post.ts';
import { $canGiveNegative } from '#lib/stores/posts/author.ts';
import { cx } from '../ui/helpers/cx.ts';
import { Icon } from '../ui/Icon.tsx';
import { RATING_ICONS } from '../ui/post/FlairChips.tsx';
import styles from './PostFields.module.css';
import { MarkdownField, TextField } from './TextField.tsx';
import type { TextFieldState } from './use-draft-form.ts';
import { useIsHeld } from './use-held.ts';

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
                className={styles.radio}
                checked={choice === value}
                onChange={() => onChange(choice)}
              />
              <Icon node={RATING_ICONS[word]} />
              {word[0]?.toUpperCase()}
              {word.slice(1)}
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
  };
  /** The player whom the post is about. */
  about: Parties['player'];
  /** The chosen replay of a new post, null without one; absent for an existing post. */
  replay?: File | null | undefined;
  busy: boolean;
}

interface OutcomeProps {
  flairs: FormFlairs;
  about: string;
  /** Whether the post can lower karma. For existing posts the API knows, and does not say; nearly all can. */
  canLower?: boolean;
  /** Whether it does not count until a moderator keeps it. */
  isHeld?: boolean;
}

/** The flairs' effect on the player's karma, in words. Screen readers get each change. */
function Outcome({ flairs, about, canLower = true, isHeld = false }: OutcomeProps) {
  const sign = Math.sign(netFlair(flairs));
  const isWithoutEffect = sign < 0 && !canLower;
  return (
    <p className={styles.outcome} role="status">
      <bdi>{about}</bdi>:{' '}
      {sign === 0 || isWithoutEffect || isHeld ? (
        <strong>no change in karma</strong>
      ) : (
        <strong className={sign > 0 ? 'positive' : 'negative'}>{formatKarma(sign)} karma</strong>
      )}
      {isHeld && sign !== 0 && !isWithoutEffect && ' until a moderator keeps the post'}
      {isWithoutEffect && `, because your own is ${formatKarma(NEGATIVE_KARMA_THRESHOLD)} or lower`}
    </p>
  );
}

interface NewPostOutcomeProps {
  flairs: FormFlairs;
  about: Parties['player'];
  replay: File | null;
}

/** The same for a post that the viewer is writing: their own karma and the replay decide. */
function NewPostOutcome({ flairs, about, replay }: NewPostOutcomeProps) {
  const canLower = useStore($canGiveNegative);
  const isHeld = useIsHeld(about, replay);
  return <Outcome flairs={flairs} about={about.username} canLower={canLower} isHeld={isHeld} />;
}

/** The three flairs of a post with their outcome, its title and its content. */
export function PostFields({ form, about, replay, busy }: PostFieldsProps) {
  const { flairs } = form.values;
  return (
    <>
      <div className={styles.flairs} data-field="flairs">
        <div className={styles.top}>
          <span className={styles.heading}>Flairs</span>
          {replay === undefined ? (
            <Outcome flairs={flairs} about={about.username} />
          ) : (
            <NewPostOutcome flairs={flairs} about={about} replay={replay} />
          )}
        </div>
        {FLAIR_CATEGORIES.map((category) => (
          <FlairField
            key={category}
            category={category}
            value={flairs[category]}
            disabled={busy}
            onChange={(flair) => form.set('flairs', { ...flairs, [category]: flair })}
          />
        ))}
      </div>
      <TextField
        label="Title"
        field={form.field('title')}
        required
        readOnly={busy}
        min={POST_TITLE_MIN_LENGTH}
        max={POST_TITLE_MAX_LENGTH}
      />
      <MarkdownField
        label="Content"
        field={form.field('content')}
        required
        readOnly={busy}
        min={POST_CONTENT_MIN_LENGTH}
        max={POST_CONTENT_MAX_LENGTH}
      />
    </>
  );
}
