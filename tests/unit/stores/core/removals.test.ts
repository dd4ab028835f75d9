import { beforeEach, expect, it } from 'vitest';
import { $removals, explainRemovals, resetRemovals } from '#lib/stores/core/removals.ts';
import { guid } from '#tests/support/builders.ts';
import { catchWarnings, fakePlatform } from '#tests/support/fake-platform.ts';

const request = (id: string) => `GET /api/mod/action/list?postId=${id}`;
const action = (postId: string, reason: string) => ({
  id: guid(7),
  postId,
  updatedPost: null,
  actionType: 0,
  modId: 500_000_003,
  modUsername: 'Cossack_Mod',
  reason,
  createdAt: '2026-01-11T12:00:00+00:00',
});
const [FIRST, SECOND] = [guid(1), guid(2)];
const removed = (id: string) => ({ id, modLocked: true });
const visible = (id: string) => ({ id, modLocked: false });

beforeEach(resetRemovals);

it('fetches the latest mod action of removed posts only, each once', async () => {
  const platform = fakePlatform('/posts');
  platform.answer(request(FIRST), [action(FIRST, 'Insults.'), action(FIRST, 'Older.')]);
  await explainRemovals([removed(FIRST), visible(SECOND)]);
  await explainRemovals([removed(FIRST), visible(SECOND)]);
  expect(platform.requests).toEqual([request(FIRST)]);
  expect($removals.get()).toMatchObject({ [FIRST]: { reason: 'Insults.', modUsername: 'Cossack_Mod' } });
});

it('loads again after a failure, and when a post is removed again', async () => {
  const warnings = catchWarnings();
  const platform = fakePlatform('/posts');
  platform.cut(request(FIRST));
  await explainRemovals([removed(FIRST)]);
  expect(warnings).toHaveLength(1);
  platform.answer(request(FIRST), [action(FIRST, 'Insults.')]);
  await explainRemovals([removed(FIRST)]);
  expect($removals.get()).toMatchObject({ [FIRST]: { reason: 'Insults.' } });
  await explainRemovals([visible(FIRST)]);
  platform.answer(request(FIRST), [action(FIRST, 'Names a clan.')]);
  await explainRemovals([removed(FIRST)]);
  expect($removals.get()).toMatchObject({ [FIRST]: { reason: 'Names a clan.' } });
});

it('has no entry for a removal without an action', async () => {
  const platform = fakePlatform('/posts');
  platform.answer(request(FIRST), undefined, { status: 204 });
  await explainRemovals([removed(FIRST)]);
  expect($removals.get()).toEqual({});
});
