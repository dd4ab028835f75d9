import { expect, it } from 'vitest';
import { $reprocessing, reprocess } from '#lib/stores/posts/reprocess.ts';
import { $session, loadSession } from '#lib/stores/session/session.ts';
import { guid, makeFlags } from '#tests/support/builders.ts';
import { fakePlatform, settle } from '#tests/support/fake-platform.ts';
import { makeToken } from '#tests/support/token.ts';

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

it('reloads the session when reprocessing a replay is refused with 401', async () => {
  const platform = fakePlatform(`/posts/${guid(1)}`, {
    readCookies: () => `Auth_EU=${makeToken({ roles: ['admin'] })}`,
    writeCookie: () => {},
  });
  platform.answer('HEAD /api/Auth');
  platform.answer('GET /api/Profile/500000001', makeFlags());
  await loadSession();
  expect($session.get().status).toBe('signed-in');
  platform.answer('HEAD /api/Auth', undefined, { status: 401 });
  platform.answer(`PATCH /api/Replay/reprocess/${guid(2)}`, undefined, { status: 401 });
  await reprocess(guid(2));
  await settle();
  expect($reprocessing.get()).toMatchObject({ state: 'refused' });
  expect($session.get().status).not.toBe('signed-in');
});
