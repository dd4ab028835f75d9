import { type ReactNode, useState } from 'react';
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
        <li key={sentence}>
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

type ReasonFieldProps = Pick<TextFieldProps, 'field' | 'hint' | 'rows'> & {
  /** Fields that come after the words. */
  children?: ReactNode;
};

/** A moderator's reason for an action: words, the last reasons to pick from, and guidelines to tick (Rules 11.12 and 28.41). */
export function ReasonField({ hint, children, ...props }: ReasonFieldProps) {
  const [recent] = useState(readReasons);
  const { readOnly, set } = props.field;
  return (
    <div className={styles.fields}>
      <TextField
        {...props}
        label="Reason"
        hint={<>{hint} Until you type, digits tick guidelines.</>}
        required
        max={MOD_REASON_MAX_LENGTH}
      />
      <div className="stack">
        {children}
        <RuleTicks field={props.field} disabled={readOnly} />
      </div>
      {!readOnly && <Sentences label="Recent reasons" sentences={recent} onPick={set} />}
    </div>
  );
}
