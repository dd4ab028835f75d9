import { expect, test } from 'vitest';
import { UsageError } from '#api/commands/arguments.ts';
import { parsePersonArguments } from '#api/commands/person/arguments.ts';

test.each([
  [[], 'Say what to do.'],
  [['remove', '1'], 'remove is not known.'],
  [['erase'], 'Give the account id, as in the address of the profile.'],
  [['erase', '1', '2', '--region', 'eu'], 'Unexpected argument 2: one person at a time.'],
  [['erase', '500000004'], 'Add --region with eu, na, cis or sea.'],
  [['erase', '500000004', '--region', 'eu', '--to', 'x'], '--to is for export.'],
  [['export', '1', '--region', 'eu', '--yes'], '--dry-run, --yes and --keep-mentions are for erase.'],
  [['export', '1', '--force'], "Unknown option '--force'."],
])('%j is refused with a reason', (args, message) => {
  expect(() => parsePersonArguments(args)).toThrow(new UsageError(message));
});

test('asks before it erases unless told otherwise', () => {
  expect(parsePersonArguments(['erase', '500000004', '--region', 'eu'])).toEqual({
    action: 'erase',
    accountId: 500_000_004,
    region: 'eu',
    to: null,
    dryRun: false,
    yes: false,
    keepMentions: false,
    names: [],
  });
});
