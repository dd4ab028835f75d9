import { formatMedium, formatShort, NOT_AVAILABLE, timeData } from '#lib/domain/format.ts';
import { warmUp } from './hooks/smooth-drawing.ts';

warmUp(
  // The first of each opens tables of the browser's, which a phone notices.
  () => Intl.supportedValuesOf?.('numberingSystem'),
  () => Intl.NumberFormat.supportedLocalesOf('en'),
  () => formatShort(0),
  () => formatMedium(0),
);

interface TimeProps {
  /** ISO 8601, or nothing. */
  value: string | null | undefined;
  /** How the moment reads; the locale's short date and time by default. */
  format?: ((date: Date) => string) | undefined;
  /** Shown when there is no moment. */
  fallback?: string | undefined;
  className?: string | undefined;
}

/** A moment in the visitor's locale and time zone, machine-readable, with the exact time on hover. */
export function Time({ value, format, fallback = NOT_AVAILABLE, className }: TimeProps) {
  const data = timeData(value);
  if (data === null) return <span className={className}>{fallback}</span>;
  const { dateTime, title, text } = data;
  return (
    <time dateTime={dateTime} title={title} className={className}>
      {format ? format(new Date(dateTime)) : text}
    </time>
  );
}
