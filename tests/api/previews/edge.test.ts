/** Shared links as the edge handler answers them, with the real API behind it (Rule 23.4). */
import { expect, test } from 'vitest';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { setUpEdge } from '#tests/support/edge.ts';
import { createFakePublisher, down } from '#tests/support/publisher.ts';

const publisher = createFakePublisher();
const api = setUpApi({ publisher: publisher.options });

const edge = setUpEdge(async (url) => {
  const { pathname, search } = new URL(url);
  const { statusCode, body } = await api.app.inject({
    url: pathname + search,
    headers: { host: 'localhost' },
  });
  return new Response(body, { status: statusCode });
});
const crawl = async (path: string) => (await edge.crawl(path)).text();

test('a crawler waits for a player and a clan that no one has viewed yet (Rule 23.4)', async () => {
  const [id, named, clan] = [541_000_001, 541_000_002, 541_000_900];
  publisher.addClan({ id: clan, tag: 'FRESH', name: 'Fresh Winds', leagueColor: 0xffcc9966 });
  publisher.addPlayer({ id, username: 'Never_Viewed', gameKarma: 31 });
  publisher.addPlayer({ id: named, username: 'Known_By_Name', gameKarma: 32 });
  await api.addPlayer({ id: named, username: 'Known_By_Name', refreshedAt: null, gameKarma: null });
  await expect.poll(() => crawl(`/player/${id},x`)).toContain('Never_Viewed · Karma +31');
  await expect.poll(() => crawl(`/player/${named},x`)).toContain('Known_By_Name · Karma +32');
  await expect.poll(() => crawl(`/clan/${clan},x`)).toContain('[FRESH] Fresh Winds');
});

test('a crawler gets 404 for a player whom the publisher does not know, 503 while it cannot tell', async () => {
  await expect.poll(async () => (await edge.crawl('/player/541000003,x')).status).toBe(404);
  publisher.behaviour = down;
  expect((await edge.crawl('/player/541000004,x')).status).toBe(503);
  publisher.behaviour = null;
});

test('without a look-up, the API answers 202 for an unknown player, which no cache may keep', async () => {
  const { statusCode, headers, body } = await api.app.inject({
    url: '/og/player/541000005.json?lookUp=false',
    headers: { host: 'localhost' },
  });
  expect([statusCode, headers['cache-control'], body]).toEqual([202, 'private, no-cache', '']);
});
