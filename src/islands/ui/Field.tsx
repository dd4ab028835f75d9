import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './Field.module.css';
import { cx } from './helpers/cx.ts';

/** Props that label and describe the control of a field. */
export interface ControlProps {
  id: string;
  className: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface Texts {
  label: ReactNode;
  /** Shown in the negative colour below the control, and announced. */
  error?: string | undefined;
  hint?: ReactNode;
}

interface FieldProps extends Texts {
  children: (control: ControlProps) => ReactNode;
  required?: boolean | undefined;
  /** A counter of UTF-16 units against the limits. Below the minimum it names it. */
  count?: { length: number; max: number; min?: number | undefined } | undefined;
}

function controlProps(
  id: string,
  className: string | undefined,
  { error, hint, required }: Omit<FieldProps, 'label' | 'children'>,
): ControlProps {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    className: className ?? '',
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required ? true : undefined,
  };
}

function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    children && (
      <div id={`${id}-hint`} className="soft">
        {children}
      </div>
    )
  );
}

/** Label, control, hint, counter and error of one form field. `children` draws the control. */
export function Field({ label, count, children, ...rest }: FieldProps) {
  const id = useId();
  const over = count !== undefined && count.length > count.max;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {rest.required && <span className={styles.required}> (required)</span>}
      </label>
      <Hint id={id}>{rest.hint}</Hint>
      {children(controlProps(id, styles.control, rest))}
      <div className={styles.below}>
        <div id={`${id}-error`} className={styles.error} role="alert">
          {rest.error}
        </div>
        {count && (
          <div className={cx(styles.count, over && 'negative')}>
            {count.length}/{count.max}
            {!rest.error && count.length < (count.min ?? 0) && ` · at least ${count.min}`}
          </div>
        )}
      </div>
    </div>
  );
}

/** A checkbox with its label next to it. */
export function CheckField({ label, hint, error, ...input }: Texts & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <div className={styles.check}>
        <input type="checkbox" {...input} {...controlProps(id, undefined, { hint, error })} />
        <label htmlFor={id}>{label}</label>
      </div>
      <Hint id={id}>{hint}</Hint>
      {error && (
        <div id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </div>
      )}
    </div>
  );
}
