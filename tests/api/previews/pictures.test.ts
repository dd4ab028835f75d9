/** Pictures of link previews (Rule 23.7). */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { PlayerCard, PostCard } from '#api/calls/previews/cards.ts';
import { drawCard } from '#api/calls/previews/draw.ts';
import { createPictures, type PictureOrder } from '#api/calls/previews/pictures.ts';
import { replays } from '#api/db/replay-schema.ts';
import { posts } from '#api/db/schema.ts';
import { AURORA, BORODINO, OPTED_OUT } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { fileOf, fullBattle } from '#tests/support/replay-file.ts';

const api = setUpApi();
const picture = (path: string, headers: Record<string, string> = {}) =>
  api.call('GET', `/og/${path}.png`, { headers });

describe('the picture', () => {
  test('of a player is a PNG of 1200 by 630 pixels that any site may show', async () => {
    const { status, headers, bytes } = await picture(`player/${BORODINO}`);
    const { width, height } = await loadImage(bytes);
    expect([status, width, height]).toEqual([200, 1200, 630]);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=0, s-maxage=5',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  test('is kept for a year by browsers, if the address has its version', async () => {
    const { version } = (await api.call('GET', `/og/player/${BORODINO}.json`)).json;
    const cachingOf = async (query: string, options = {}) =>
      (await api.call('GET', `/og/player/${BORODINO}.png${query}`, options)).headers['cache-control'];
    const long = 'public, max-age=31536000, immutable, s-maxage=5';
    expect(await cachingOf(`?v=${version}`)).toBe(long);
    expect(await cachingOf(`?v=${version}`, { headers: { 'if-none-match': `"${version}"` } })).toBe(long);
    for (const query of ['', '?v=', '?v=older'])
      expect(await cachingOf(query), query).toBe('public, max-age=0, s-maxage=5');
    expect(await cachingOf(`?v=${version}`, { as: AURORA })).toBe('private, no-cache');
  });

  test('of a post shows its battle, or that it is another one, within 60 KB (Rule 30.64)', async () => {
    const battle = fullBattle();
    const post = { player: { id: BORODINO }, content: 'A long text that says it. '.repeat(20) };
    const other = await api.createPost(post, { replay: fileOf(battle) });
    for (const [index, id] of [AURORA, BORODINO].entries())
      Object.assign(battle.participants[index] ?? {}, { accountId: id });
    const own = await api.createPost(post, { replay: fileOf(battle) });
    const [elsewhere, shown] = await Promise.all([other, own].map(({ json }) => picture(`post/${json.id}`)));
    await api.database.transaction('eu', (db) => db.update(replays).set({ timelineSha256: null }));
    await api.database.transaction('eu', (db) => db.update(posts).set({ held: true }));
    const held = await picture(`post/${own.json.id}`);
    const pictures = [elsewhere, shown, held].map((answer) => answer?.bytes ?? Buffer.alloc(0));
    expect(new Set(pictures.map((bytes) => bytes.toString('base64'))).size).toBe(3);
    for (const { length } of pictures) expect(length).toBeLessThan(60 * 1024);
  });

  test('is the same for everyone who is hidden, and for removed posts', async () => {
    const removed = await api.addPost({ modLocked: true });
    const about = await api.addPost({ player: OPTED_OUT });
    const paths = [`player/${OPTED_OUT}`, `post/${removed}`, `post/${about}`];
    const answers = await Promise.all(paths.map((path) => picture(path)));
    const [first] = answers;
    for (const { status, bytes } of answers)
      expect([status, bytes.equals(first?.bytes ?? bytes)]).toEqual([200, true]);
    expect((await picture(`player/${BORODINO}`)).bytes.equals(first?.bytes as Buffer)).toBe(false);
  });

  test('is answered 304 until something that it shows changes', async () => {
    const id = await api.addPlayer();
    const etag = String((await picture(`player/${id}`)).headers.etag);
    const again = await picture(`player/${id}`, { 'if-none-match': etag });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    await api.addPost({ player: id, flairs: 1 });
    expect((await picture(`player/${id}`, { 'if-none-match': etag })).status).toBe(200);
  });

  test('differs between regions, and is sent without a body for HEAD', async () => {
    const inRegion = (region: 'eu' | 'na', method: 'GET' | 'HEAD' = 'GET') =>
      api.call(method, `/og/player/${OPTED_OUT}.png`, { region });
    expect((await inRegion('eu')).headers.etag).not.toBe((await inRegion('na')).headers.etag);
    const { status, bytes, headers } = await inRegion('eu', 'HEAD');
    expect([status, bytes.length, headers['content-type']]).toEqual([200, 0, 'image/png']);
  });
});

const card = (username: string): PlayerCard => ({
  kind: 'player',
  id: 1,
  username,
  clanTag: '艦隊',
  gameKarma: -5,
  siteKarma: 0,
  emblem: 'ab',
  ribbon: '+0-',
  ratings: { performance: 1, teamplay: -1, courtesy: 0 },
});
const order = (username: string): PictureOrder => ({ card: card(username), label: 'EU' });

test('says whose ribbon it is, the ratings in words, and the caption of its battle (Rule 30.64)', async () => {
  const write = vi.spyOn(Object.getPrototypeOf(createCanvas(1, 1).getContext('2d')), 'fillText');
  const sinkings = [{ of: 'author', at: '3:20', left: true, by: { id: 7, username: 'Hood' } }];
  const post = { kind: 'post', title: 'Title', author: 'Aurora', player: 'Borodino', excerpt: '' };
  const battle = { thumbnail: { shown: { author: true, player: true, sinkings } } };
  const more = { emblems: ['ab', 'cd'], ribbon: '+0-', flairs: { teamplay: false }, battle };
  await drawCard({ card: { ...post, ...more } as unknown as PostCard, label: 'EU' });
  const texts = ['Borodino, last 3:', '1 positive, 1 neutral, 1 negative', 'Teamplay negative'];
  const drawn = write.mock.calls.map(([text]) => text);
  expect(drawn).toEqual(expect.arrayContaining([...texts, 'sunk with 3:20 left, by Hood']));
  write.mockRestore();
});

describe('drawing', () => {
  const clock = { now: 0 };
  const pictures = createPictures(() => clock.now, { waiting: 2, perMinute: 7, cacheBytes: 60_000 });
  afterAll(() => pictures.close());

  test.each([
    ['Cyrillic', 'Адмирал'],
    ['Chinese', '舰队'],
    ['Japanese', '提督さん'],
    ['Korean', '대한민국'],
    ['Arabic', 'القبطان'],
    ['emoji', '😀⚓'],
  ])('has glyphs for %s', async (_, name) => {
    // A font without a glyph draws the same box for each of these unassigned characters.
    const missing = [...name].map(() => '\u{10abc}').join('');
    const drawn = await pictures.get(name, order(name));
    clock.now += 60_000;
    expect(drawn.equals(await pictures.get(`box ${name}`, order(missing)))).toBe(false);
    clock.now += 60_000;
  });

  test('happens once for many requests at a time', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => pictures.get('once', order('Once'))));
    expect(new Set(all).size).toBe(1);
    expect(await pictures.get('once', order('Once'))).toBe(all[0]);
    clock.now += 60_000;
  });

  test('refuses more than may wait, and more than a minute allows (Rule 23.8)', async () => {
    const statuses = (names: string[]) =>
      Promise.all(
        names.map((name) =>
          pictures.get(name, order(name)).then(
            () => 200,
            ({ status }) => status,
          ),
        ),
      );
    expect(await statuses(['a', 'b', 'c'])).toEqual([200, 200, 503]);
    for (const name of ['d', 'e', 'f', 'g', 'h']) await pictures.get(name, order(name));
    expect(await statuses(['i'])).toEqual([503]);
    clock.now += 60_000;
    expect(await statuses(['i'])).toEqual([200]);
  });

  test('keeps only as many pictures as its memory allows', async () => {
    const first = await pictures.get('once', order('Once'));
    expect(first.length).toBeGreaterThan(10_000);
    for (const name of ['j', 'k', 'l']) await pictures.get(name, order(name));
    expect(await pictures.get('once', order('Once'))).not.toBe(first);
  });
});
