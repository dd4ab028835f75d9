/** Names of parameters, parts and fields in any letter case (rule 17.35). */
import { describe, expect, test } from 'vitest';
import { withOwnNames } from '#api/http/names.ts';
import { updatePost } from '#lib/schemas/calls/post-changes.ts';
import { z } from '#lib/schemas/zod.ts';
import { AURORA, BORODINO, CONTENT, DAY, MOD, postDto, postForm, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();
const same = (one: string, other: string) => [`"${one}" and "${other}" are the same name. Send one of them.`];
const errorsOf = async (answer: ReturnType<typeof api.call>) => {
  const { status, json } = await answer;
  return [status, json.errors];
};

describe('a parameter', () => {
  const ban = (query: string, userId: number) =>
    api.call('POST', `/api/mod/bans${query}`, { as: MOD, body: { userId, reason: 'Insults' } });
  const endOf = async (userId: number) =>
    (await api.call('GET', `/api/mod/bans/${userId}`)).json[0].bannedUntil;

  test.each(['?Days=3', '?DAYS=3', '?days=3'])('is read as %s: the ban ends', async (query) => {
    const user = await api.addPlayer();
    expect((await ban(query, user)).status).toBe(202);
    expect(await endOf(user)).toBe(new Date(START + 3 * DAY).toISOString());
  });

  test('of paging is read with capitals', async () => {
    for (let count = 0; count < 3; count++) await api.addPost();
    const { headers } = await api.call('GET', '/api/Post/latest?PageSize=1&Page=2&Sign=neutral');
    expect([headers['content-page-size'], headers['content-page-current']]).toEqual(['1', '1']);
  });

  test('in two spellings is refused, twice in one is a list as before', async () => {
    const user = await api.addPlayer();
    expect(await errorsOf(ban('?Days=3&days=4', user))).toEqual([400, { days: same('Days', 'days') }]);
    expect(await errorsOf(ban('?Days=3&DAYS=4', user))).toEqual([400, { days: same('Days', 'DAYS') }]);
    const ribbons = (query: string) => api.call('GET', `/api/Player/ribbons${query}`);
    expect((await ribbons(`?Ids=${AURORA}&Ids=${BORODINO}`)).text).toBe(
      (await ribbons(`?ids=${AURORA}&ids=${BORODINO}`)).text,
    );
  });

  test.each(['Sign', 'SIGN'])(
    '%s that only other calls have is refused as a filter (17.29)',
    async (name) => {
      const expected = [400, { sign: ['This call has no such filter.'] }];
      expect(await errorsOf(api.call('GET', `/api/player?${name}=negative`))).toEqual(expected);
    },
  );

  test('that no call has may be sent in two spellings, and a sign-in keeps its fields', async () => {
    expect((await api.call('GET', '/api/player?x=1&X=2')).status).toBe(200);
    const { headers } = await api.call('GET', '/api/auth/login?RedirectUri=/posts');
    expect(new URL(String(headers.location)).searchParams.get('openid.return_to')).toMatch(/redirectUri=/);
  });
});

describe('a field', () => {
  const capital = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, item]) => [
            name.charAt(0).toUpperCase() + name.slice(1),
            capital(item),
          ]),
        )
      : value;

  test('of a JSON body or a part is read with a capital at every depth', async () => {
    const support = { hasTicket: true, ticketId: '12345' };
    const dto = postDto({ supportTicketStatus: support, player: { id: await api.addPlayer() } });
    const { status, json } = await api.createPost({}, { form: postForm(capital(dto)) });
    expect([status, json.supportTicketStatus]).toEqual([201, support]);
    const text = { flairs: 0, title: 'Another title', content: CONTENT };
    const put = await api.call('PUT', '/api/Post', { as: AURORA, body: capital({ ...text, id: json.id }) });
    const updatedPost = { ...text, title: 'A third title' };
    const act = { postId: json.id, actionType: 1, reason: 'Insults', updatedPost };
    const acted = await api.call('POST', '/api/mod/action', { as: MOD, body: capital(act) });
    expect([put.status, acted.status]).toEqual([200, 202]);
    expect((await api.call('GET', `/api/Post/${json.id}`)).json.model.title).toBe('A third title');
  });

  test('in two spellings is refused with its path', async () => {
    const dto = { player: { id: 1, Id: 2 } };
    expect(await errorsOf(api.createPost(dto))).toEqual([400, { 'player.id': same('id', 'Id') }]);
    const body = { id: AURORA, OptedOut: true, optedOut: false };
    const { status, json } = await api.call('PUT', '/api/Profile', { as: AURORA, body });
    expect([status, json.errors]).toEqual([400, { optedOut: same('OptedOut', 'optedOut') }]);
  });

  test('that the schema does not name, and a key that is data, stay as they are', () => {
    const schema = z.object({ names: z.record(z.string(), z.int()), inner: z.object({ id: z.int() }) });
    const input = JSON.parse('{"Names":{"Aurora":1,"__proto__":2},"__proto__":{"Id":3},"Inner":{"Other":1}}');
    const result = withOwnNames(schema, input, '') as Record<string, unknown>;
    expect(JSON.stringify(result)).toBe(
      '{"__proto__":{"Id":3},"names":{"Aurora":1,"__proto__":2},"inner":{"Other":1}}',
    );
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  });

  test('nested deeply, or below a list, costs no recursion', () => {
    const deep = `${'{"Inner":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    expect(withOwnNames(updatePost.body, JSON.parse(deep), '')).toHaveProperty('Inner');
    const list = [JSON.parse(deep)];
    expect(withOwnNames(updatePost.body, list, '')).toBe(list);
  });
});
