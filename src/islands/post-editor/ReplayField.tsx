import { FileCheck2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatFileSize } from '#lib/schemas/forms/messages.ts';
import { REPLAY_EXTENSION, REPLAY_MAX_BYTES } from '#lib/schemas/replay.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { cx } from '../ui/helpers/cx.ts';
import styles from './ReplayField.module.css';

interface ReplayFieldProps {
  value: File | null;
  onChange: (file: File | null) => void;
  required: boolean;
  error: string | undefined;
  disabled?: boolean | undefined;
  /** Receives the control, so that the form can move the focus to it. */
  controlRef: (control: HTMLInputElement | null) => void;
}

/** The replay file of a new post: chosen or dropped, shown with its size, and removable. */
export function ReplayField({ value, onChange, required, error, disabled, controlRef }: ReplayFieldProps) {
  const input = useRef<HTMLInputElement | null>(null);
  // The control keeps its file otherwise, and choosing the same one again would be no change.
  useEffect(() => {
    if (value === null && input.current) input.current.value = '';
  }, [value]);
  return (
    <Field
      label="Replay"
      required={required}
      error={error}
      hint={`A ${REPLAY_EXTENSION} file of at most ${formatFileSize(REPLAY_MAX_BYTES)}. A post with a flair needs one as evidence.`}
    >
      {(control) => (
        <>
          <input
            {...control}
            className={cx(control.className, styles.input)}
            ref={(element) => {
              input.current = element;
              controlRef(element);
            }}
            type="file"
            accept={REPLAY_EXTENSION}
            disabled={disabled}
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) onChange(file);
            }}
          />
          {value && (
            <p className={styles.chosen}>
              <FileCheck2 aria-hidden="true" />
              <span className={styles.name} dir="auto">
                {value.name}
              </span>
              <span className={styles.size}>{formatFileSize(value.size)}</span>
              <Button
                size="sm"
                variant="ghost"
                disabled={disabled}
                icon={<X aria-hidden="true" />}
                onClick={() => {
                  onChange(null);
                  input.current?.focus();
                }}
              >
                Remove
              </Button>
            </p>
          )}
        </>
      )}
    </Field>
  );
}
