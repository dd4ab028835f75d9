import { describe, expect, test } from 'vitest';
import { postAllowance, postsLeftSentence } from '#lib/domain/posting.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const HOUR = 3_600_000;

describe('The posts that an account may write (Rule 9.19)', () => {
  const limits = { always: 4, onFirstDay: 2 };
  const hour = (hours: number) => NOW + hours * HOUR;
  const old = hour(-1000);

  test.each([
    ['none written', [], old, limits, 4, null],
    ['some written', [-1, -2, -3], old, limits, 1, null],
    ['all written', [-1, -2, -3, -20], old, limits, 0, 4],
    ['more than all written', [-1, -2, -3, -20, -22], old, limits, 0, 4],
    ['on the first day, some written', [-1], hour(-10), limits, 1, null],
    ['on the first day, all written: when it ends', [-1, -2], hour(-10), limits, 0, 14],
    ['on the first day, all written: when one is a day old', [-1, -22], hour(-23), limits, 0, 1],
    ['on the first day, more than all written', [-1, -2, -3, -4], hour(-10), limits, 0, 20],
    ['at the end of the first day', [-1, -2], hour(-24), limits, 2, null],
    ['on the first day, with a limit for it alone', [-1, -2], hour(-10), { always: 0, onFirstDay: 2 }, 0, 14],
    ['later, with a limit for the first day alone', [-1, -2], old, { always: 0, onFirstDay: 2 }, null, null],
    ['on the first day, without a limit for it', [-1, -2], hour(-10), { always: 4, onFirstDay: 0 }, 2, null],
    ['on the first day, with a higher limit for it', [-1], hour(-10), { always: 1, onFirstDay: 5 }, 0, 23],
  ])('%s', (_, written, since, given, postsLeft, next) => {
    expect(postAllowance({ writtenAt: written.map(hour), since, now: NOW }, given)).toEqual({
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
