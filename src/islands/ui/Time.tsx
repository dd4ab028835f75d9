const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' });
const medium = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

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
export function Time({ value, format, fallback = 'N/A', className }: TimeProps) {
  const date = value ? new Date(value) : undefined;
  if (date === undefined || Number.isNaN(date.getTime()))
    return <span className={className}>{fallback}</span>;
  return (
    <time dateTime={date.toISOString()} title={medium.format(date)} className={className}>
      {format ? format(date) : short.format(date)}
    </time>
  );
}
