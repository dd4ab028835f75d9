import { beforeEach, expect, it } from 'vitest';
import { $removals, explainRemovals } from '#lib/stores/posts/removals.ts';
import { guid, makeModAction } from '#tests/support/builders.ts';
import { catchWarnings, fakePlatform } from '#tests/support/fake-platform.ts';

const request = (id: string) => `GET /api/mod/action/list?postId=${id}`;
const action = (postId: string, reason: string) => makeModAction({ postId, reason });
/** Other posts for each test, because removals are kept for the life of a page. */
let [first, second] = ['', ''];
let posts = 0;
const removed = (id: string) => ({ id, modLocked: true });
const visible = (id: string) => ({ id, modLocked: false });

beforeEach(() => {
  posts += 2;
  [first, second] = [guid(posts), guid(posts + 1)];
});

it('fetches the latest mod action of removed posts only, each once', async () => {
  const platform = fakePlatform('/posts');
  platform.answer(request(first), [action(first, 'Insults.'), action(first, 'Older.')]);
  await explainRemovals([removed(first), visible(second)]);
  await explainRemovals([removed(first), visible(second)]);
  expect(platform.requests).toEqual([request(first)]);
  expect($removals.get()).toMatchObject({ [first]: { reason: 'Insults.', modUsername: 'Cossack_Mod' } });
});

it('loads again after a failure, and when a post is removed again', async () => {
  const warnings = catchWarnings();
  const platform = fakePlatform('/posts');
  platform.cut(request(first));
  await explainRemovals([removed(first)]);
  expect(warnings).toHaveLength(1);
  platform.answer(request(first), [action(first, 'Insults.')]);
  await explainRemovals([removed(first)]);
  expect($removals.get()).toMatchObject({ [first]: { reason: 'Insults.' } });
  await explainRemovals([visible(first)]);
  platform.answer(request(first), [action(first, 'Names a clan.')]);
  await explainRemovals([removed(first)]);
  expect($removals.get()).toMatchObject({ [first]: { reason: 'Names a clan.' } });
});

it('has no entry for a removal without an action', async () => {
  const platform = fakePlatform('/posts');
  platform.answer(request(first), undefined, { status: 204 });
  await explainRemovals([removed(first)]);
  expect($removals.get()[first]).toBeUndefined();
});
