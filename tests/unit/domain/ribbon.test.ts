/** Ribbons (Rule 5.13). */
import { expect, test } from 'vitest';
import { packFlairs } from '#lib/domain/flairs.ts';
import { countSigns, readRibbon, ribbonOfPosts } from '#lib/domain/ribbon.ts';

test('letters are read as signs, oldest first', () => {
  expect(readRibbon('+0-+')).toEqual([1, 0, -1, 1]);
});

test('signs are counted in words', () => {
  expect(countSigns([1, 1, 0, -1])).toBe('2 positive, 1 neutral, 1 negative');
});

test('a list of posts, newest first, is a ribbon with the oldest first', () => {
  const flairs = (performance: boolean | null) => packFlairs({ performance, teamplay: null, courtesy: null });
  const [newest, oldest] = [crypto.randomUUID(), crypto.randomUUID()];
  const posts = [
    { id: newest, flairs: flairs(false) },
    { id: oldest, flairs: flairs(true) },
  ];
  expect(ribbonOfPosts(posts)).toEqual([
    { id: oldest, sign: 1 },
    { id: newest, sign: -1 },
  ]);
});
