import { describe, expect, it } from 'vitest';
import { distribute } from '#lib/domain/clan.ts';

describe('the distribution of members', () => {
  const columnsOf = (values: number[], max = 9) =>
    Object.fromEntries([...distribute(values, max)].sort(([a], [b]) => a - b));

  it('has zeros in a column of their own, between negative and positive values', () => {
    expect(columnsOf([-1, 0, 0, 1, 1, 1])).toEqual({ '-1': 1, 0: 2, 1: 3 });
  });

  it('groups wide ranges into at most the given number of columns', () => {
    expect(columnsOf([-2000, -1, 1, 3000, 4000, 4000])).toEqual({ '-2': 1, '-1': 1, 1: 1, 3: 1, 4: 2 });
    const values = Array.from({ length: 200 }, (_, index) => index * 37 - 1234);
    const columns = [...distribute(values, 33).keys()];
    expect(Math.max(...columns) - Math.min(...columns) + 1).toBeLessThanOrEqual(33);
  });

  it('reaches from zero to the values when all have one sign', () => {
    expect(columnsOf([5])).toEqual({ 5: 1 });
    expect(columnsOf([-600, -600])).toEqual({ '-6': 2 });
  });
});
