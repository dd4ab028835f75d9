import { formatKarma, NOT_AVAILABLE } from '#lib/domain/format.ts';
import { cx } from './cx.ts';
import styles from './Karma.module.css';

/** The class of a karma's colour: positive green, negative red, zero or no number yellow. */
export function karmaTone(value: number | null | undefined): 'positive' | 'negative' | 'warning' {
  if (value === null || value === undefined || Number.isNaN(value) || value === 0) return 'warning';
  return value > 0 ? 'positive' : 'negative';
}

interface KarmaProps {
  value: number | null | undefined;
  /** Shown when there is no number. */
  fallback?: string | undefined;
  size?: 'md' | 'lg' | undefined;
  className?: string | undefined;
}

/** A karma or rating: always with its sign, coloured by it. */
export function Karma({ value, fallback = NOT_AVAILABLE, size = 'md', className }: KarmaProps) {
  const known = value !== null && value !== undefined && !Number.isNaN(value);
  return (
    <span className={cx(styles.karma, karmaTone(value), size === 'lg' && styles.lg, className)}>
      {known ? formatKarma(value) : fallback}
    </span>
  );
}
