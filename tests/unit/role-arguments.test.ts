import { expect, test } from 'vitest';
import { UsageError } from '#api/commands/arguments.ts';
import { parseRoleArguments } from '#api/commands/role/arguments.ts';

test.each([
  [[], 'Say what to do.'],
  [['give', '1', 'admin'], 'give is not known.'],
  [['grant'], 'Give the account id, as in the address of the profile.'],
  [['grant', 'Aurora', 'admin', '--region', 'eu'], 'Aurora is not an account id: use digits only.'],
  [['grant', '0', 'admin', '--region', 'eu'], '0 is not an account id: use digits only.'],
  [['grant', '500000004'], 'Give the role: admin, mod or wg.'],
  [['grant', '500000004', 'owner'], 'owner is not a role: use admin, mod or wg.'],
  [['grant', '500000004', 'admin'], 'Add --region with eu, na, cis or sea.'],
  [['grant', '500000004', 'admin', '--region', 'us'], 'us is not a region: use eu, na, cis or sea.'],
  [['grant', '500000004', 'admin', 'mod', '--region', 'eu'], 'Unexpected argument mod: one role at a time.'],
  [['list', '--regions', 'eu'], "Unknown option '--regions'."],
  [['list', 'eu'], 'Unexpected argument eu.'],
])('%j is refused with a reason', (args, message) => {
  expect(() => parseRoleArguments(args)).toThrow(new UsageError(message));
});

test('reads an account, a role and a region', () => {
  const args = ['grant', '500000004', 'admin', '--region', 'eu'];
  const order = { action: 'grant', accountId: 500_000_004, role: 'admin', region: 'eu', yes: false };
  expect(parseRoleArguments(args)).toEqual(order);
  expect(parseRoleArguments([...args, '--yes'])).toEqual({ ...order, yes: true });
});

test('lists all regions unless one is given', () => {
  expect(parseRoleArguments(['list'])).toEqual({ action: 'list', region: null });
  expect(parseRoleArguments(['list', '--region', 'na'])).toEqual({ action: 'list', region: 'na' });
});
