import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RelativeTime } from '#islands/ui/RelativeTime.tsx';
import { formatDateTime, formatDay } from '#lib/domain/dates.ts';

const AT = '2026-03-09T14:05:00.000Z';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-09T17:04:50Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const time = () => screen.getByText(/./, { selector: 'time' });

describe('RelativeTime', () => {
  it('shows how long ago it was, with the exact time in the title, and keeps up (Rule 8.16)', () => {
    render(<RelativeTime value={AT} />);
    expect(time().textContent).toBe('2 hours ago');
    expect(time().title).toBe(formatDateTime(AT));
    expect(time().getAttribute('datetime')).toBe(AT);
    act(() => vi.advanceTimersByTime(30_000));
    expect(time().textContent).toBe('3 hours ago');
  });

  it('shows the day after 7 days (Rule 8.16)', () => {
    vi.setSystemTime('2026-03-16T14:05:00Z');
    render(<RelativeTime value={AT} />);
    expect(time().textContent).toBe(formatDay(AT));
    expect(vi.getTimerCount()).toBe(1);
    cleanup();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('shows N/A without a moment', () => {
    render(<RelativeTime value={null} />);
    expect(screen.getByText('N/A')).toBeTruthy();
  });
});
