import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { behaviourTestsDocument, crowdedRules, looseEnds, rulesIn } from '#scripts/docs/behaviour.ts';
import { ROOT } from '#scripts/support/settings.ts';

describe('The rules of the behaviour page', () => {
  test('have at least one test each and a number of their own, and tests name no unknown rule', () => {
    expect(looseEnds()).toEqual({ untested: [], unknown: [], double: [] });
  });

  test('are found when two have the same number', () => {
    const page = ['## 1 Regions', '- **1.1** One.', '## 1 Frame', '- **1.1** Two.'];
    expect(looseEnds(page).double).toEqual(['1', '1.1']);
  });

  test.each([
    ['Pages load.', 1, []],
    ['Pages load.', 2, ['1.1 is tested in a second file without a reason']],
    ['Pages\n  load. *Second test: only a browser\n  loads.*', 2, []],
    ['Pages load. *Second test: only a browser loads.*', 1, ['1.1 has a reason for a second test and none']],
    ['Pages load. *Second test: only a browser loads.*', 3, ['1.1 is tested in 3 files']],
  ])('have one home, or a reason for a second: "%s" in %i files', (text, count, complaints) => {
    const page = [...`- **1.1** ${text}`.split('\n'), '- **1.2** Other.'];
    const files = new Set(Array.from({ length: count }, (_, index) => `${index}.test.ts`));
    expect(crowdedRules(page, new Map([['1.1', files]]))).toEqual(complaints);
  });

  test('are listed with their tests in an up-to-date behaviour-tests.md ("npm run docs")', () => {
    expect(readFileSync(path.join(ROOT, 'docs/behaviour-tests.md'), 'utf8')).toBe(behaviourTestsDocument());
  });

  test.each([
    ['4.2', ['4.2']],
    ['5.1, 5.2 and 5.4', ['5.1', '5.2', '5.4']],
    ['10.2 to 10.4 and 11.7', ['10.2', '10.3', '10.4', '11.7']],
  ])('are read from a list such as %s', (list, rules) => {
    expect(rulesIn(list)).toEqual(rules);
  });
});
