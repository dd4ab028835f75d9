import { useSyncExternalStore } from 'react';
import { formatRecent } from '#lib/domain/dates.ts';
import { Time } from './Time.tsx';

/** How often the words are brought up to date, in milliseconds. */
const TICK_MS = 30_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer serves all times of the page. */
function listen(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const notify of listeners) notify();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A moment of the last 7 days as "3 hours ago", an earlier one as its day; the exact time on hover. */
export function RelativeTime({ value }: { value: string | null | undefined }) {
  const recent = () => formatRecent(value, Date.now());
  const text = useSyncExternalStore(listen, recent, recent);
  return <Time value={value} format={() => text} />;
}
