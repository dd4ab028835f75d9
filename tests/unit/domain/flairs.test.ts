import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Flair, NEUTRAL_FLAIRS, netFlair, packFlairs, parseFlairs } from '#lib/domain/flairs.ts';

const flair = fc.constantFrom<Flair>(true, false, null);
const flairs = fc.record({ performance: flair, teamplay: flair, courtesy: flair });

describe('Flairs in one number (Rule 9.2)', () => {
  test.each([
    [0, NEUTRAL_FLAIRS],
    [1, { ...NEUTRAL_FLAIRS, performance: true }],
    [2, { ...NEUTRAL_FLAIRS, performance: false }],
    [4, { ...NEUTRAL_FLAIRS, teamplay: true }],
    [8, { ...NEUTRAL_FLAIRS, teamplay: false }],
    [16, { ...NEUTRAL_FLAIRS, courtesy: true }],
    [32, { ...NEUTRAL_FLAIRS, courtesy: false }],
    [21, { performance: true, teamplay: true, courtesy: true }],
    [42, { performance: false, teamplay: false, courtesy: false }],
  ])('%i is parsed and packed', (packed, parsed) => {
    expect(parseFlairs(packed)).toEqual(parsed);
    expect(packFlairs(parsed)).toBe(packed);
  });

  test.each([
    [3, 'performance'],
    [12, 'teamplay'],
    [48, 'courtesy'],
  ] as const)('both bits of a pair in %i count as positive %s', (packed, category) => {
    expect(parseFlairs(packed)[category]).toBe(true);
  });

  test('packing and parsing keeps any three flairs and ignores other bits', () => {
    fc.assert(
      fc.property(flairs, fc.nat(1000), (given, noise) => {
        expect(parseFlairs(packFlairs(given) | (noise << 6))).toEqual(given);
      }),
    );
  });
});

describe('Rules for flairs', () => {
  test.each([
    [0, 0],
    [1 | 4 | 16, 3],
    [2 | 8 | 32, -3],
    [1 | 8, 0],
    [1 | 4 | 32, 1],
  ])('the net flair of %i is %i', (packed, net) => {
    expect(netFlair(parseFlairs(packed))).toBe(net);
  });
});
