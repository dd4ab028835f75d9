import { useState } from 'react';
import { MOD_REASON_MAX_LENGTH } from '#lib/schemas/written-moderation.ts';
import { readReasons } from '#lib/stores/session/recent-reasons.ts';
import { Button } from '../ui/Button.tsx';
import styles from './ReasonField.module.css';
import { RuleTicks } from './RuleTicks.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** The reasons this moderator gave last, one button each (Rule 11.12). */
function RecentReasons({ onPick }: { onPick: (reason: string) => void }) {
  const [reasons] = useState(readReasons);
  if (reasons.length === 0) return null;
  return (
    <ul className={styles.reasons} aria-label="Recent reasons">
      {reasons.map((reason) => (
        <li key={reason} className={styles.item}>
          <Button size="sm" className={styles.reason} title={reason} onClick={() => onPick(reason)}>
            <span className={styles.text} dir="auto" lang="">
              {reason}
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

/** A moderator's reason for an action: guidelines to tick, words, and recent reasons to pick from (Rule 28.41). */
export function ReasonField({ readOnly = false, ticksFirst = false, ...props }: ReasonFieldProps) {
  return (
    <>
      <RuleTicks field={props.field} disabled={readOnly} isFirst={ticksFirst} />
      <TextField {...props} label="Reason" required readOnly={readOnly} max={MOD_REASON_MAX_LENGTH} />
      {!readOnly && <RecentReasons onPick={props.field.set} />}
    </>
  );
}
