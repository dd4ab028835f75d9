import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { guid } from '#tests/support/builders.ts';
import { newPage } from '#tests/support/new-page.ts';

const COUNTS = 'GET /api/mod/reviews/counts';

async function openPage(features: readonly string[] = ['reports']) {
  const opened = await newPage(() => [
    import('#lib/stores/moderation/counts.ts'),
    import('#lib/stores/core/notification-feed.ts'),
  ]);
  const { $reviewChange, $reviewCounts, COUNT_DELAY_MS, fakePlatform, noteCounts, settle } = opened;
  const platform = fakePlatform('/posts');
  platform.answer('GET /api/features', { features });
  platform.answer(COUNTS, { reported: 3, advised: 2, new: 9 });
  $reviewCounts.listen(() => {});
  await settle();
  const asked = () => platform.requests.filter((request) => request === COUNTS).length;
  const happen = (change: string) => $reviewChange.set({ postId: guid(1), change, claim: null });
  const wait = async () => {
    await vi.advanceTimersByTimeAsync(COUNT_DELAY_MS);
    await settle();
  };
  return { $reviewCounts, noteCounts, platform, asked, happen, wait };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the counts in the account menu (Rule 28.51)', () => {
  test('are loaded', async () => {
    const page = await openPage();
    expect(page.$reviewCounts.get()).toEqual({ reported: 3, advised: 2, new: 9 });
  });

  test('are not requested in front of an API without the queue', async () => {
    const page = await openPage([]);
    expect(page.$reviewCounts.get()).toBeNull();
    expect(page.asked()).toBe(0);
  });

  test('are loaded once more after a burst of changes', async () => {
    const page = await openPage();
    page.platform.answer(COUNTS, { reported: 1, advised: 2, new: 9 });
    for (const change of ['opened', 'decided', 'decided']) page.happen(change);
    await page.wait();
    expect(page.$reviewCounts.get()).toMatchObject({ reported: 1 });
    expect(page.asked()).toBe(2);
  });

  test('stay when items are claimed and released', async () => {
    const page = await openPage();
    for (const change of ['claimed', 'released']) page.happen(change);
    await page.wait();
    expect(page.asked()).toBe(1);
  });

  test('are those of the list on the page of the queue, without a request', async () => {
    const page = await openPage();
    page.noteCounts({ reported: 0, advised: 0, new: 1 });
    page.happen('decided');
    await page.wait();
    expect(page.$reviewCounts.get()).toEqual({ reported: 0, advised: 0, new: 1 });
    expect(page.asked()).toBe(1);
  });
});
