/** Ribbons (Rule 5.13). */
import { expect, test } from 'vitest';
import { packFlairs, signOf } from '#lib/domain/flairs.ts';
import { countSigns, readRibbon } from '#lib/domain/ribbon.ts';

test('letters are read as signs, oldest first', () => {
  expect(readRibbon('+0-+')).toEqual([1, 0, -1, 1]);
});

test('signs are counted in words', () => {
  expect(countSigns([1, 1, 0, -1])).toBe('2 positive, 1 neutral, 1 negative');
});

test('the sign of a post is that of its ratings together', () => {
  const signs = [
    [true, true, false],
    [true, null, false],
    [null, false, null],
  ] as const;
  expect(
    signs.map(([performance, teamplay, courtesy]) => signOf(packFlairs({ performance, teamplay, courtesy }))),
  ).toEqual([1, 0, -1]);
});
