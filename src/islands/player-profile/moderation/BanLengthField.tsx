import type { UseFormRegisterReturn } from 'react-hook-form';
import { BAN_LENGTHS, type BanLength } from '#lib/schemas/forms/ban-form.ts';
import styles from './BanEditor.module.css';

function textOf(length: BanLength): string {
  if (length === 'permanent') return 'Permanent';
  if (length === 'custom') return 'Custom';
  return length === '1' ? '1 day' : `${length} days`;
}

/** How long a ban lasts: a usual length, for good, or another number of days. */
export function BanLengthField({ registration }: { registration: UseFormRegisterReturn }) {
  return (
    <fieldset className={styles.lengths}>
      <legend className={styles.legend}>Length</legend>
      {BAN_LENGTHS.map((length) => (
        <label key={length} className={styles.length}>
          <input {...registration} type="radio" value={length} className="visually-hidden" />
          {textOf(length)}
        </label>
      ))}
    </fieldset>
  );
}
