/** The version of the data that reads carry (Rule 24.24). */
import { describe, expect, test } from 'vitest';
import { noteEvent, noteGap, request, withVersion } from '#lib/client/client.ts';
import { listLatestPosts } from '#lib/client/post.ts';
import { updateProfile } from '#lib/schemas/calls/profile.ts';
import { guid, makePost } from '#tests/support/builders.ts';
import { API, empty, fakeFetch, json, pagingHeaders, type Sent } from '#tests/support/fake-fetch.ts';

const URL_WITHOUT = 'https://api.example.test/api/Post/1';
const FIRST = { kind: 'new', post: makePost({ id: guid(1) }) };
const DELETED = { kind: 'deleted', postId: guid(1) };

/** The address of a read after an event of another test and these. */
function addressAfter(...events: unknown[]): string {
  for (const event of ['an event before', ...events]) noteEvent(event);
  return withVersion(URL_WITHOUT);
}

describe('a read', () => {
  test('has a version after the first event, next to the query of the call', async () => {
    expect(withVersion(URL_WITHOUT)).toBe(URL_WITHOUT);
    const sent = fakeFetch([json([]), json([])]);
    await listLatestPosts({ page: 2 });
    noteEvent(FIRST);
    await listLatestPosts({ page: 2 });
    expect(sent[0]?.url).toMatch(/\/latest\?page=2&pageSize=10$/);
    expect(sent[1]?.url).toMatch(/\/latest\?page=2&pageSize=10&v=-?\d+$/);
  });
});

test('a write has no version', async () => {
  const sent = fakeFetch([empty(204)]);
  noteEvent(FIRST);
  await request(updateProfile, { body: { id: 500000001, optedOut: true } });
  expect(sent[0]?.url).toMatch(/\/api\/Profile$/);
});

describe('the version', () => {
  test('is the same on all pages that got the same two last events', () => {
    expect(addressAfter(FIRST, DELETED)).toBe(addressAfter('an older event', FIRST, DELETED));
  });

  test('differs between events, also about the same post', () => {
    const edited = { kind: 'edited', post: makePost({ id: guid(1), replayId: guid(9) }) };
    const addresses = new Set<string>();
    for (const events of [[FIRST], [edited], [DELETED], [FIRST, edited], [FIRST, DELETED]])
      addresses.add(addressAfter(...events));
    expect(addresses.size).toBe(5);
  });

  test('differs when the same event comes again after another one', () => {
    const address = addressAfter(DELETED, FIRST, DELETED);
    expect(address).not.toBe(addressAfter(FIRST, FIRST, DELETED, DELETED));
  });

  test('is that of this page alone after a gap', () => {
    noteGap();
    const first = withVersion(URL_WITHOUT);
    noteGap();
    expect(withVersion(URL_WITHOUT)).not.toBe(first);
    expect(first).toMatch(/\?v=[\d.e-]+$/);
  });
});

describe('after a gap, a read', () => {
  const etag = 'W/"1"';
  const LATEST = `${API}/api/Post/latest?page=1&pageSize=10`;
  const tags = (sent: readonly Sent[]) =>
    sent.map(({ init }) => new Headers(init.headers).get('If-None-Match'));

  test('has the ETag of the early answer, and returns its data on 304 (Rule 14.12)', async () => {
    noteGap();
    const first = json([makePost()], 200, { etag, ...pagingHeaders(0, 2, 10, 11) });
    const unchanged = new Response(null, { status: 304, headers: pagingHeaders(0, 1, 10, 10) });
    const early = { [withVersion(LATEST)]: Promise.resolve(first) };
    const sent = fakeFetch([unchanged], { early: () => early });
    const { posts } = await listLatestPosts({});
    noteGap();
    const again = await listLatestPosts({});
    expect(tags(sent)).toEqual([etag]);
    expect(again.posts).toBe(posts);
    expect(again.paging.totalItems).toBe(10);
  });

  test('has no ETag of another address, nor after the next event, when many pages share an answer', async () => {
    const sent = fakeFetch([json([], 200, { etag }), json([], 200, { etag }), json([])]);
    await listLatestPosts({ page: 3 });
    noteGap();
    await listLatestPosts({ page: 4 });
    noteEvent(FIRST);
    await listLatestPosts({ page: 4 });
    expect(tags(sent)).toEqual([null, null, null]);
  });
});
