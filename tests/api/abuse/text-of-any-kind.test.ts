/** Texts that are valid JSON but that PostgreSQL cannot store cause no unexpected error in any field (rule 17.8). */
import { describe, expect, test } from 'vitest';
import { AURORA, CONTENT, HOOD, MOD, postDto, postForm } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { replayFile } from '#tests/support/replay-file.ts';

const api = setUpApi();

const TEXTS = [
  ['a NUL', '\u0000'],
  ['half a surrogate pair', '\ud800'],
  ['the other half', '\udc00'],
  ['halves in the wrong order', '\udc00\ud800'],
] as const;

const stored = (text: unknown) => typeof text === 'string' && text.isWellFormed() && !text.includes('\u0000');

describe.each(TEXTS)('%s', (_, odd) => {
  test('in title and content of a new post, an edit and a moderator’s edit', async () => {
    const text = { title: `A fair ${odd} fight`, content: `${CONTENT} ${odd}` };
    const created = await api.call('POST', '/api/post', {
      as: HOOD,
      form: postForm(postDto({ ...text, flairs: 0 })),
    });
    expect(created.status).toBeLessThan(500);

    const id = await api.addPost({ author: AURORA });
    const { model } = (await api.call('GET', `/api/post/${id}`)).json;
    const edited = await api.call('PUT', '/api/post', { as: AURORA, body: { ...model, ...text } });
    expect(edited.status).toBeLessThan(500);
    const body = { postId: id, actionType: 1, reason: `Insults ${odd}`, updatedPost: { ...model, ...text } };
    expect((await api.call('POST', '/api/mod/action', { as: MOD, body })).status).toBeLessThan(500);
    const seen = (await api.call('GET', `/api/post/${id}`)).json.model;
    expect([stored(seen.title), stored(seen.content)]).toEqual([true, true]);
  });

  test('in a ban’s reason', async () => {
    const body = { userId: HOOD, reason: `Insults ${odd}` };
    expect((await api.call('POST', '/api/mod/bans?days=1', { as: MOD, body })).status).toBeLessThan(500);
    const bans = (await api.call('GET', `/api/mod/bans/${HOOD}`, { as: MOD })).json as {
      id: string;
      reason: string;
    }[];
    expect(bans.every(({ reason }) => stored(reason))).toBe(true);
    for (const { id } of bans) await api.call('DELETE', `/api/mod/bans/${id}?id=${id}`, { as: MOD });
  });

  test('in the name of a file', async () => {
    const id = await api.addPost({ author: AURORA });
    const form = new FormData();
    form.set('replay', new Blob([replayFile()]), `a${odd}b.wowsreplay`);
    expect((await api.call('POST', `/api/replay/${id}`, { as: AURORA, form })).status).toBe(201);
  });
});

test.each(['%00', 'abc%00', '%ED%A0%80abc', 'abc%F0%9F', '%ff', 'a%u0000b'])(
  'the search for %s causes no unexpected error',
  async (query) => {
    for (const path of [
      `/api/clan/search/${query}`,
      `/api/player/search/${query}`,
      `/api/post/latest?hasReplay=${query}`,
    ])
      expect((await api.call('GET', path)).status, path).toBeLessThan(500);
  },
);
