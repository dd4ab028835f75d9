import { karmaTone } from '#lib/domain/karma.ts';
import { formatKarma } from '#lib/domain/numbers.ts';
import { cx } from './helpers/cx.ts';
import styles from './Karma.module.css';

interface KarmaProps {
  value: number | null | undefined;
  size?: 'md' | 'lg' | undefined;
  /** Keeps the place of a number that is not known yet. */
  blank?: boolean | undefined;
}

/** A karma value or rating, with its sign and coloured by it; N/A without a number. Only real numbers are bold. */
export function Karma({ value, size = 'md', blank }: KarmaProps) {
  return (
    <span translate="no" className={cx(styles.karma, karmaTone(value), size === 'lg' && styles.lg)}>
      {blank ? '\u200b' : formatKarma(value)}
    </span>
  );
}
