/** The ladder of moderators' decisions (Rule 31.32). */
import { expect, it } from 'vitest';
import { ladderLine, proposedBanLength } from '#lib/domain/ladder.ts';

it.each([
  [0, 0, 'Nothing removed in 12 months'],
  [4, 1, '4 removed or edited, 1 warning in 12 months: next step is a suspension (from 10)'],
  [0, 2, '2 warnings in 12 months: next step is a suspension (from 10)'],
  [10, 0, '10 removed or edited in 12 months: a suspension, next step is a ban (from 20)'],
  [20, 0, '20 removed or edited in 12 months: a ban (from 20)'],
])('says in words what %i decisions and %i warnings lead to', (decisions, warnings, line) => {
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
