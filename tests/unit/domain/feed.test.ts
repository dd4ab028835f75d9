import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  belongsInFeed,
  type Feed,
  feedRange,
  gapAfter,
  holdNewer,
  mergePostEvent,
  mergePostEvents,
  startFeed,
  withTotal,
} from '#lib/domain/feed.ts';
import { SIGNS } from '#lib/schemas/list-options.ts';
import type { Post, PostEvent } from '#lib/schemas/post.ts';
import { guid, makePaging, makePost } from '#tests/support/builders.ts';

const at = (hour: number): string => new Date(Date.UTC(2026, 0, 10, hour)).toISOString();
/** Post `n` is written at hour `n`. */
const post = (n: number, overrides: Partial<Post> = {}): Post =>
  makePost({ id: guid(n), createdAt: at(n), ...overrides });

function feed(numbers: number[], { currentPage = 1, pageSize = 3, totalItems = numbers.length } = {}): Feed {
  const totalPages = Math.ceil(totalItems / pageSize);
  return startFeed({
    posts: numbers.map((n) => post(n)),
    paging: makePaging({ currentPage, pageSize, totalItems, totalPages }),
  });
}

const STAFF = { id: 500_000_099, roles: ['mod' as const] };
const all = () => true;
const ids = ({ posts }: Feed) => posts.map(({ id }) => Number(id.slice(-4)));
const added = (n: number, overrides: Partial<Post> = {}): PostEvent => ({
  kind: 'new',
  post: post(n, overrides),
});
const edited = (n: number, overrides: Partial<Post> = {}): PostEvent => ({
  kind: 'edited',
  post: post(n, overrides),
});
const gapOf = (before: Feed, event: PostEvent) =>
  gapAfter(before, mergePostEvent(before, event, all), event, null);
const deleted = (n: number): PostEvent => ({ kind: 'deleted', postId: guid(n) });

describe('A live event on the latest feed', () => {
  const second = feed([3, 2], { currentPage: 2, totalItems: 5 });
  it.each<[string, Feed, PostEvent, passes: boolean, shown: number[], total: number]>([
    ['puts a new post first on page 1', feed([3, 2, 1], { totalItems: 6 }), added(9), true, [9, 3, 2], 7],
    [
      'puts a restored post where its date belongs',
      feed([8, 4], { pageSize: 10 }),
      added(6),
      true,
      [8, 6, 4],
      3,
    ],
    ['only counts one of a later page', feed([8, 7, 6], { totalItems: 5 }), added(2), true, [8, 7, 6], 6],
    ['only counts one of an earlier page', second, added(9), true, [3, 2], 6],
    ['leaves out what does not pass the filters', feed([3, 2, 1]), added(9), false, [3, 2, 1], 3],
    ['ignores an edit of a post that is not shown', feed([3, 2, 1]), edited(9), true, [3, 2, 1], 3],
    ['removes a deleted post', feed([3, 2, 1]), deleted(2), true, [3, 1], 2],
    ['removes an edited one that no longer belongs', feed([3, 2, 1]), edited(3), false, [2, 1], 2],
    [
      'no longer counts one of another page that no longer belongs',
      mergePostEvent(second, added(9), all),
      edited(9),
      false,
      [3, 2],
      5,
    ],
  ])('%s', (_, before, event, passes, shown, total) => {
    const after = mergePostEvent(before, event, () => passes);
    const { pageSize, currentPage } = before.paging;
    expect(ids(after)).toEqual(shown);
    expect(after.paging).toEqual({
      ...{ pageSize, currentPage, totalItems: total },
      totalPages: Math.ceil(total / pageSize),
    });
    if (total === before.paging.totalItems) expect(after).toBe(before);
  });

  it('replaces an edited post in its place, and leaves the others as they are', () => {
    const before = feed([3, 2, 1]);
    const after = mergePostEvent(before, edited(2, { title: 'Second thoughts' }), all);
    expect(after.posts.map(({ title }) => title)[1]).toBe('Second thoughts');
    expect([after.posts[0], after.posts[2]]).toEqual([before.posts[0], before.posts[2]]);
    expect(after.posts[0]).toBe(before.posts[0]);
  });

  it('keeps the advice that events lack, and replaces the rest', () => {
    const known = post(2, { advice: ['player-not-shown', 'sunk-early'] });
    const before = { ...feed([3, 2]), posts: [post(3), known] };
    const after = mergePostEvent(before, edited(2, { advice: ['not-checked'] }), all);
    expect(after.posts[1]?.advice).toEqual(['not-checked', 'sunk-early']);
    expect(mergePostEvent(after, edited(2), all).posts[1]?.advice).toEqual(['sunk-early']);
  });

  const ticket = { supportTicketStatus: { hasTicket: true, ticketId: null } };
  it.each([
    ['staff', STAFF, added(3, ticket), 'posts'],
    ['the publisher’s support', { id: 500_000_099, roles: ['wg' as const] }, added(3, ticket), 'posts'],
    ['the author', { id: post(3).author.id, roles: [] }, added(3, ticket), 'posts'],
    ['no one else', { id: 500_000_099, roles: [] }, added(3, ticket), null],
    ['staff, when there is no ticket', STAFF, added(3), null],
    ['staff, when the post is not shown', STAFF, edited(7, ticket), null],
    ['staff, when the post is gone', STAFF, deleted(3), null],
  ])('lacks the ticket id for %s (Rule 17.3)', (_, viewer, event, gap) => {
    const before = feed([3, 2]);
    expect(gapAfter(before, mergePostEvent(before, event, all), event, viewer)).toBe(gap);
  });

  it.each([
    ['shows that an edit added a ticket', { hasTicket: false, ticketId: null }, null],
    ['keeps a ticket id that the event does not have', { hasTicket: true, ticketId: '123' }, '123'],
  ])('%s', (_, supportTicketStatus, ticketId) => {
    const before = { ...feed([]), posts: [post(1, { supportTicketStatus })] };
    const after = mergePostEvent(before, edited(1, ticket), all);
    expect(after.posts[0]?.supportTicketStatus).toEqual({ hasTicket: true, ticketId });
  });

  it('changes nothing the second time, whatever the event and the page (Rule 14.5)', () => {
    const event = fc.oneof(
      fc.integer({ min: 1, max: 12 }).map((n) => added(n)),
      fc
        .integer({ min: 1, max: 12 })
        .map((n): PostEvent => ({ kind: 'edited', post: post(n, { title: 'Changed' }) })),
      fc.integer({ min: 1, max: 12 }).map(deleted),
    );
    fc.assert(
      fc.property(fc.array(event), fc.integer({ min: 1, max: 2 }), (events, currentPage) => {
        let page = feed([6, 5, 4], { currentPage, totalItems: 9 });
        for (const item of events) {
          page = mergePostEvent(page, item, all);
          expect(mergePostEvent(page, item, all)).toBe(page);
          expect(page.posts.length).toBeLessThanOrEqual(page.paging.pageSize);
          expect(new Set(ids(page)).size).toBe(page.posts.length);
          expect(ids(page)).toEqual(ids(page).toSorted((a, b) => b - a));
        }
      }),
    );
  });

  it('leaves a gap when only the API knows the posts or the totals', () => {
    const first = feed([3, 2, 1], { totalItems: 9 });
    expect(gapOf(first, deleted(2))).toBe('posts');
    expect(gapOf(feed([3, 2, 1]), deleted(2))).toBeNull();
    expect(gapOf(first, deleted(99))).toBe('totals');
    expect(gapOf(first, added(9))).toBeNull();
    const lastPage = feed([1], { currentPage: 2, totalItems: 4 });
    expect(gapOf(lastPage, deleted(1))).toBe('posts');
    expect(gapOf(feed([1]), deleted(1))).toBeNull();
    const counted = mergePostEvent(feed([3, 2], { currentPage: 2, totalItems: 5 }), added(9), all);
    expect(gapOf(counted, deleted(9))).toBeNull();
    expect(mergePostEvent(counted, deleted(9), all).paging.totalItems).toBe(5);
  });
});

describe('New posts while the user reads', () => {
  const options = { viewer: null, belongs: all };
  const waiting = (page: Feed) => page.waiting.map(({ id }) => Number(id.slice(-4)));
  const held = (page: Feed, ...events: PostEvent[]) =>
    mergePostEvents(page, events, { ...options, hold: true }).feed;
  const first = feed([3, 2, 1], { totalItems: 6 });

  it('wait, newest first, without moving or counting anything', () => {
    const page = held(first, added(8), added(9), added(7));
    expect(waiting(page)).toEqual([9, 8, 7]);
    expect([page.posts, page.paging]).toEqual([first.posts, first.paging]);
    expect(held(page, added(8))).toBe(page);
  });

  it('are only counted when they would not be shown', () => {
    const older = held(feed([8, 7, 6], { totalItems: 5 }), added(2));
    expect([waiting(older), older.paging.totalItems]).toEqual([[], 6]);
    const second = held(feed([3, 2], { currentPage: 2, totalItems: 5 }), added(9));
    expect([waiting(second), second.paging.totalItems]).toEqual([[], 6]);
  });

  it('follow their own edits and deletions', () => {
    const page = held(first, added(8), added(9), edited(8, { title: 'Second thoughts' }), deleted(9));
    expect(page.waiting.map(({ title }) => title)).toEqual(['Second thoughts']);
    expect(page.posts).toBe(first.posts);
    expect(waiting(mergePostEvent(page, edited(8), () => false))).toEqual([]);
  });

  it('are shown and counted together once the user asks, or no longer reads', () => {
    const page = held(first, added(8), added(9));
    for (const [events, shown, total] of [
      [[], [9, 8, 3], 8],
      [[added(10)], [10, 9, 8], 9],
    ] as const) {
      const { feed: after } = mergePostEvents(page, events, { ...options, hold: false });
      expect([ids(after), waiting(after), after.paging.totalItems]).toEqual([shown, [], total]);
    }
  });

  it('are counted once when the API sends new totals meanwhile', () => {
    const page = held(first, added(8), added(9));
    const counted = withTotal(page, 7);
    expect(counted.paging.totalItems).toBe(5);
    const { feed: after } = mergePostEvents(counted, [], { ...options, hold: false });
    expect(after.paging.totalItems).toBe(7);
  });

  it.each([
    [
      'wait above those that they displaced',
      [9, 8, 6],
      [
        [9, 8],
        [6, 5, 4],
      ],
    ],
    [
      'wait when all of the page is new',
      [9, 8, 7],
      [
        [9, 8, 7],
        [6, 5, 4],
      ],
    ],
    ['wait while another one fills the gap of a deletion', [9, 5, 4], [[9], [5, 4]]],
    ['do not wait when they were restored further down', [6, 5, 3], [[], [6, 5, 3]]],
  ])('%s, when the page is loaded again', (_, numbers, [held = [], shown = []]) => {
    const again = holdNewer(feed(numbers, { totalItems: 20 }), feed([6, 5, 4], { totalItems: 17 }));
    expect([waiting(again), ids(again), again.paging.totalItems]).toEqual([held, shown, 20 - held.length]);
    const { feed: after } = mergePostEvents(again, [], { ...options, hold: false });
    expect([ids(after), after.paging.totalItems]).toEqual([numbers, 20]);
  });

  it('leave nothing that is gone when the only page is loaded again', () => {
    expect(ids(holdNewer(feed([9, 6, 5]), feed([6, 5, 4])))).toEqual([6, 5]);
  });

  it.each([
    ['another page', feed([9, 8, 7], { currentPage: 2, totalItems: 6 }), first],
    ['the first posts of all', feed([9, 8, 7]), feed([])],
  ])('do not wait on %s', (_, again, before) => {
    expect(holdNewer(again, before)).toBe(again);
  });

  it('lack their ticket ids only when they are shown (Rule 17.3)', () => {
    const told = added(9, { supportTicketStatus: { hasTicket: true, ticketId: null } });
    const page = mergePostEvents(first, [told], { viewer: STAFF, belongs: all, hold: true });
    expect(page.gap).toBeNull();
    expect(mergePostEvents(page.feed, [], { viewer: STAFF, belongs: all, hold: false }).gap).toBe('posts');
  });
});

describe('The range of posts shown', () => {
  it.each([
    [feed([3, 2, 1], { pageSize: 10, totalItems: 4686 }), '1–3 of 4,686'],
    [feed([3], { currentPage: 1562, totalItems: 4684 }), '4,684–4,684 of 4,684'],
    [feed([]), null],
  ])('is counted from 1: %#', (page, text) => {
    expect(feedRange(page)).toBe(text);
  });
});

describe('The filters of the feed', () => {
  const mod = { id: 500_000_003, roles: ['mod'] as const };
  const none = { sign: undefined, hasReplay: false, hideModActions: false };

  it('leave out posts without a replay, and for moderators those that were removed', () => {
    const withReplay = { ...none, hasReplay: true };
    expect(belongsInFeed(post(1), withReplay, null)).toBe(false);
    expect(belongsInFeed(post(1, { replayId: guid(7) }), withReplay, null)).toBe(true);
    expect([null, mod].map((viewer) => belongsInFeed(post(1, { modLocked: true }), none, viewer))).toEqual([
      false,
      true,
    ]);
    const hidden = { ...none, hideModActions: true };
    expect(belongsInFeed(post(1, { modLocked: true }), hidden, mod)).toBe(false);
    expect(belongsInFeed(post(1, { readOnly: true }), hidden, mod)).toBe(true);
  });

  it.each([
    ['positive', 1],
    ['neutral', 0],
    // Performance is negative, teamplay positive.
    ['neutral', 6],
    ['negative', 2],
  ] as const)('show a %s post only among all and its own kind', (kind, flairs) => {
    const shown = [undefined, ...SIGNS].filter((sign) =>
      belongsInFeed(post(1, { flairs }), { ...none, sign }, null),
    );
    expect(shown).toEqual([undefined, kind]);
    const both = { ...none, sign: kind, hasReplay: true };
    expect(belongsInFeed(post(1, { flairs }), both, null)).toBe(false);
    expect(belongsInFeed(post(1, { flairs, replayId: guid(7) }), both, null)).toBe(true);
  });
});

describe('An edit of a post that a filtered page does not show', () => {
  const isPositive = ({ flairs }: Post) => flairs === 1;
  const gapOf = (page: Feed, event: PostEvent, canEditsMatter = true) =>
    mergePostEvents(page, [event], { viewer: null, belongs: isPositive, hold: false, canEditsMatter }).gap;

  it('lacks the page when the post now passes and may be one of it', () => {
    expect(gapOf(feed([5, 4]), edited(9, { flairs: 1 }))).toBe('posts');
    expect(gapOf(feed([]), edited(2, { flairs: 1 }))).toBe('posts');
  });

  it('lacks only the totals when the post is older, or no longer passes', () => {
    expect(gapOf(feed([5, 4]), edited(2, { flairs: 1 }))).toBe('totals');
    expect(gapOf(feed([5, 4]), edited(9, { flairs: 2 }))).toBe('totals');
  });

  it('lacks nothing without a filter, or when the post is shown', () => {
    expect(gapOf(feed([5, 4]), edited(9, { flairs: 1 }), false)).toBeNull();
    expect(gapOf(feed([5, 4]), edited(4, { flairs: 2 }))).toBeNull();
  });
});
