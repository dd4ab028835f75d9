import { describe, expect, it } from 'vitest';
import { formatAge } from '#lib/domain/data-age.ts';

const NOW = Date.parse('2026-05-04T12:00:00Z');

describe('the age of data', () => {
  it.each([
    ['2026-05-04T12:00:30Z', '0 minutes ago'],
    ['2026-05-04T11:00:01Z', '59 minutes ago'],
    ['2026-05-04T11:00:00Z', '1 hour ago'],
    ['2026-05-03T12:00:01Z', '23 hours ago'],
    ['2026-05-02T12:00:00Z', '2 days ago'],
  ])('since %s is "%s"', (moment, age) => {
    expect(formatAge(moment, NOW)).toBe(age);
  });

  it('is unknown without a moment', () => {
    expect(formatAge(null, NOW)).toBeNull();
  });
});
