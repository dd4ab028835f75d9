import { describe, expect, test } from 'vitest';
import type { Guard } from '#lib/routes.ts';
import { enforceGuard } from '#lib/stores/session/guard.ts';
import { resetSession } from '#lib/stores/session/session.ts';
import { catchWarnings, type FakePlatform, fakePlatform, settle } from '#tests/support/fake-platform.ts';

interface Page extends FakePlatform {
  went: string[];
}

/** Opens the settings, signed in with these roles; null for a visitor. */
function open(roles: string[] | null): Page {
  resetSession();
  const went: string[] = [];
  const platform = fakePlatform('/settings?from=here', {
    user: roles === null ? undefined : { roles },
    writeCookie: () => {},
    replace: (url) => went.push(url),
  });
  return { ...platform, went };
}

const UNAUTHORIZED = '/unauthorized?redirectUri=%2Fsettings%3Ffrom%3Dhere';

describe('a guarded screen', () => {
  test.each<[who: string, guard: Guard, went: string[], roles: string[] | null]>([
    ['a visitor', {}, [UNAUTHORIZED], null],
    ['a visitor', { roles: ['admin'] }, [UNAUTHORIZED], null],
    ['a user without the role', { roles: ['admin'] }, ['/forbidden'], ['mod']],
    ['a user with one of the roles', { roles: ['admin', 'mod'] }, [], ['mod']],
    ['any user', {}, [], []],
  ])('for %s, with the guard %j, redirects to %j (Rule 2.13)', async (_, guard, went, roles) => {
    const page = open(roles);
    expect(await enforceGuard(guard)).toBe(went.length === 0 ? 'allowed' : 'waiting');
    expect(page.went).toEqual(went);
  });

  test('sends a user whose session is refused to /unauthorized (Rule 2.13)', async () => {
    const page = open([]);
    page.answer('HEAD /api/Auth', undefined, { status: 401 });
    expect(await enforceGuard({})).toBe('waiting');
    expect(page.went).toEqual([UNAUTHORIZED]);
  });

  test.each([500, 429, 0])(
    'redirects no one when the session check fails: %i (Rule 2.13)',
    async (status) => {
      catchWarnings();
      const page = open([]);
      if (status === 0) page.cut('HEAD /api/Auth');
      else page.answer('HEAD /api/Auth', undefined, { status });
      expect(await enforceGuard({})).toBe('unchecked');
      expect(page.went).toEqual([]);
    },
  );

  test('waits until the session is known (Rule 2.13)', async () => {
    const page = open([]);
    const answer = page.hold('HEAD /api/Auth');
    let outcome: string | undefined;
    const entered = enforceGuard({}).then((state) => {
      outcome = state;
    });
    await settle();
    expect([outcome, page.went]).toEqual([undefined, []]);
    answer();
    await entered;
    expect([outcome, page.went]).toEqual(['allowed', []]);
  });
});
