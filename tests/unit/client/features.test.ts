/** Which optional calls an API has (Rule 17.23). */
import { expect, it } from 'vitest';
import { findPostingLimits } from '#lib/client/cooldown.ts';
import { hasFeature, resetFeatures } from '#lib/client/features.ts';
import { makePost } from '#tests/support/builders.ts';
import { fakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';

const FEATURES = 'GET /api/features';

it('asks once, and the next page of the tab not again', async () => {
  const kept = new Map<string, string>();
  const platform = fakePlatform('/', { sessionStorage: storageOf(kept) });
  platform.answer(FEATURES, { features: ['ribbons', 'of a later version'] });
  expect(await Promise.all([hasFeature('ribbons'), hasFeature('stats')])).toEqual([true, false]);
  resetFeatures();
  expect(await hasFeature('ribbons')).toBe(true);
  expect(platform.requests).toEqual([FEATURES]);
});

it('takes an API without the call for one without features', async () => {
  const kept = new Map<string, string>();
  const platform = fakePlatform('/', { sessionStorage: storageOf(kept) });
  platform.answer(FEATURES, undefined, { status: 404 });
  expect(await hasFeature('ribbons')).toBe(false);
  resetFeatures();
  expect(await hasFeature('cooldown')).toBe(false);
  expect(platform.requests).toEqual([FEATURES]);
});

it('asks again after a failure', async () => {
  const platform = fakePlatform();
  platform.answer(FEATURES, undefined, { status: 503 });
  await expect(hasFeature('ribbons')).rejects.toMatchObject({ status: 503 });
  platform.answer(FEATURES, { features: ['ribbons'] });
  expect(await hasFeature('ribbons')).toBe(true);
});

it('the end of the cooldown comes from the own posts where the API has no call for it', async () => {
  const platform = fakePlatform();
  platform.answer(FEATURES, undefined, { status: 404 });
  const sent = 'GET /api/Post/1/sent?page=1&pageSize=100';
  const player = { id: 7, username: 'Borodino_Gunner', clan: null };
  platform.answer(sent, [makePost({ player, createdAt: '2026-03-09T14:00:00Z' })]);
  const now = Date.parse('2026-03-09T15:00:00Z');
  expect(await findPostingLimits(7, { authorId: 1, now })).toEqual({
    until: Date.parse('2026-03-10T14:00:00Z'),
    postsLeft: null,
  });
  expect(platform.requests).toEqual([FEATURES, sent]);
});
