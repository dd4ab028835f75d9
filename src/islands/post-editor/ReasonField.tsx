import { useState } from 'react';
import { MOD_REASON_MAX_LENGTH } from '#lib/schemas/written-moderation.ts';
import { readReasons } from '#lib/stores/session/recent-reasons.ts';
import { Button } from '../ui/Button.tsx';
import styles from './ReasonField.module.css';
import { RuleTicks } from './RuleTicks.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

interface SentencesProps {
  label: string;
  sentences: readonly string[];
  /** Each has its digit. */
  numbered?: boolean;
  onPick: (sentence: string) => void;
}

/** Sentences to choose from, one button each. */
export function Sentences({ label, sentences, numbered, onPick }: SentencesProps) {
  if (sentences.length === 0) return null;
  return (
    <ul className={styles.reasons} aria-label={label}>
      {sentences.map((sentence, index) => (
        <li key={sentence} className={styles.item}>
          <Button size="sm" className={styles.reason} title={sentence} onClick={() => onPick(sentence)}>
            {numbered && (
              <span className="soft" aria-hidden="true">
                {index + 1}
              </span>
            )}
            <span className={styles.text} dir="auto" lang="">
              {sentence}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

type ReasonFieldProps = Pick<TextFieldProps, 'field' | 'hint' | 'rows' | 'readOnly'> & {
  /** The first guideline has the focus at first, not the text. */
  ticksFirst?: boolean;
};

/** A moderator's reason for an action: guidelines to tick, words, and the last reasons to pick from (Rules 11.12 and 28.41). */
export function ReasonField({ readOnly = false, ticksFirst = false, ...props }: ReasonFieldProps) {
  const [recent] = useState(readReasons);
  return (
    <>
      <RuleTicks field={props.field} disabled={readOnly} isFirst={ticksFirst} />
      <TextField {...props} label="Reason" required readOnly={readOnly} max={MOD_REASON_MAX_LENGTH} />
      {!readOnly && <Sentences label="Recent reasons" sentences={recent} onPick={props.field.set} />}
    </>
  );
}
