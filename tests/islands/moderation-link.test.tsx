import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { guid } from '#tests/support/builders.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { newPage } from '#tests/support/new-page.ts';

const COUNTS = 'GET /api/mod/reviews/counts';

async function openPage(features: readonly string[] = ['reports']) {
  const opened = await newPage(() => [
    import('#islands/frame/ModerationLink.tsx'),
    import('#lib/stores/moderation/counts.ts'),
    import('#lib/stores/core/notification-feed.ts'),
  ]);
  const { $reviewChange, COUNT_DELAY_MS, ModerationLink, fakePlatform, noteCounts, settle } = opened;
  const platform = fakePlatform('/posts', { sessionStorage: storageOf(new Map()) });
  platform.answer('GET /api/features', { features });
  platform.answer(COUNTS, { reported: 3, advised: 2, new: 9, objections: 2 });
  render(<ModerationLink />);
  await act(settle);
  const asked = () => platform.requests.filter((request) => request === COUNTS).length;
  /** These changes arrive, and a while passes. */
  const happen = (...changes: string[]) =>
    act(async () => {
      for (const change of changes) $reviewChange.set({ postId: guid(1), change, claim: null });
      await vi.advanceTimersByTimeAsync(COUNT_DELAY_MS);
      await settle();
    });
  return { noteCounts, platform, asked, happen };
}
const link = () => screen.queryByRole('link')?.textContent;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the link to the queue in the account menu (Rule 28.51)', () => {
  test('has the number of posts and objections to decide, loaded again once after a burst of changes', async () => {
    const page = await openPage();
    expect(link()).toBe('Moderation7 items wait');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/moderation');
    await page.happen('claimed', 'released');
    expect(page.asked()).toBe(1);
    page.platform.answer(COUNTS, { reported: 1, advised: 0, new: 9 });
    await page.happen('opened', 'decided', 'decided');
    expect([link(), page.asked()]).toEqual(['Moderation1 item waits', 2]);
  });

  test('is missing in front of an API without the queue, which is not asked', async () => {
    const page = await openPage([]);
    expect([link(), page.asked()]).toEqual([undefined, 0]);
  });

  test('has the number of the list on the page of the queue, without a request', async () => {
    const page = await openPage();
    await act(async () => page.noteCounts({ reported: 0, advised: 0, new: 1 }));
    await page.happen('decided');
    expect([link(), page.asked()]).toEqual(['Moderation', 1]);
  });
});
