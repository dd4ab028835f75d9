import { describe, expect, test } from 'vitest';
import { postAllowance, postsLeftSentence } from '#lib/domain/posting.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const HOUR = 3_600_000;

describe('The posts that an account may write (Rule 9.19)', () => {
  const hour = (hours: number) => NOW + hours * HOUR;
  const old = hour(-1000);

  test.each([
    ['none written', [], old, 5, 5, null],
    ['some written', [-1, -2, -3, -4], old, 5, 1, null],
    ['all written', [-1, -2, -3, -4, -20], old, 5, 0, 4],
    ['more than all written', [-1, -2, -3, -4, -20, -22], old, 5, 0, 4],
    ['on the first day, some written', [-1, -2], hour(-10), 5, 1, null],
    ['on the first day, all written: when it ends', [-1, -2, -3], hour(-10), 5, 0, 14],
    ['on the first day, all written: when one is a day old', [-1, -2, -22], hour(-23), 5, 0, 1],
    ['on the first day, more than all written', [-1, -2, -3, -4, -5], hour(-10), 5, 0, 19],
    ['at the end of the first day', [-1, -2, -3], hour(-24), 5, 2, null],
    ['on the first day, with a lower limit', [-1], hour(-10), 1, 0, 23],
    ['on the first day, without a limit', [-1, -2, -3], hour(-10), 0, null, null],
  ])('%s', (_, written, since, perDay, postsLeft, next) => {
    expect(postAllowance({ writtenAt: written.map(hour), since, now: NOW }, perDay)).toEqual({
      postsLeft,
      nextPostAt: next === null ? null : hour(next),
    });
  });

  test('are counted in words', () => {
    expect([1, 7].map(postsLeftSentence)).toEqual([
      'This is the last post that you can write now.',
      'You can write 7 more posts now, this one included.',
    ]);
  });
});
