import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { behaviourDocument, looseEnds, rulesIn } from '#scripts/docs/behaviour.ts';
import { ROOT } from '#scripts/support/settings.ts';

describe('The page of behaviour', () => {
  test('has at least one test for every rule, and tests name no rule that is not there', () => {
    expect(looseEnds()).toEqual({ unproved: [], unknown: [] });
  });

  test('says which tests prove which rule; "npm run docs" writes it anew', () => {
    expect(readFileSync(path.join(ROOT, 'docs/behaviour.md'), 'utf8')).toBe(behaviourDocument());
  });

  test.each([
    ['4.2', ['4.2']],
    ['5.1, 5.2 and 5.4', ['5.1', '5.2', '5.4']],
    ['10.2 to 10.4 and 11.7', ['10.2', '10.3', '10.4', '11.7']],
  ])('reads %s as a list of rules', (list, rules) => {
    expect(rulesIn(list)).toEqual(rules);
  });
});
