import { expect, it } from 'vitest';
import { linkedReason, readReason, toggleRule } from '#lib/domain/guidelines.ts';

const RULES = [
  { code: 'replay', title: 'The replay is the evidence' },
  { code: 'serious', title: 'Is it serious?' },
  { code: 'provoke', title: 'Do not provoke' },
];

it('ticks a rule as a line of the reason, and takes the line out again (Rule 28.41)', () => {
  const one = toggleRule('Three salvos.', 'provoke', RULES);
  expect(one).toBe('Do not provoke.\nThree salvos.');
  const two = toggleRule(one, 'serious', RULES);
  expect(two).toBe('Is it serious?\nDo not provoke.\nThree salvos.');
  expect(readReason(two, RULES)).toEqual({ rules: [RULES[1], RULES[2]], words: 'Three salvos.' });
  expect(toggleRule(two, 'provoke', RULES)).toBe('Is it serious?\nThree salvos.');
});

it('reads no rule from words that only mention it (Rule 28.41)', () => {
  expect(readReason('You wrote:\nDo not provoke.', RULES).rules).toEqual([]);
  expect(readReason('Do not provoke him.', RULES).rules).toEqual([]);
});

it('shows a code without a rule as text, and leaves other first lines in the words (Rule 28.42)', () => {
  expect(linkedReason('Do not provoke.\nThree salvos.', ['provoke', 'gone'], RULES)).toEqual({
    rules: [
      { code: 'provoke', line: 'Do not provoke.' },
      { code: 'gone', line: undefined },
    ],
    words: 'Three salvos.',
  });
  expect(linkedReason('Do not provoke.\nThree.', ['replay'], RULES).words).toBe('Do not provoke.\nThree.');
});
