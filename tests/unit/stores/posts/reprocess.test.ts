import { expect, it } from 'vitest';
import { $reprocessing, reprocess } from '#lib/stores/posts/reprocess.ts';
import { guid } from '#tests/support/builders.ts';
import { fakePlatform } from '#tests/support/fake-platform.ts';

const ours = `PATCH /api/Replay/reprocess/${guid(2)}`;
const production = `PATCH /api/Replay/reprocess/replay/${guid(2)}`;

it('tries the path of the production API after a 404 (Rule 15.6)', async () => {
  const platform = fakePlatform(`/posts/${guid(1)}`);
  platform.answer(ours, undefined, { status: 404 });
  platform.answer(production, undefined, { status: 202 });
  await reprocess(guid(2));
  expect(platform.requests).toEqual([ours, production]);
  expect(platform.said).toEqual(['The replay will be processed again.']);
});

it('shows that a replay is unknown under both paths (Rule 15.6)', async () => {
  const platform = fakePlatform(`/posts/${guid(1)}`);
  platform.answer(ours, undefined, { status: 404 });
  platform.answer(production, undefined, { status: 404 });
  await reprocess(guid(2));
  expect($reprocessing.get()).toMatchObject({ message: expect.stringMatching(/^It’s gone/) });
});
