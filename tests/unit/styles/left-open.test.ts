/** How the browser tests compute the contrast that axe leaves open. */
import { expect, it } from 'vitest';
import { type Color, lowestContrast } from '#tests/support/left-open.ts';

const layer = (ground: Color, stops: Color[] = [], opacity = 1) => ({ ground, stops, opacity });
const CLEAR: Color = [0, 0, 0, 0];
const WHITE: Color = [255, 255, 255, 1];
const BLACK: Color = [0, 0, 0, 1];
const HULL: Color = [0x12, 0x30, 0x4b, 1];
const LIGHT_WARNING: Color = [0x72, 0x4c, 0, 1];

it.each([
  ['black on the page', BLACK, [layer(CLEAR)], 21],
  ['the light warning on the hull', LIGHT_WARNING, [layer(WHITE), layer(HULL), layer(CLEAR)], 1.8],
  ['white on a gradient to white', WHITE, [layer(BLACK, [BLACK, WHITE])], 1],
  ['white on what hides a gradient', WHITE, [layer(WHITE, [WHITE]), layer(BLACK)], 21],
  ['half transparent black', [0, 0, 0, 0.5], [layer(WHITE)], 3.9],
  ['black in what is half transparent', BLACK, [layer(WHITE), layer(CLEAR, [], 0.5)], 3.9],
] as const)('%s', (_, color, around, expected) => {
  expect(lowestContrast({ color, around })).toBeCloseTo(expected, 0);
});
