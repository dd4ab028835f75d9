import { describe, expect, test } from 'vitest';
import { parseFlairs } from '#lib/domain/flairs.ts';
import { canGiveNegativeKarma, karmaEffect, karmaTone } from '#lib/domain/karma.ts';

const GOOD = 1 | 4 | 16;
const BAD = 2 | 8 | 32;

describe('What a post adds (Rules 10.2, 10.3)', () => {
  test.each([
    ['all good', GOOD, true, { siteKarma: 1, performance: 1, teamplay: 1, courtesy: 1 }],
    ['all bad', BAD, true, { siteKarma: -1, performance: -1, teamplay: -1, courtesy: -1 }],
    [
      'all bad from an author without that right',
      BAD,
      false,
      { siteKarma: 0, performance: -1, teamplay: -1, courtesy: -1 },
    ],
    [
      'all good from an author without that right',
      GOOD,
      false,
      { siteKarma: 1, performance: 1, teamplay: 1, courtesy: 1 },
    ],
    ['as much good as bad', 1 | 8, true, { siteKarma: 0, performance: 1, teamplay: -1, courtesy: 0 }],
    ['neutral', 0, true, { siteKarma: 0, performance: 0, teamplay: 0, courtesy: 0 }],
  ])('%s', (_, flairs, able, effect) => {
    expect(karmaEffect(parseFlairs(flairs), able)).toEqual(effect);
  });

  test.each([
    [-19, 0, true],
    [-20, 0, false],
    [10, -30, false],
    [10, -29, true],
  ])(
    'an author with %i platform and %i game karma can give negative karma: %s',
    (siteKarma, gameKarma, able) => {
      expect(canGiveNegativeKarma({ siteKarma, gameKarma })).toBe(able);
    },
  );
});

test.each([
  [1, 'success'],
  [-1, 'danger'],
  [0, 'warning'],
  [null, 'warning'],
  [undefined, 'warning'],
  [Number.NaN, 'warning'],
])('Karma %s is shown as %s (Rule 10.5)', (value, tone) => {
  expect(karmaTone(value)).toBe(tone);
});
