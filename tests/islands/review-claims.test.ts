import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { LiveStatus } from '#lib/hubs/connection.ts';
import { guid, makeModAction, makePost } from '#tests/support/builders.ts';
import type { AnswerOptions } from '#tests/support/fake-platform.ts';
import { newPage } from '#tests/support/new-page.ts';
import { claimOf, MOD, makeEntry, makeItem, scriptQueue, staffParts } from '#tests/support/reviews.ts';

const RENEWAL = `PUT /api/mod/reviews/${guid(1)}/claim`;
const LIST = 'GET /api/mod/reviews?tab=new&page=1';

/** The queue with these entries of the tab `new`, of which it counts `total`. */
async function openQueue(entries = [makeEntry(1), makeEntry(2)], total = entries.length) {
  const page = await newPage(() => [
    import('#lib/stores/moderation/queue.ts'),
    import('#lib/stores/moderation/changes.ts'),
    import('#lib/stores/moderation/claims.ts'),
    import('#lib/stores/moderation/review-list.ts'),
    import('#lib/stores/moderation/undoables.ts'),
    import('#lib/stores/core/notification-feed.ts'),
    import('#lib/stores/posts/mod-editor.ts'),
    import('#lib/stores/posts/moderated.ts'),
  ]);
  const { settle } = page;
  const platform = page.fakePlatform('/moderation?tab=new', staffParts(new Map()));
  scriptQueue(platform, entries, { new: total });
  page.$reviewList.listen(() => {});
  const stop = page.startQueue();
  await settle();
  const count = (request: string) => platform.requests.filter((sent) => sent === request).length;
  const minutePasses = async () => {
    await vi.advanceTimersByTimeAsync(page.RENEW_MS);
    await settle();
  };
  return { ...page, platform, stop, count, minutePasses };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the claim of the open post (Rule 28.50)', () => {
  test('is renewed every minute, also after a renewal without an answer', async () => {
    const page = await openQueue();
    page.platform.cut(RENEWAL);
    await page.minutePasses();
    expect(page.claimedPost.$notice.get()).toBeNull();
    await page.minutePasses();
    expect([page.count(RENEWAL), page.count(claimOf(1))]).toEqual([2, 1]);
  });

  test('is not renewed while the page is hidden, and taken again when it is shown', async () => {
    const page = await openQueue();
    page.platform.happen('pageshow');
    expect(page.count(claimOf(1))).toBe(1);
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await page.minutePasses();
    expect(page.count(RENEWAL)).toBe(0);
    visibility.mockReturnValue('visible');
    page.platform.happen('visible');
    await page.settle();
    expect(page.count(claimOf(1))).toBe(2);
    page.platform.happen('pagehide');
    page.platform.happen('pageshow');
    await page.settle();
    expect(page.count(claimOf(1))).toBe(3);
  });

  test('that was lost to another moderator stops the decision, with the name', async () => {
    const page = await openQueue();
    const body = { title: 'Hood_Mod is deciding about this post.', status: 423 };
    const options = { status: 423, contentType: 'application/problem+json' };
    page.platform.answer(RENEWAL, body, options);
    page.platform.answer(claimOf(1), body, options);
    await page.minutePasses();
    expect(page.claimedPost.$notice.get()).toBe('Hood_Mod is deciding about this post.');
    expect(page.claimedPost.decidable).toBeUndefined();
  });

  test.each<[string, boolean]>([
    ['was reported again', true],
    ['is opened again', false],
  ])('is released after a post that was decided here %s', async (_, isLive) => {
    const page = await openQueue();
    await page.keep('');
    if (isLive) page.$reviewChange.set({ postId: guid(1), change: 'opened', claim: null });
    await page.settle();
    await page.claimedPost.goTo(guid(1));
    await page.claimedPost.goTo(guid(2));
    expect(page.count(`DELETE /api/mod/reviews/${guid(1)}/claim`)).toBe(1);
  });

  test('is released when the queue is left', async () => {
    const page = await openQueue();
    page.stop();
    expect(page.count(`DELETE /api/mod/reviews/${guid(1)}/claim`)).toBe(1);
  });
});

describe('a post that another moderator decides about after an own decision failed (Rule 28.50)', () => {
  const ACTION = 'POST /api/mod/action';
  const decidedByOther = (page: Awaited<ReturnType<typeof openQueue>>) => {
    page.$reviewChange.set({ postId: guid(1), change: 'decided', claim: null, by: 9 });
    return page.claimedPost.$notice.get();
  };
  const SENTENCE = 'Another moderator has decided about this post.';

  const KEEP = `POST /api/mod/reviews/${guid(1)}/keep`;
  test.each<[string, string, AnswerOptions | undefined]>([
    ['keeping was refused', KEEP, { status: 403 }],
    ['keeping got no answer', KEEP, undefined],
    ['removing was refused', ACTION, { status: 403 }],
    ['removing got no answer', ACTION, undefined],
  ])('cannot be decided: %s', async (_, request, options) => {
    const page = await openQueue();
    onTestFinished(page.followActions());
    if (options) page.platform.answer(request, undefined, options);
    else page.platform.cut(request);
    if (request === KEEP) await page.keep('');
    else await page.sendModDelete(makeItem(1).post, { modReason: 'Insults.' });
    expect(decidedByOther(page)).toBe(SENTENCE);
  });

  test('cannot be decided: the removal was undone', async () => {
    const page = await openQueue();
    onTestFinished(page.followActions());
    page.platform.answer(ACTION, undefined, { status: 202 });
    page.platform.answer(`GET /api/mod/action/list?postId=${guid(1)}`, [
      makeModAction({ postId: guid(1), modId: MOD, reason: 'Insults.' }),
    ]);
    page.platform.answer(`DELETE /api/mod/action/${guid(11)}`, undefined, { status: 205 });
    await page.sendModDelete(makeItem(1).post, { modReason: 'Insults.' });
    await page.undo();
    expect(page.claimedPost.decidable?.post.id).toBe(guid(1));
    expect(decidedByOther(page)).toBe(SENTENCE);
  });

  test.each([
    [MOD, 'You have decided about this post in another tab.'],
    [null, 'This post no longer waits for a decision.'],
  ])('names no other moderator when the decision came from %s', async (by, sentence) => {
    const page = await openQueue();
    page.$reviewChange.set({ postId: guid(1), change: 'decided', claim: null, by });
    expect(page.claimedPost.$notice.get()).toBe(sentence);
  });

  test('stays removed here while it is not known that the removal was undone', async () => {
    const page = await openQueue();
    onTestFinished(page.followActions());
    page.platform.answer(ACTION, undefined, { status: 202 });
    page.platform.answer(`GET /api/mod/action/list?postId=${guid(1)}`, []);
    await page.sendModDelete(makeItem(1).post, { modReason: 'Insults.' });
    await page.showModerated(guid(1));
    expect(page.claimedPost.$currentId.get()).toBe(guid(2));
    expect(page.$canUndo.get()).toBe(true);
  });
});

describe('a post that another moderator took over, the only one of the tab (Rule 28.50)', () => {
  async function openTaken() {
    const page = await openQueue([makeEntry(1)]);
    const until = new Date(Date.now() + 120_000).toISOString();
    const claim = { id: 9, username: 'Hood_Mod', until };
    page.$reviewChange.set({ postId: guid(1), change: 'claimed', claim });
    expect(page.claimedPost.$notice.get()).toBe('Hood_Mod is deciding about this post.');
    return page;
  }

  test.each([
    ['it is released', 'released'],
    ['the claim has ended and the page is shown again', 'visible'],
  ])('can be decided again once %s', async (_, way) => {
    const page = await openTaken();
    if (way === 'visible') page.platform.happen('visible');
    else page.$reviewChange.set({ postId: guid(1), change: 'released', claim: null });
    await page.settle();
    expect(page.claimedPost.$notice.get()).toBeNull();
    expect(page.claimedPost.decidable?.post.id).toBe(guid(1));
  });

  test.each([['the next one'], ['it']])('opens again when the user goes to %s', async (way) => {
    const page = await openTaken();
    await vi.advanceTimersByTimeAsync(121_000);
    await (way === 'it' ? page.claimedPost.goTo(guid(1)) : page.claimedPost.skip());
    expect(page.claimedPost.decidable?.post.id).toBe(guid(1));
  });

  test('is left while the other still has it', async () => {
    const page = await openTaken();
    await page.claimedPost.skip();
    expect(page.claimedPost.$currentId.get()).toBeNull();
  });
});

describe('a connection that was down (Rule 28.50)', () => {
  async function comesBack(page: Awaited<ReturnType<typeof openQueue>>, ...statuses: LiveStatus[]) {
    for (const status of statuses) page.$notificationStatus.set(status);
    await page.settle();
  }
  const edited = makeItem(1, { post: makePost({ id: guid(1), content: 'Edited meanwhile.' }) });

  test.each<[string, LiveStatus[]]>([
    ['was lost', ['reconnecting', 'live']],
    ['was closed', ['idle', 'connecting', 'live']],
    ['had stopped', ['stopped', 'connecting', 'live']],
  ])('and %s: list and open post are loaded again', async (_, statuses) => {
    const page = await openQueue();
    await comesBack(page, 'connecting', 'live');
    expect([page.count(LIST), page.count(claimOf(1))]).toEqual([1, 1]);
    page.platform.answer(claimOf(1), edited);
    await comesBack(page, ...statuses);
    expect([page.count(LIST), page.count(claimOf(1))]).toEqual([2, 2]);
    expect(page.claimedPost.decidable?.post.content).toBe('Edited meanwhile.');
  });

  test('and is up late for the first time: list and open post are loaded again', async () => {
    const page = await openQueue();
    await vi.advanceTimersByTimeAsync(page.CONNECT_TOLERANCE_MS);
    await comesBack(page, 'connecting', 'live');
    expect([page.count(LIST), page.count(claimOf(1))]).toEqual([2, 2]);
  });

  test('claims nothing for a hidden page', async () => {
    const page = await openQueue();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await comesBack(page, 'live', 'reconnecting', 'live');
    expect([page.count(LIST), page.count(claimOf(1))]).toEqual([2, 1]);
  });
});

describe('the list', () => {
  test('is loaded again when a post was opened, and not after the page’s own decisions', async () => {
    const page = await openQueue();
    await page.keep('');
    page.$reviewChange.set({ postId: guid(1), change: 'decided', claim: null, by: 9 });
    await page.settle();
    expect(page.count(LIST)).toBe(1);
    page.$reviewChange.set({ postId: guid(7), change: 'opened', claim: null });
    await page.settle();
    expect(page.count(LIST)).toBe(2);
  });

  test('drops live changes that do not fit their schema', async () => {
    const page = await openQueue();
    const warnings = page.catchWarnings();
    page.$reviewChange.set({ postId: 7 });
    expect(page.claimedPost.$currentId.get()).toBe(guid(1));
    expect(warnings.join()).toContain('does not fit its schema');
  });

  test('loads another page when every listed post was skipped, by a second try after a failure', async () => {
    const page = await openQueue([makeEntry(1), makeEntry(2)], 3);
    page.catchWarnings();
    const LAST = 'GET /api/mod/reviews?tab=new&page=2';
    page.platform.cut(LAST);
    await page.loadMore();
    expect(page.platform.said.at(-1)).toBe('Couldn’t load more posts. Try again.');
    expect(page.$reviewList.get()).toMatchObject({ value: { entries: [makeEntry(1), makeEntry(2)] } });
    expect(page.claimedPost.decidable?.post.id).toBe(guid(1));
    page.platform.answer(LAST, { counts: { reported: 0, advised: 0, new: 3 }, entries: [makeEntry(3)] });
    page.platform.answer(claimOf(3), makeItem(3));
    await page.claimedPost.skip();
    await page.claimedPost.skip();
    expect(page.claimedPost.$currentId.get()).toBe(guid(3));
    expect(page.count('GET /api/mod/reviews?tab=new&page=3')).toBe(0);
  });

  test('counts down by one for each decision, whatever arrives live', async () => {
    const page = await openQueue();
    page.$reviewChange.set({ postId: guid(2), change: 'decided', claim: null, by: 9 });
    page.$reviewChange.set({ postId: guid(2), change: 'decided', claim: null, by: 9 });
    await page.keep('');
    expect(page.$reviewList.get()).toMatchObject({ value: { counts: { new: 0 }, entries: [] } });
  });
});
