import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseFlairs } from '#lib/domain/flairs.ts';
import {
  canGiveNegativeKarma,
  karmaEffect,
  NEGATIVE_KARMA_THRESHOLD,
  visibleKarma,
} from '#lib/domain/karma.ts';

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

describe('the karma that a viewer sees', () => {
  const player = { gameKarma: 30, siteKarma: 5, wgHidden: false, optedOut: false };

  test.each([
    ['everything, and the sum as total (Rule 10.1)', {}, false, { total: 35, gameKarma: 30, siteKarma: 5 }],
    [
      'nothing when the publisher hides it',
      { wgHidden: true },
      true,
      { total: null, gameKarma: null, siteKarma: null },
    ],
    [
      'only game karma after an opt-out',
      { optedOut: true },
      false,
      { total: null, gameKarma: 30, siteKarma: null },
    ],
    [
      'everything for that player and staff',
      { optedOut: true },
      true,
      { total: 35, gameKarma: 30, siteKarma: 5 },
    ],
    [
      'no total when a part is missing',
      { gameKarma: null },
      false,
      { total: null, gameKarma: null, siteKarma: 5 },
    ],
  ])('%s', (_, changes, canSeeHidden, shown) => {
    expect(visibleKarma({ ...player, ...changes }, canSeeHidden)).toEqual(shown);
  });
});

test('the threshold for negative karma is the documented one (Rule 10.3)', () => {
  const threshold = String(NEGATIVE_KARMA_THRESHOLD).replace('-', '−');
  expect(readFileSync('docs/behaviour.md', 'utf8')).toMatch(new RegExp(`above ${threshold}\\b`));
});
