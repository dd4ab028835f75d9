/** Names of parameters and fields in any letter case (rule 17.35). */
import { expect, test } from 'vitest';
import { withOwnNames } from '#api/http/names.ts';
import { updatePost } from '#lib/schemas/calls/post-changes.ts';
import { z } from '#lib/schemas/zod.ts';
import { AURORA, CONTENT, DAY, MOD, postDto, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { replayFile } from '#tests/support/replay-file.ts';

const api = setUpApi();
const same = (one: string, other: string) => [`"${one}" and "${other}" are the same name. Send one of them.`];
const ban = (query: string, userId: number) =>
  api.call('POST', `/api/mod/bans${query}`, { as: MOD, body: { userId, reason: 'Insults' } });

test.each(['?Days=3', '?DAYS=3', '?x=1&X=2&days=3'])('reads the days of a ban at %s', async (query) => {
  const user = await api.addPlayer();
  await ban(query, user);
  const { json } = await api.call('GET', `/api/mod/bans/${user}`);
  expect(json[0].bannedUntil).toBe(new Date(START + 3 * DAY).toISOString());
});

test('reads the parameters of a page, a list and a sign-in with capitals', async () => {
  for (let count = 0; count < 2; count++) await api.addPost();
  const { headers } = await api.call('GET', '/api/Post/latest?PageSize=1&Page=2&Sign=neutral');
  expect([headers['content-page-size'], headers['content-page-current']]).toEqual(['1', '1']);
  const twice = (name: string) => api.call('GET', `/api/Player/ribbons?${name}=1&${name}=2`);
  expect((await twice('Ids')).text).toBe((await twice('ids')).text);
  const login = await api.call('GET', '/api/auth/login?RedirectUri=/posts');
  expect(decodeURIComponent(String(login.headers.location))).toContain('redirectUri=');
});

const withCapitals = (value: object): object =>
  JSON.parse(JSON.stringify(value).replace(/(?<=[{,]")\w(?=\w*":)/g, (letter) => letter.toUpperCase()));

test('reads parts of a form, and fields of bodies and parts at every depth, with capitals', async () => {
  const dto = postDto({ flairs: 1, player: { id: await api.addPlayer() } });
  const form = new FormData();
  form.set('Replay', new Blob([replayFile()]), 'a.wowsreplay');
  form.set('PostDto', JSON.stringify(withCapitals(dto)));
  const { status, json } = await api.createPost({}, { form });
  expect([status, json.replay.postId]).toEqual([201, json.id]);
  const updatedPost = { flairs: 0, title: 'Another title', content: CONTENT };
  const body = withCapitals({ postId: json.id, actionType: 1, reason: 'Insults', updatedPost });
  expect((await api.call('POST', '/api/mod/action', { as: MOD, body })).status).toBe(202);
  expect((await api.call('GET', `/api/Post/${json.id}`)).json.model.title).toBe('Another title');
});

test('refuses two spellings of a parameter or a field, with both', async () => {
  const body = { id: AURORA, OptedOut: true, optedOut: false };
  const answers = [
    await ban('?Days=3&DAYS=4', AURORA),
    await api.createPost({ player: { id: 1, Id: 2 } }),
    await api.call('PUT', '/api/Profile', { as: AURORA, body }),
  ];
  expect(answers.map(({ status, json }) => [status, json.errors])).toEqual([
    [400, { days: same('Days', 'DAYS') }],
    [400, { 'player.id': same('id', 'Id') }],
    [400, { optedOut: same('OptedOut', 'optedOut') }],
  ]);
});

test('leaves keys that are data or that the schema does not name, whatever their depth', () => {
  const schema = z.object({ names: z.record(z.string(), z.int()), inner: z.object({ id: z.int() }) });
  const input = JSON.parse('{"Names":{"Aurora":1,"__proto__":2},"__proto__":{"Id":3},"Inner":{"Other":1}}');
  expect(JSON.stringify(withOwnNames(schema, input, ''))).toBe(
    '{"__proto__":{"Id":3},"names":{"Aurora":1,"__proto__":2},"inner":{"Other":1}}',
  );
  const deep = JSON.parse(`${'{"Inner":'.repeat(50_000)}1${'}'.repeat(50_000)}`);
  expect(withOwnNames(updatePost.body, deep, '')).toBe(deep);
});
