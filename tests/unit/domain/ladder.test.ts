/** The ladder of moderators' decisions (Rule 31.32). */
import { expect, it } from 'vitest';
import { ladderLine, proposedBanLength } from '#lib/domain/ladder.ts';

it.each([
  [4, 1, '4 removed or edited, 1 warning in 12 months · suspension at 10, ban at 20'],
  [0, 0, '0 removed or edited, 0 warnings in 12 months · suspension at 10, ban at 20'],
])('says the steps in one line with %i decisions and %i warnings', (decisions, warnings, line) => {
  expect(ladderLine({ decisions, warnings })).toBe(line);
});

it.each([
  [0, '1'],
  [9, '1'],
  [10, '30'],
  [19, '30'],
  [20, 'permanent'],
  [21, 'permanent'],
] as const)('proposes for %i decisions a ban of length %s', (decisions, length) => {
  expect(proposedBanLength({ decisions }, '1')).toBe(length);
});
