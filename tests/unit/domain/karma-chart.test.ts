import { expect, it } from 'vitest';
import { karmaChart } from '#lib/domain/karma-chart.ts';

it('draws a step per month with posts, over the turn of a year (Rule 30.56)', () => {
  const history = [
    { month: '2025-11', karma: 2 },
    { month: '2026-01', karma: 5 },
    { month: '2026-02', karma: -1 },
  ];
  expect(karmaChart(history)).toEqual({
    width: 3,
    top: -5,
    height: 6,
    path: 'M0 -2H2V-5H3V1',
    lowest: -1,
    highest: 5,
  });
});

it('contains zero, and has a height when nothing changed (Rule 30.56)', () => {
  const flat = (karma: number) => karmaChart(['2026-01', '2026-02'].map((month) => ({ month, karma })));
  expect(flat(4)).toMatchObject({ top: -4, height: 4 });
  expect(flat(0)).toMatchObject({ top: 0, height: 1, path: 'M0 0H1V0' });
});

it('is nothing with fewer than two months (Rule 30.56)', () => {
  expect(karmaChart([])).toBeNull();
  expect(karmaChart([{ month: '2026-01', karma: 1 }])).toBeNull();
});
