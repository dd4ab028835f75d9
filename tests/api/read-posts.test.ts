/** Reading posts: one, the latest, received and sent. */
import { beforeAll, describe, expect, test } from 'vitest';
import { listLatestPosts } from '#lib/schemas/calls/post.ts';
import { AURORA, BORODINO, HOUR, MOD, OPTED_OUT, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { replayFile } from '#tests/support/replay-file.ts';

const api = setUpApi();
let locked: string;
let ticketed: string;
let withReplay: string;
let target: number;
const numbered: string[] = [];

beforeAll(async () => {
  target = await api.addPlayer({ username: 'Much_Discussed' });
  for (let index = 0; index < 45; index++)
    numbered.push(
      await api.addPost({
        author: BORODINO,
        player: target,
        title: `Number ${index}`,
        createdAt: START - (100 + index) * HOUR,
      }),
    );
  locked = await api.addPost({
    author: BORODINO,
    player: target,
    modLocked: true,
    createdAt: START - 90 * HOUR,
  });
  ticketed = await api.addPost({
    author: AURORA,
    player: target,
    ticketId: '123',
    createdAt: START - 80 * HOUR,
  });
  await api.addPost({ author: BORODINO, player: OPTED_OUT, createdAt: START - 70 * HOUR });
  withReplay = (await api.createPost({ player: { id: target } }, { replay: replayFile() })).json.id;
});

const idsOf = (json: { id: string }[]): string[] => json.map(({ id }) => id);
const latest = (query = '', as?: number) => api.call('GET', `/api/post/latest${query}`, { as });

describe('the latest posts', () => {
  test('are returned newest first, ten per page (Rule 7.1)', async () => {
    const { status, headers, json } = await latest();
    expect(status).toBe(200);
    const posts = listLatestPosts.response.parse(json);
    expect(posts).toHaveLength(10);
    expect(idsOf(json).slice(0, 3)).toEqual([withReplay, ticketed, numbered[0]]);
    expect(headers).toMatchObject({
      'content-page-current': '0',
      'content-page-size': '10',
      'content-page-total': '5',
      'content-items-total': '47',
    });
  });

  test('have no replay details', async () => {
    const { json } = await latest();
    expect(json[0]).toMatchObject({ id: withReplay, replay: null, replayState: 0 });
    expect(json[0].replayId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('are all on exactly one page', async () => {
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => latest(`?page=${page}`)));
    const ids = pages.flatMap(({ json }) => idsOf(json));
    expect(new Set(ids).size).toBe(47);
    expect(pages[4]?.headers['content-page-current']).toBe('4');
  });

  test.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=99999999999999999999', 'page'],
    ['page=x', 'page'],
    ['pageSize=0', 'pageSize'],
    ['hasReplay=maybe', 'hasReplay'],
  ])('answer 400 with the field for %s', async (query, field) => {
    const { status, json } = await latest(`?${query}`);
    expect([status, Object.keys(json.errors)]).toEqual([400, [field]]);
  });

  test.each([
    ['101', undefined, 100],
    ['501', undefined, 100],
    ['501', AURORA, 500],
    ['99999999999999999999', undefined, 100],
    ['99999999999999999999', AURORA, 500],
  ])('answer 400 with the viewer’s own limit for pageSize=%s (as %s, Rule 7.2)', async (size, as, limit) => {
    const { json } = await latest(`?pageSize=${size}`, as);
    expect(json.errors).toEqual({ pageSize: [`The value must be at most ${limit}.`] });
  });

  test.each([
    ['latest?page=6', '5', '47'],
    ['latest?page=9007199254740991', '5', '47'],
    ['latest?page=2&hasReplay=true', '1', '1'],
    ['599999999/received?page=2', '0', '0'],
    [`${BORODINO}/sent?page=4&pageSize=20`, '3', '45'],
  ])('answer 400 with paging headers after the last page: %s (Rule 17.8)', async (path, total, items) => {
    const origin = 'http://localhost:4321';
    const { status, json, headers } = await api.call('GET', `/api/post/${path}`, { headers: { origin } });
    expect([status, Object.keys(json.errors)]).toEqual([400, ['page']]);
    expect([headers['content-page-total'], headers['content-items-total']]).toEqual([total, items]);
    expect(headers['content-page-size']).toMatch(/^[12]0$/);
    expect(Number(headers['content-page-current'])).toBe(Number(/page=(\d+)/.exec(path)?.[1]) - 1);
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers['access-control-expose-headers']).toContain('Content-Page-Total');
  });

  test('can be filtered by having a replay, or none (rule 7.3)', async () => {
    const replays = await latest('?hasReplay=true');
    expect([idsOf(replays.json), replays.headers['content-items-total']]).toEqual([[withReplay], '1']);
    const { json, headers } = await latest('?hasReplay=false&pageSize=100');
    expect(headers['content-items-total']).toBe('46');
    expect(idsOf(json)).toHaveLength(46);
    expect(idsOf(json)).not.toContain(withReplay);
  });

  test.each(['', '?hasReplay=', '?hasReplay'])('are all listed for %j (rule 7.3)', async (query) => {
    expect((await latest(query)).headers['content-items-total']).toBe('47');
  });
});

describe('received and sent', () => {
  test('are returned newest first, twenty per page', async () => {
    const { json, headers } = await api.call('GET', `/api/post/${target}/received?page=2`);
    expect(idsOf(json)).toEqual(numbered.slice(18, 38));
    expect(headers).toMatchObject({
      'content-page-current': '1',
      'content-page-size': '20',
      'content-page-total': '3',
      'content-items-total': '47',
    });
    expect(idsOf((await api.call('GET', `/api/post/${AURORA}/sent`)).json)).toEqual([withReplay, ticketed]);
  });

  test('are empty for an unknown player', async () => {
    const { status, json, headers } = await api.call('GET', '/api/post/599999999/received');
    expect([status, json, headers['content-page-total']]).toEqual([200, [], '0']);
  });
});

describe('one post', () => {
  test('is wrapped in model, with its replay', async () => {
    const { json } = await api.call('GET', `/api/post/${withReplay.toUpperCase()}`);
    expect(json.model).toMatchObject({ id: withReplay, replay: { postId: withReplay } });
    expect(json.model.replay.players).toHaveLength(4);
  });

  test('answers 400 for a malformed id', async () => {
    expect((await api.call('GET', '/api/post/1234')).status).toBe(400);
  });
});

test('lists all visible ids by creation', async () => {
  const { json } = await api.call('GET', '/api/post');
  expect(json).toHaveLength(47);
  expect(json[0]).toBe(numbered[44]);
  expect(json.at(-1)).toBe(withReplay);
  expect((await api.call('GET', '/api/post', { as: MOD })).json).toContain(locked);
});
