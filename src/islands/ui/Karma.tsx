import { type KarmaTone, karmaTone } from '#lib/domain/karma.ts';
import { formatKarma } from '#lib/domain/numbers.ts';
import { cx } from './helpers/cx.ts';
import styles from './Karma.module.css';

const CLASSES: Readonly<Record<KarmaTone, string>> = {
  success: 'positive',
  danger: 'negative',
  warning: 'warning',
};

interface KarmaProps {
  value: number | null | undefined;
  size?: 'md' | 'lg' | undefined;
}

/** A karma value or rating, with its sign and coloured by it; N/A without a number. Only real numbers are bold. */
export function Karma({ value, size = 'md' }: KarmaProps) {
  const tone = karmaTone(value);
  return (
    <span
      className={cx(
        styles.karma,
        CLASSES[tone],
        tone === 'warning' && styles.none,
        size === 'lg' && styles.lg,
      )}
    >
      {formatKarma(value)}
    </span>
  );
}
