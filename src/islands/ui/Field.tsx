import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';
import { cx } from './helpers/cx.ts';

/** What a control inside a field must carry to be labelled and described. */
export interface ControlProps {
  id: string;
  className: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  /** Shown in the negative colour below the control and announced; nothing is shown when absent. */
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean | undefined;
  /** A counter of UTF-16 units typed against the most allowed. */
  count?: { length: number; max: number } | undefined;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** Label, control, hint, counter and error of one form field; the control is drawn by `children`. */
export function Field({ label, error, hint, required, count, hideLabel, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const over = count !== undefined && count.length > count.max;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
        {required && <span className={styles.required}> (required)</span>}
      </label>
      {hint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {children({
        id,
        className: styles.control ?? '',
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      <div className={styles.below}>
        <div id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </div>
        {count && (
          <div className={cx(styles.count, over && 'negative')}>
            {count.length}/{count.max}
          </div>
        )}
      </div>
    </div>
  );
}

interface CheckFieldProps {
  label: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
  children: (control: ControlProps) => ReactNode;
}

/** A checkbox or radio with its label beside it. */
export function CheckField({ label, error, hint, children }: CheckFieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <div className={styles.check}>
        {children({
          id,
          className: styles.box ?? '',
          'aria-describedby': described || undefined,
          'aria-invalid': error ? true : undefined,
          'aria-required': undefined,
        })}
        <label htmlFor={id}>{label}</label>
      </div>
      {hint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {error && (
        <div id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </div>
      )}
    </div>
  );
}
