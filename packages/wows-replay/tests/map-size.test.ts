import { expect, test } from 'vitest';
import { mapSize } from '../src/decode/battle/map-size.ts';

test.each([
  ['a known map', '53_Shoreside', 650, 1400],
  ['a known map whose border ships touched', '53_Shoreside', 703, 1400],
  ['a known map that ships left', 's06_Atoll', 900, 1800],
  ['an unknown map', '99_Invented', 612, 1400],
  ['an unknown map whose border ships touched', '99_Invented', 602, 1200],
  ['an unknown map larger than all', '99_Invented', 1234, 2500],
])('The size of %s', (_, name, farthest, size) => {
  expect(mapSize(name, farthest)).toBe(size);
});
