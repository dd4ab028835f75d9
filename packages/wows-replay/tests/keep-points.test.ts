import { describe, expect, test } from 'vitest';
import { toDeltas } from '../src/battle/steps.ts';
import { keepPoints } from '../src/decode/battle/keep-points.ts';
import { seededRandom } from './support/mutations.ts';

describe('Points that interpolation restores are dropped', () => {
  test('an even course needs its ends only', () => {
    expect(keepPoints([0, 1, 2, 3, 4], [{ values: [0, 2, 4, 6, 8], tolerance: 0.5 }])).toEqual([0, 4]);
  });

  test('a bend is kept', () => {
    expect(keepPoints([0, 1, 2, 3, 4], [{ values: [0, 2, 4, 2, 0], tolerance: 0.5 }])).toEqual([0, 2, 4]);
  });

  test('a large change is divided', () => {
    const headings = { values: [0, 60, 120, 180], tolerance: 1, changeMax: 100 };
    expect(keepPoints([0, 1, 2, 3], [headings])).toEqual([0, 1, 2, 3]);
  });

  test('no points and one point stay', () => {
    expect(keepPoints([], [])).toEqual([]);
    expect(keepPoints([7], [{ values: [1], tolerance: 1 }])).toEqual([0]);
  });

  test('every dropped value is restored within the tolerance', () => {
    const random = seededRandom(7);
    const times = Array.from({ length: 500 }, (_, index) => index * 11 + Math.floor(random() * 5));
    let value = 1000;
    const values = times.map(() => {
      value += Math.round(random() * 8 - 4);
      return value;
    });
    const kept = keepPoints(times, [{ values, tolerance: 2.5 }]);
    expect(kept.length).toBeLessThan(values.length);
    for (const [index, time] of times.entries()) {
      const next = Math.max(
        1,
        kept.findIndex((point) => point >= index),
      );
      const [from, to] = [kept[next - 1] as number, kept[next] as number];
      const part = (time - (times[from] as number)) / ((times[to] as number) - (times[from] as number));
      const restored = (values[from] as number) + part * ((values[to] as number) - (values[from] as number));
      expect(Math.abs(restored - (values[index] as number))).toBeLessThanOrEqual(2.5 + 1e-9);
    }
  });
});

test('Differences begin with the first value', () => {
  expect(toDeltas([5, 7, 4])).toEqual([5, 2, -3]);
});
