/** The line of a chart of karma by month (Rule 30.56). */
import type { KarmaHistory } from '#lib/schemas/calls/karma-history.ts';

const MONTHS = 12;

/** Months since year 0 of a month such as `2026-11`. */
const monthNumber = (month: string): number => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return year * MONTHS + number - 1;
};

/**
 * The chart of a history: a line in the coordinates of an SVG whose `y` points down, and the box that holds it. Null when it
 * has fewer than two months. Karma keeps its value in months without posts.
 */
export function karmaChart(history: KarmaHistory) {
  const [first, second] = history;
  if (first === undefined || second === undefined) return null;
  const start = monthNumber(first.month);
  const values = history.map(({ karma }) => karma);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const [bottom, top] = [Math.min(0, lowest), Math.max(0, highest)];
  const steps = history.slice(1).map(({ month, karma }) => `H${monthNumber(month) - start}V${-karma}`);
  return {
    /** Months from left to right, and the range of karma, which contains 0. */
    width: monthNumber((history.at(-1) ?? second).month) - start,
    top: 0 - top,
    height: Math.max(1, top - bottom),
    path: `M0 ${-first.karma}${steps.join('')}`,
    lowest,
    highest,
  };
}
