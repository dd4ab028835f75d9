/** How the browser tests compute the contrast that axe leaves open. */
import { expect, it } from 'vitest';
import { lowContrast } from '#tests/support/open-contrast.ts';

const [WHITE, BLACK, GREY] = [
  [255, 255, 255],
  [0, 0, 0],
  [119, 119, 119],
] as const;

it.each([
  ['its worst ground', { color: WHITE, alpha: 1 }, [BLACK, GREY], 4.48],
  ['what its opacity leaves', { color: WHITE, alpha: 0.5 }, [BLACK], 5.32],
  ['all but a line that crosses it', { color: WHITE, alpha: 1 }, [...Array(30).fill(BLACK), WHITE], 21],
  ['nothing where it is not seen', { color: WHITE, alpha: 1 }, [], Number.POSITIVE_INFINITY],
])('a text counts with %s', (_, text, grounds, expected) => {
  expect(lowContrast(text, grounds)).toBeCloseTo(expected, 1);
});
