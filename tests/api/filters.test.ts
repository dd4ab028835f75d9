/** Filters of other calls (rule 17.29). */
import { describe, expect, test } from 'vitest';
import { FILTERS } from '#api/calls/core/route.ts';
import { AURORA, type CallOptions, MOD } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { apiDocument } from '#tests/support/openapi.ts';

const api = setUpApi();

describe('a filter that only other calls have', () => {
  const calls: [path: string, name: string, options?: CallOptions][] = [
    ['/api/post?sign=negative', 'sign'],
    [`/api/post/${AURORA}/received?hideModActions=true`, 'hideModActions'],
    ['/api/player?HasReplay=true', 'hasReplay'],
    [`/api/mod/bans/${AURORA}?userId=${AURORA}`, 'userId'],
    ['/api/report?tab=new', 'tab', { as: AURORA }],
    ['/api/mod/reviews/counts?postId=', 'postId', { as: MOD }],
    ['/feed/latest.atom?sign=negative', 'sign'],
  ];
  test.each(calls)('is refused with its name at %s (Rule 17.29)', async (path, name, options) => {
    const { status, json } = await api.call('GET', path, options);
    expect([status, json.errors]).toEqual([400, { [name]: ['This call has no such filter.'] }]);
  });

  test('is refused next to others, each by its name', async () => {
    const { status, json } = await api.call('GET', '/api/post/latest?sign=positive&tab=new&ids=1');
    expect([status, Object.keys(json.errors).sort()]).toEqual([400, ['ids', 'tab']]);
  });

  test('is refused only after access: without a sign-in the answer is 401', async () => {
    expect((await api.call('GET', '/api/report?tab=new')).status).toBe(401);
  });
});

describe('the query of a call', () => {
  test.each([
    '/api/post/latest?sign=negative&hasReplay=true&hideModActions=true',
    `/api/post/${AURORA}/sent?sign=neutral&hasReplay=false`,
    `/api/mod/bans/${AURORA}?currentOnly=true&history=true`,
  ])('may have its own filters: %s', async (path) => {
    expect((await api.call('GET', path)).status).toBe(200);
  });

  test.each(['utm_source=chat', 'page=2', 'lookUp=false', 'access_token=abc', 'v=1'])(
    'may have %s, which is ignored',
    async (query) => {
      const { status, json } = await api.call('GET', `/api/player?${query}`);
      expect([status, json]).toEqual([200, (await api.call('GET', '/api/player')).json]);
    },
  );

  test('may have filters where a sign-in starts, because the address of return may be unencoded', async () => {
    const back = 'http://localhost:4321/player/500000001,x?tab=received&sign=negative&hasReplay=true';
    expect((await api.call('GET', `/api/auth/login?redirectUri=${back}`)).status).toBe(302);
  });
});

test('every filter belongs to a call', () => {
  const names = Object.values(apiDocument().paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ parameters = [] }) => parameters.filter((one) => one.in === 'query').map(({ name }) => name));
  expect(FILTERS.filter((name) => !names.includes(name))).toEqual([]);
});
