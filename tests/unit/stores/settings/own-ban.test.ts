import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlatformBan } from '#lib/schemas/moderation.ts';
import { $viewer, resetSession } from '#lib/stores/session/session.ts';
import { $ownBan, retryOwnBan } from '#lib/stores/settings/own-ban.ts';
import { guid, makeFlags } from '#tests/support/builders.ts';
import { settle } from '#tests/support/fake-platform.ts';
import { FLAGS, openSignedIn } from '#tests/support/signed-in-page.ts';

const BANS = 'GET /api/mod/bans/500000001?currentOnly=true';
const NOW = Date.parse('2026-02-01T12:00:00Z');

const ban = (number: number, bannedUntil: string | null): PlatformBan => ({
  id: guid(number),
  userId: 500_000_001,
  username: 'Aurora_Captain',
  modId: 500_000_003,
  modUsername: 'Cossack_Mod',
  reason: `Reason ${number}`,
  bannedUntil,
  reverted: false,
  createdAt: '2026-01-31T12:00:00Z',
  updatedAt: null,
});

let stop = (): void => {};
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  stop();
  cleanStores($ownBan);
  resetSession();
  vi.useRealTimers();
});

async function open(postsBanned: boolean) {
  const page = await openSignedIn({ flags: { postsBanned } });
  page.answer(BANS, [ban(1, '2026-02-02T12:00:00Z'), ban(2, '2026-03-02T12:00:00Z')]);
  return page;
}

test('loads the ban that ends last when the user is banned (Rule 12.9)', async () => {
  await open(true);
  stop = $ownBan.subscribe(() => {});
  await settle();
  expect($ownBan.get()).toMatchObject({ status: 'ready', value: { reason: 'Reason 2' } });
});

test('loads nothing for a user who is not banned', async () => {
  const { requests } = await open(false);
  stop = $ownBan.subscribe(() => {});
  await settle();
  expect(requests.filter((request) => request.includes('/bans'))).toEqual([]);
});

test('can be loaded again after a failure', async () => {
  const page = await open(true);
  page.cut(BANS);
  stop = $ownBan.subscribe(() => {});
  await settle();
  expect($ownBan.get().status).toBe('failed');
  page.answer(BANS, [ban(3, null)]);
  await retryOwnBan();
  expect($ownBan.get()).toMatchObject({ status: 'ready', value: { bannedUntil: null } });
});

test('reloads the flags when the ban ends while the page is open (Rule 13.10)', async () => {
  const page = await open(true);
  page.answer(BANS, [ban(1, '2026-02-02T12:00:00Z')]);
  stop = $ownBan.subscribe(() => {});
  await settle();
  page.answer(FLAGS, makeFlags({ postsBanned: false }));
  await vi.advanceTimersByTimeAsync(86_400_000 + 1000);
  await settle();
  expect($viewer.get()).toMatchObject({ postsBanned: false });
  expect($ownBan.get().status).toBe('loading');
});

test('loads a ban beyond the longest browser timer only once', async () => {
  const page = await open(true);
  page.answer(BANS, [ban(1, '2099-01-01T00:00:00Z')]);
  stop = $ownBan.subscribe(() => {});
  await settle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.requests.filter((request) => request === BANS)).toHaveLength(1);
});
