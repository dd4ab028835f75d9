/** Reads that most requests make build no SQL: theirs was built before, or by the first request of its kind. */
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AURORA, BORODINO, HOOD, MOD } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();
const builder = vi.spyOn(PgDialect.prototype, 'sqlToQuery');

afterAll(() => builder.mockRestore());

/** The data that a request reads. */
interface Subject {
  player: number;
  clan: number;
  post: string;
  replay: string;
  text: string;
}

let subjects: readonly [Subject, Subject];

beforeAll(async () => {
  const add = async (player: number, text: string): Promise<Subject> => {
    const post = await api.addPost({ author: BORODINO, player, hasReplay: true });
    const replay = await api.addReplay(post);
    const clan = await api.addClan({ tag: text, name: text });
    await api.addPlayer({ username: `${text}_Player`, clanId: clan });
    return { player, clan, post, replay, text };
  };
  subjects = [await add(HOOD, 'WAVES'), await add(AURORA, 'ROLL')];
});

const READS: Readonly<Record<string, (subject: Subject) => string | [path: string, body: unknown]>> = {
  karmas: ({ player }) => ['/api/player/karmas', [player, BORODINO]],
  'all metrics': ({ player }) => ['/api/player/karmas-full', [player, BORODINO]],
  'a player': ({ player }) => `/api/player/${player}`,
  'the flags of a player': ({ player }) => `/api/profile/${player}`,
  ribbons: ({ player }) => `/api/player/ribbons?ids=${player}`,
  'karma by month': ({ player }) => `/api/player/${player}/karma-history`,
  'a search for players': ({ text }) => `/api/player/search/${text}`,
  'a clan': ({ clan }) => `/api/clan/${clan}`,
  'a clan without members': ({ clan }) => `/api/clan/${clan}?includeMembers=false`,
  'a search for clans': ({ text }) => `/api/clan/search/${text}`,
  'all players': () => '/api/player',
  'all clans': () => '/api/clan',
  'all posts': () => '/api/post',
  'all replays': () => '/api/replay',
  'a post': ({ post }) => `/api/post/${post}`,
  'the latest posts': () => '/api/post/latest',
  'received posts': ({ player }) => `/api/post/${player}/received`,
  'sent posts': ({ player }) => `/api/post/${player}/sent`,
  'a replay': ({ replay }) => `/api/replay/${replay}`,
  'the numbers of the week': () => '/api/stats',
  'praised players': () => '/api/praised',
  'the preview of a player': ({ player }) => `/og/player/${player}.json`,
  'the preview of a clan': ({ clan }) => `/og/clan/${clan}.json`,
  'the preview of a post': ({ post }) => `/og/post/${post}.json`,
  'the feed of all posts': () => '/feed/latest.atom',
  'the feed of a player': ({ player }) => `/feed/player/${player}.atom`,
};

describe.each([
  ['a visitor', undefined],
  ['a player', BORODINO],
  ['a moderator', MOD],
])('for %s', (_, as) => {
  test.each(Object.entries(READS))('%s: no SQL is built (Rule 24.33)', async (_name, request) => {
    const token = as === undefined ? {} : { token: await api.tokenOf(as) };
    const send = async (subject: Subject) => {
      const read = request(subject);
      const [path, body] = typeof read === 'string' ? [read] : read;
      return api.call(body === undefined ? 'GET' : 'POST', path, { ...token, ...(body ? { body } : {}) });
    };
    expect((await send(subjects[0])).status).toBe(200);
    // Ends what the embedded database keeps.
    await api.database.transaction('eu', async () => {});
    builder.mockClear();
    expect((await send(subjects[1])).status).toBe(200);
    expect(builder).not.toHaveBeenCalled();
  });
});
