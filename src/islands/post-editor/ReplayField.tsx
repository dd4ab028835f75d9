import { useStore } from '@nanostores/react';
import { FileCheck2, X } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import type { ParsedFlairs } from '#lib/domain/flairs.ts';
import type { Parties } from '#lib/domain/roster.ts';
import { formatFileSize } from '#lib/schemas/forms/messages.ts';
import { $rulesFor } from '#lib/stores/posts/advice-rules.ts';
import { retryReplayCheck } from '#lib/stores/posts/replay-check.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { CheckOutcome } from './ReplayCheck.tsx';
import styles from './ReplayField.module.css';
import { REPLAY_CONTENTS, ReplayInput, useReplayHint } from './ReplayInput.tsx';
import { usePartiesOf, useReplayCheck } from './use-held.ts';

const NEEDED = 'A rating needs the battle’s replay; attach it or set all three to Neutral.';

interface ReplayFieldProps {
  value: File | null;
  onChange: (file: File | null) => void;
  required: boolean;
  error: string | undefined;
  disabled: boolean;
  /** The player whom the post is about. */
  about: Parties['player'];
  flairs: ParsedFlairs;
}

/** The replay file of a new post: its name and size once it is chosen, what it shows, and a button that removes it. */
export function ReplayField({
  value,
  onChange,
  required,
  disabled,
  about,
  flairs,
  ...rest
}: ReplayFieldProps) {
  const parties = usePartiesOf(about);
  const check = useReplayCheck(value);
  const missing = rest.error && value === null && `${rest.error} ${NEEDED}`;
  const error = check.state === 'refused' ? check.reason : missing || rest.error;
  const input = useRef<HTMLInputElement>(null);
  const rules = useStore($rulesFor);
  const [first] = useState(value);
  const chosen = useRef<HTMLParagraphElement>(null);
  // What follows the file's name is the outcome, or why it is refused. It grows once the rules of advice have loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for the outcome and the rules
  useEffect(() => {
    // One that the form started with is not news.
    if (check.state === 'unfit' || value === first) return;
    chosen.current?.nextElementSibling?.scrollIntoView?.({ block: 'nearest' });
  }, [check, rules]);
  return (
    <Field label="Replay" required={required} error={error} hint={`${useReplayHint()} ${REPLAY_CONTENTS}`}>
      {(control) => (
        <>
          <ReplayInput control={control} ref={input} value={value} onChange={onChange} disabled={disabled} />
          {value && (
            <p ref={chosen} className={styles.chosen}>
              <Icon node={FileCheck2} />
              <span className={styles.name} dir="auto" translate="no">
                {value.name}
              </span>
              <span className={styles.size}>{formatFileSize(value.size)}</span>
              <Button
                size="sm"
                variant="ghost"
                disabled={disabled}
                icon={X}
                onClick={() => {
                  onChange(null);
                  input.current?.focus();
                }}
              >
                Remove
              </Button>
            </p>
          )}
          {value && (
            <CheckOutcome
              check={check}
              parties={parties}
              flairs={flairs}
              onRetry={disabled ? undefined : () => retryReplayCheck(value)}
            />
          )}
        </>
      )}
    </Field>
  );
}
