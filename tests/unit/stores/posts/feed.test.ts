import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Post } from '#lib/schemas/post.ts';
import { guid, makePaging, makePost } from '#tests/support/builders.ts';
import type { FakeHub } from '#tests/support/fake-hub.ts';
import type { AnswerOptions, FakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { newPage } from '#tests/support/new-page.ts';

function openPage() {
  vi.stubGlobal('window', new EventTarget());
  return newPage(() => [
    import('#lib/stores/posts/feed.ts'),
    import('#lib/stores/posts/feed-view.ts'),
    import('#lib/stores/core/live.ts'),
    import('#lib/hubs/connection.ts'),
  ]);
}
let page: Awaited<ReturnType<typeof openPage>>;
let platform: FakePlatform;

const latest = (query: string) => `GET /api/Post/latest?${query}`;
const FIRST = latest('page=1&pageSize=10');
const at = (hour: number) => new Date(Date.UTC(2026, 0, 10, hour)).toISOString();
const post = (n: number, overrides: Partial<Post> = {}) =>
  makePost({ id: guid(n), createdAt: at(n), ...overrides });

interface Scene {
  /** Signed in as 500000001 with these roles. */
  roles?: string[];
  /** Features that the tab has stored. */
  known?: string;
}

async function open(href: string, { roles, known }: Scene = {}, script?: () => void): Promise<void> {
  platform = page.fakePlatform(href, {
    user: roles && { roles },
    ...(known !== undefined && { sessionStorage: storageOf(new Map([['features', known]])) }),
  });
  platform.answer(FIRST, [post(3), post(2)], { paging: makePaging({ pageSize: 10, totalItems: 2 }) });
  script?.();
  for (const store of [page.$feed, page.$feedView]) store.listen(() => {});
  await wait();
}

async function wait(milliseconds = 0): Promise<void> {
  await page.settle();
  await vi.advanceTimersByTimeAsync(milliseconds);
  await page.settle();
}

const shown = () => {
  const remote = page.$feed.get();
  return remote.status === 'ready' ? remote.value.posts.map(({ id }) => Number(id.slice(-4))) : remote.status;
};
const total = () => {
  const remote = page.$feed.get();
  return remote.status === 'ready' ? remote.value.paging.totalItems : undefined;
};
const versions = () => platform.versions.filter((_, at) => platform.requests[at]?.includes('/latest'));
const asked = () => platform.requests.filter((request) => request.includes('/latest'));

beforeEach(async () => {
  vi.useFakeTimers();
  page = await openPage();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the latest posts', () => {
  it('loads ten posts of the first page without waiting for the session', async () => {
    await open('/posts', { roles: [] }, () => platform.hold('HEAD /api/Auth'));
    expect(asked()).toEqual([FIRST]);
    expect(shown()).toEqual([3, 2]);
    expect(page.feedCounts(false, 500)).toEqual([10, 25, 50, 100, 500]);
  });

  it.each([
    ['/posts?page=3&count=25', 'page=3&pageSize=25'],
    ['/posts?count=100&hasReplay=true', 'page=1&pageSize=100&hasReplay=true'],
    ['/posts?count=7&page=-1&hasReplay=maybe', 'page=1&pageSize=10'],
    ['/posts?count=500', 'page=1&pageSize=100'],
    ['/posts?sign=negative&hasReplay=true', 'page=1&pageSize=10&sign=negative&hasReplay=true'],
    ['/posts?sign=good', 'page=1&pageSize=10'],
  ])('reads %s from the address (Rule 7.4)', async (href, query) => {
    await open(href, {}, () => platform.answer(latest(query), [], { paging: makePaging({ totalPages: 9 }) }));
    expect(asked().at(-1)).toBe(latest(query));
    expect(shown()).toEqual([]);
  });

  it.each([
    ['a moderator', ['mod'], 'page=1&pageSize=10&hideModActions=true'],
    ['an administrator who is none', ['admin'], 'page=1&pageSize=10'],
    ['another player', [], 'page=1&pageSize=10'],
  ])(
    'leaves out what moderators removed, in an address for moderators, for %s (Rule 7.3)',
    async (_, roles, query) => {
      await open('/posts?hideModActions=true', { roles }, () =>
        platform.answer(latest('page=1&pageSize=10&hideModActions=true'), []),
      );
      expect(asked().at(-1)).toBe(latest(query));
    },
  );

  it('keeps filters and page in the address; a new filter starts at page 1 (Rule 7.4)', async () => {
    await open('/posts?page=2', {}, () => platform.answer(latest('page=2&pageSize=10'), [post(1)]));
    const filtered = latest('page=1&pageSize=25&hasReplay=true');
    platform.answer(latest('page=1&pageSize=25'), [post(5)]);
    platform.answer(filtered, [post(4)]);
    page.showFeed({ count: 25 });
    await wait();
    expect(platform.address()).toBe('/posts?count=25');
    page.showFeed({ hasReplay: true });
    await wait();
    expect(platform.address()).toBe('/posts?count=25&hasReplay=true');
    expect(page.feedHref({ page: 2 })).toBe('/posts?count=25&hasReplay=true&page=2');
    expect(shown()).toEqual([4]);
    platform.goBack('/posts');
    await wait();
    expect(shown()).toEqual([3, 2]);
  });

  it.each([
    ['lacks the feature', 'cooldown ribbons', [FIRST]],
    ['has it', 'ribbons sign-filter', [latest('page=1&pageSize=10&sign=negative')]],
  ])('asks for a sign only of an API that does not lack it: it %s', async (_, known, requests) => {
    await open('/posts?sign=negative', { known }, () =>
      platform.answer(latest('page=1&pageSize=10&sign=negative'), []),
    );
    expect(asked()).toEqual(requests);
  });

  it('asks again for the features with the next page after that failed', async () => {
    let warnings: unknown[] = [];
    await open('/posts', {}, () => {
      warnings = page.catchWarnings();
      platform.cut('GET /api/features');
    });
    expect([page.$filtersSigns.get(), warnings.length]).toEqual([undefined, 1]);
    platform.answer('GET /api/features', { features: ['sign-filter'] });
    platform.answer(latest('page=2&pageSize=10'), [post(1)]);
    page.showFeed({ page: 2 });
    await wait();
    expect(page.$filtersSigns.get()).toBe(true);
  });

  it('keeps the former page, marked as changing, while another one loads', async () => {
    await open('/posts');
    const answer = platform.hold(latest('page=2&pageSize=10'));
    page.showFeed({ page: 2 });
    await wait();
    expect(page.$feed.get()).toMatchObject({ status: 'ready', changing: true });
    answer([post(1)], {
      paging: makePaging({ currentPage: 2, totalPages: 2, pageSize: 10, totalItems: 11 }),
    });
    await wait();
    expect(shown()).toEqual([1]);
  });

  const beyond = { currentPage: 9, totalPages: 2, pageSize: 10, totalItems: 12 };
  const known = { paging: makePaging(beyond) };
  const first = { paging: makePaging({ ...beyond, currentPage: 1 }) };
  it.each<[string, AnswerOptions, AnswerOptions, requests: number, address: string, posts: number[]]>([
    ['a 400 with paging headers', { status: 400, ...known }, {}, 2, '/posts?page=2', [1]],
    ['an empty page', known, {}, 2, '/posts?page=2', [1]],
    ['a 400 without headers', { status: 400 }, first, 3, '/posts?page=2', [1]],
    ['a 500 without headers', { status: 500 }, first, 3, '/posts?page=2', [1]],
    ['a 400, and no last page from the API', { status: 400 }, {}, 3, '/posts', [3]],
    ['an empty page, and no last page from the API', {}, {}, 2, '/posts', [3]],
  ])('goes from a page beyond the last, answered by %s, to the last (Rule 7.5)', async (_, ...row) => {
    const [answer, toFirst, requests, address, posts] = row;
    await open('/posts?page=9', {}, () => {
      platform.answer(latest('page=9&pageSize=10'), [], answer);
      platform.answer(FIRST, [post(3)], toFirst);
      platform.answer(latest('page=2&pageSize=10'), [post(1)], {
        paging: makePaging({ ...beyond, currentPage: 2 }),
      });
    });
    await wait();
    expect([platform.address(), platform.history.length, shown()]).toEqual([address, 1, posts]);
    expect(page.$feed.get()).toMatchObject({ value: { insteadOf: 9 } });
    expect(asked()).toHaveLength(requests);
  });

  it('stays on an existing page that fails with 500', async () => {
    await open('/posts?page=2', {}, () => {
      platform.answer(latest('page=2&pageSize=10'), undefined, { status: 500 });
      platform.answer(FIRST, [post(3)], { paging: makePaging({ ...beyond, currentPage: 1 }) });
    });
    await wait();
    expect(platform.address()).toBe('/posts?page=2');
    expect(shown()).toBe('failed');
  });

  it('stops mentioning the missing page once another is opened', async () => {
    await open('/posts?page=9', {}, () => {
      platform.answer(latest('page=9&pageSize=10'), [], { status: 400, paging: makePaging(beyond) });
      platform.answer(latest('page=2&pageSize=10'), [post(1)], {
        paging: makePaging({ ...beyond, currentPage: 2 }),
      });
    });
    await wait();
    page.showFeed({ page: 1 });
    await wait();
    page.showFeed({ page: 2 });
    await wait();
    expect(shown()).toEqual([1]);
    expect(page.$feed.get()).toMatchObject({ value: { insteadOf: undefined } });
  });
});

describe('the latest posts, live', () => {
  async function openLive(href = '/posts', scene: Scene = {}, script?: () => void) {
    await open(href, scene, script);
    await wait();
    const hub = platform.hubs[0];
    if (hub === undefined) throw new Error('no hub was opened');
    return hub;
  }

  it('opens the hub after the first posts are loaded', async () => {
    let answer: (body: unknown) => void = () => {};
    await open('/posts', {}, () => {
      answer = platform.hold(FIRST);
    });
    expect(platform.hubs).toEqual([]);
    answer([post(1)]);
    await wait();
    expect(platform.hubs.map(({ url }) => url)).toEqual([expect.stringContaining('/api/hubs/post')]);
  });

  it('loads the page when an edited post starts passing', async () => {
    const bySign = latest('page=1&pageSize=10&sign=positive');
    const hub = await openLive('/posts?sign=positive', {}, () =>
      platform.answer(bySign, [post(2, { flairs: 1 })]),
    );
    platform.answer(bySign, [post(3, { flairs: 1 }), post(2, { flairs: 1 })]);
    hub.emit('EditedPost', post(3, { flairs: 1 }));
    await wait(page.EVENT_BATCH_MS + page.GAP_DELAY_MS);
    expect(shown()).toEqual([3, 2]);
  });

  it('adds new, replaces edited and removes deleted posts, with correct totals (Rule 14.1)', async () => {
    const hub = await openLive();
    hub.emit('NewPost', post(4));
    hub.emit('EditedPost', post(3, { title: 'Edited title' }));
    hub.emit('DeletedPost', guid(2));
    await wait(page.EVENT_BATCH_MS);
    expect(shown()).toEqual([4, 3]);
    expect(total()).toBe(2);
    const remote = page.$feed.get();
    expect(remote.status === 'ready' && remote.value.posts[1]?.title).toBe('Edited title');
    expect(asked()).toHaveLength(1);
  });

  it('shows a burst of events together', async () => {
    const hub = await openLive();
    let drawn = 0;
    page.$feed.listen(() => {
      drawn += 1;
    });
    for (let n = 10; n < 210; n += 1) hub.emit('newPost', post(n));
    await wait(page.EVENT_BATCH_MS);
    expect(drawn).toBe(1);
    expect(total()).toBe(202);
    expect(shown()).toHaveLength(10);
  });

  it('lets new posts wait while the user reads, until they are requested (Rule 14.8)', async () => {
    const hub = await openLive();
    const stop = page.whileReading(() => true);
    for (let n = 4; n < 7; n += 1) hub.emit('newPost', post(n));
    await wait(page.EVENT_BATCH_MS);
    expect(shown()).toEqual([3, 2]);
    expect(page.$feed.get()).toMatchObject({ value: { waiting: [{ id: guid(6) }, {}, {}] } });
    hub.emit('newPost', post(7));
    page.showWaiting();
    expect(shown()).toEqual([7, 6, 5, 4, 3, 2]);
    expect(total()).toBe(6);
    stop();
    hub.emit('newPost', post(8));
    await wait(page.EVENT_BATCH_MS);
    expect(shown()).toEqual([8, 7, 6, 5, 4, 3, 2]);
  });

  it.each([
    ['a gap is filled', (hub: FakeHub) => hub.emit('deletedPost', guid(2)), [3]],
    ['the connection returns', (hub: FakeHub) => hub.drop(), [3, 2]],
  ])('lets new posts wait also when %s while the user reads (Rule 14.8)', async (_, happen, left) => {
    const paging = makePaging({ pageSize: 10, totalPages: 2, totalItems: 12 });
    const hub = await openLive('/posts', {}, () => platform.answer(FIRST, [post(3), post(2)], { paging }));
    const stop = page.whileReading(() => true);
    hub.emit('newPost', post(4));
    platform.answer(FIRST, [post(5), post(4), ...left.map((n) => post(n))], { paging });
    happen(hub);
    await wait(page.EVENT_BATCH_MS + page.GAP_DELAY_MS);
    expect(asked()).toHaveLength(2);
    expect([shown(), total()]).toEqual([left, 10]);
    page.showWaiting();
    expect([shown(), total()]).toEqual([[5, 4, ...left], 12]);
    stop();
  });

  it('fills the gap that deletions leave, once for many, with a version (Rule 24.24)', async () => {
    const many = makePaging({ pageSize: 10, totalPages: 2, totalItems: 12 });
    const hub = await openLive('/posts', {}, () =>
      platform.answer(FIRST, [post(9), post(8), post(7)], { paging: many }),
    );
    platform.answer(FIRST, [post(9), post(6)], { paging: makePaging({ pageSize: 10, totalItems: 10 }) });
    hub.emit('deletedPost', guid(8));
    await wait(page.EVENT_BATCH_MS + 10);
    hub.emit('deletedPost', guid(7));
    await wait(page.EVENT_BATCH_MS);
    expect(shown()).toEqual([9]);
    await wait(page.GAP_DELAY_MS);
    expect(versions()).toEqual(['', expect.stringMatching(/^-?\d+$/)]);
    expect(shown()).toEqual([9, 6]);
  });

  const leaveGap = async () => {
    const hub = await openLive('/posts', {}, () =>
      platform.answer(FIRST, [post(9), post(8)], {
        paging: makePaging({ pageSize: 10, totalPages: 2, totalItems: 12 }),
      }),
    );
    hub.emit('deletedPost', guid(8));
    await wait(page.EVENT_BATCH_MS);
    return hub;
  };

  it('fills a gap after the first attempt failed (Rule 14.1)', async () => {
    page.catchWarnings();
    await leaveGap();
    platform.cut(FIRST);
    await wait(page.GAP_DELAY_MS);
    expect([shown(), asked().length]).toEqual([[9], 2]);
    platform.answer(FIRST, [post(9), post(7)]);
    await wait(page.RETRY_DELAYS_MS[0]);
    expect([shown(), asked().length]).toEqual([[9, 7], 3]);
  });

  it('fills a gap although events keep coming (Rule 14.1)', async () => {
    const hub = await leaveGap();
    platform.answer(FIRST, [post(9), post(7)]);
    await wait(page.GAP_DELAY_MS / 2);
    hub.emit('editedPost', post(9, { title: 'Edited' }));
    await wait(page.GAP_DELAY_MS / 4);
    hub.emit('deletedPost', guid(9));
    await wait(page.GAP_DELAY_MS / 4);
    expect(asked()).toHaveLength(2);
    await wait(page.EVENT_BATCH_MS + page.GAP_DELAY_MS);
    expect(asked()).toHaveLength(2);
  });

  it('shows that the next page fails when a live event reloads it', async () => {
    await leaveGap();
    const second = latest('page=2&pageSize=10');
    platform.hold(second);
    page.showFeed({ page: 2 });
    await wait();
    platform.answer(second, { title: 'No.' }, { status: 503 });
    await wait(page.GAP_DELAY_MS);
    expect([platform.address(), shown()]).toEqual(['/posts?page=2', 'failed']);
  });

  it('adds a post that arrives while the posts are loaded again', async () => {
    const hub = await openLive();
    const answer = platform.hold(FIRST);
    page.retryFeed();
    hub.emit('newPost', post(4));
    await wait(page.EVENT_BATCH_MS);
    answer([post(3), post(2)]);
    await wait();
    expect(shown()).toEqual([4, 3, 2]);
  });

  it('loads the ticket id of a live post once, for viewers who may see it', async () => {
    const hub = await openLive('/posts', { roles: ['mod'] });
    const ticket = (ticketId: string | null) => ({ supportTicketStatus: { hasTicket: true, ticketId } });
    platform.answer(FIRST, [post(4, ticket('1234567')), post(3)]);
    hub.emit('newPost', post(4, ticket(null)));
    hub.emit('editedPost', post(4, ticket(null)));
    await wait(page.EVENT_BATCH_MS + page.GAP_DELAY_MS);
    await wait();
    const remote = page.$feed.get();
    expect(remote.status === 'ready' && remote.value.posts[0]?.supportTicketStatus.ticketId).toBe('1234567');
    expect(asked()).toHaveLength(2);
  });

  it('loads only the totals, with one post, when a post of another page is deleted (Rule 14.9)', async () => {
    const all = latest('page=1&pageSize=500&hasReplay=true');
    const one = latest('page=1&pageSize=1&hasReplay=true');
    const shownPosts = [post(3, { replayId: guid(9) }), post(2, { replayId: guid(8) })];
    const hub = await openLive('/posts?count=500&hasReplay=true', { roles: [] }, () =>
      platform.answer(all, shownPosts, {
        paging: makePaging({ pageSize: 500, totalItems: 700, totalPages: 2 }),
      }),
    );
    platform.answer(one, [post(99)], {
      paging: makePaging({ pageSize: 1, totalItems: 500, totalPages: 500 }),
    });
    hub.emit('deletedPost', guid(77));
    await wait(page.EVENT_BATCH_MS + page.GAP_DELAY_MS);
    expect(asked()).toEqual([all, one]);
    expect(shown()).toEqual([3, 2]);
    expect(page.$feed.get()).toMatchObject({
      value: { paging: { totalItems: 500, totalPages: 1, pageSize: 500 } },
    });
  });

  it('drops totals that arrive after the user changed a filter (Rule 14.9)', async () => {
    const hub = await openLive();
    const answer = platform.hold(latest('page=1&pageSize=1'));
    hub.emit('deletedPost', guid(77));
    await wait(page.EVENT_BATCH_MS + page.GAP_DELAY_MS);
    platform.answer(latest('page=1&pageSize=10&hasReplay=true'), [post(3)], {
      paging: makePaging({ pageSize: 10, totalItems: 1 }),
    });
    page.showFeed({ hasReplay: true });
    await wait();
    answer([post(3)], { paging: makePaging({ pageSize: 1, totalItems: 2 }) });
    await wait();
    expect(total()).toBe(1);
  });

  it('keeps the totals when the API does not send them (Rule 14.9)', async () => {
    const hub = await openLive();
    platform.answer(latest('page=1&pageSize=1'), [post(3)]);
    hub.emit('deletedPost', guid(77));
    await wait(page.EVENT_BATCH_MS + page.GAP_DELAY_MS);
    expect(total()).toBe(2);
  });

  it.each([
    ['on it', 1],
    ['elsewhere', 77],
  ])(
    'goes to the last page when a deletion %s leaves its page without posts (Rule 7.5)',
    async (_, deleted) => {
      const second = latest('page=2&pageSize=10');
      const before = makePaging({ currentPage: 2, pageSize: 10, totalItems: 11, totalPages: 2 });
      const after = { ...before, totalItems: 10, totalPages: 1 };
      const hub = await openLive('/posts?page=2', {}, () =>
        platform.answer(second, [post(1)], { paging: before }),
      );
      platform.answer(latest('page=1&pageSize=1'), [post(9)], {
        paging: makePaging({ pageSize: 1, totalItems: 10, totalPages: 10 }),
      });
      platform.answer(second, { title: 'Bad Request' }, { status: 400, paging: after });
      hub.emit('deletedPost', guid(deleted));
      await wait(page.EVENT_BATCH_MS + page.GAP_DELAY_MS);
      await wait();
      expect([platform.address(), shown()]).toEqual(['/posts', [3, 2]]);
    },
  );

  it('reloads after each lost connection, with a version of its own (Rules 14.5, 24.24)', async () => {
    const hub = await openLive();
    for (const n of [8, 9]) {
      platform.answer(FIRST, [post(n)]);
      hub.drop();
      await wait();
      await wait(100);
      expect(shown()).toEqual([n]);
    }
    const [loaded, ...others] = versions();
    expect([loaded, others.length, new Set(others).size]).toEqual(['', 2, 2]);
    expect(others).not.toContain('');
  });

  it('retries a failed reload (Rule 14.5)', async () => {
    const hub = await openLive();
    const warnings = page.catchWarnings();
    platform.cut(FIRST);
    hub.drop();
    await wait(0);
    await wait(100);
    expect([shown(), warnings.length]).toEqual([[3, 2], 1]);
    platform.answer(FIRST, [post(8)]);
    await wait(2000);
    expect(shown()).toEqual([8]);
  });

  /** Opens the page, whose first connection succeeds long after the posts; then they are `answered`. */
  async function connectLate(first: AnswerOptions, ...answered: [body?: unknown, options?: AnswerOptions]) {
    let letThrough = false;
    await open('/posts', {}, () => {
      platform.answer(FIRST, [post(3), post(2)], first);
      const { create } = page.hubFactory;
      page.hubFactory.create = (url, options) =>
        letThrough ? create(url, options) : Promise.reject(new Error('down'));
    });
    await wait(2000);
    const before = page.$feed.get();
    letThrough = true;
    platform.answer(FIRST, ...answered);
    await wait(10_000);
    expect(page.$liveStatus.get()).toBe('live');
    return before;
  }

  it('reloads when the first connection comes long after the posts (Rule 14.5)', async () => {
    await connectLate({ etag: '"1"' }, [post(9)], { etag: '"2"' });
    expect(shown()).toEqual([9]);
  });

  it('keeps the same object when that reload finds nothing new, by the ETag (Rule 14.12)', async () => {
    const paging = makePaging({ pageSize: 10, totalItems: 2 });
    const before = await connectLate({ etag: '"1"', paging }, undefined, {
      status: 304,
      etag: '"1"',
      paging,
    });
    expect(platform.tags.filter((_, at) => platform.requests[at] === FIRST)).toEqual([null, '"1"']);
    expect(page.$feed.get()).toBe(before);
    expect(shown()).toEqual([3, 2]);
  });
});
