import { BAN_LENGTHS, type BanValues, type BanLength as Length } from '#lib/schemas/forms/ban-form.ts';
import { BAN_DAYS_MAX } from '#lib/schemas/written-moderation.ts';
import type { DraftForm } from '../post-editor/use-draft-form.ts';
import { Field } from '../ui/Field.tsx';
import styles from './BanEditor.module.css';

function textOf(length: Length): string {
  if (length === 'permanent') return 'Permanent';
  if (length === 'custom') return 'Custom';
  return length === '1' ? '1 day' : `${length} days`;
}

interface BanLengthProps {
  form: Pick<DraftForm<BanValues>, 'values' | 'register' | 'errorOf'>;
  /** The length that is marked as a proposal. */
  proposed?: Length | undefined;
}

/** The length of a ban: one on offer, or a number of days (Rule 11.8). */
export function BanLength({ form, proposed }: BanLengthProps) {
  const error = form.errorOf('length');
  return (
    <>
      <fieldset className={styles.lengths}>
        <legend className={styles.legend}>
          Length <span className="negative">{error}</span>
        </legend>
        {BAN_LENGTHS.map((length) => (
          <label key={length} className={styles.length}>
            <input
              {...form.register('length')}
              type="radio"
              value={length}
              aria-invalid={error ? true : undefined}
            />
            {textOf(length)}
            {length === proposed && ' (proposed)'}
          </label>
        ))}
      </fieldset>
      {form.values.length === 'custom' && (
        <Field
          label="Days"
          required
          error={form.errorOf('customDays')}
          hint={`A whole number from 1 to ${BAN_DAYS_MAX}.`}
        >
          {(control) => (
            <input {...control} {...form.register('customDays')} inputMode="numeric" autoComplete="off" />
          )}
        </Field>
      )}
    </>
  );
}
