import { formatDateTime, formatDay, formatShort, NOT_AVAILABLE, toDate } from '#lib/domain/dates.ts';
import { warmUp } from './hooks/smooth-drawing.ts';

warmUp(
  // The first use of each loads data of the browser, which is slow on phones.
  () => Intl.supportedValuesOf?.('numberingSystem'),
  () => Intl.NumberFormat.supportedLocalesOf('en'),
  ...[formatDateTime, formatDay, formatShort].map((format) => () => format(0)),
);

interface TimeProps {
  /** ISO 8601, or nothing. */
  value: string | null | undefined;
  /** Formats the moment; by default as date and time. */
  format?: ((date: Date) => string) | undefined;
  className?: string | undefined;
}

/** A moment in the user's locale and time zone, with the exact time on hover. */
export function Time({ value, format = formatDateTime, className }: TimeProps) {
  const date = toDate(value);
  if (date === null) return <span className={className}>{NOT_AVAILABLE}</span>;
  return (
    <time dateTime={date.toISOString()} title={formatDateTime(date)} className={className}>
      {format(date)}
    </time>
  );
}
