import { describe, expect, test } from 'vitest';
import { CLAIMS, SessionUserSchema } from '#lib/schemas/session.ts';

const claims = { [CLAIMS.id]: '500000001', [CLAIMS.name]: 'Aurora_Captain', exp: 2_000_000_000 };
const user = { id: 500000001, username: 'Aurora_Captain', roles: [], expiration: 2_000_000_000_000 };

describe('the claims of a token (Rule 1.4)', () => {
  test.each<[string, object, object]>([
    ['without a role', claims, user],
    ['with one role, as a string', { ...claims, [CLAIMS.role]: 'mod' }, { ...user, roles: ['mod'] }],
    [
      'with several roles',
      { ...claims, [CLAIMS.role]: ['admin', 'mod'] },
      { ...user, roles: ['admin', 'mod'] },
    ],
    ['with an unknown role', { ...claims, [CLAIMS.role]: ['mod', 'king'] }, { ...user, roles: ['mod'] }],
    [
      'with short names',
      { nameid: '500000001', unique_name: 'Aurora_Captain', role: 'wg', exp: 2_000_000_000 },
      { ...user, roles: ['wg'] },
    ],
    ['with other short names', { sub: '500000001', name: 'Aurora_Captain', exp: 2_000_000_000 }, user],
    ['with an id beyond 32 bits', { ...claims, [CLAIMS.id]: '7010000001' }, { ...user, id: 7_010_000_001 }],
  ])('are read %s', (_, given, read) => {
    expect(SessionUserSchema.parse(given)).toEqual(read);
  });

  test.each([
    ['no id', { ...claims, [CLAIMS.id]: undefined }],
    ['an id that is not a number', { ...claims, [CLAIMS.id]: 'me' }],
    ['the id 0', { ...claims, [CLAIMS.id]: 0 }],
    ['no name', { ...claims, [CLAIMS.name]: '' }],
    ['no expiry', { ...claims, exp: undefined }],
    ['an expiry that is not a number', { ...claims, exp: 'soon' }],
    ['nothing', null],
    ['text', 'token'],
  ])('are refused with %s', (_, given) => {
    expect(SessionUserSchema.safeParse(given).success).toBe(false);
  });
});
