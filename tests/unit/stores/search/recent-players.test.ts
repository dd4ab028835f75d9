/** Karma and ribbons of recent visits. */
import { beforeEach, expect, it, vi } from 'vitest';

async function openPage() {
  vi.resetModules();
  const { fakePlatform, settle } = await import('#tests/support/fake-platform.ts');
  const stores = await import('#lib/stores/search/recent-players.ts');
  const { rememberVisit } = await import('#lib/stores/search/recents.ts');
  const { storageOf } = await import('#tests/support/memory-storage.ts');
  const platform = fakePlatform('/player', { localStorage: storageOf(new Map()) });
  return { ...stores, rememberVisit, platform, settle };
}
let page: Awaited<ReturnType<typeof openPage>>;

beforeEach(async () => {
  page = await openPage();
});

const numbers = { karma: 1, performance: 0, teamplay: 0, courtesy: 0 };

it('are requested for players alone, and null where they are hidden', async () => {
  const { $recentKarmas, $recentRibbons, rememberVisit, platform, settle } = page;
  platform.answer('POST /api/Player/karmas-full', [
    { ...numbers, id: 7, gameKarma: 10, platformKarma: -3 },
    { ...numbers, id: 8, gameKarma: null, platformKarma: null },
  ]);
  platform.answer('GET /api/Player/ribbons?ids=8%2C7', { 7: '+-' });
  rememberVisit({ kind: 'clan', id: 9, name: 'Nine' });
  rememberVisit({ kind: 'player', id: 7, name: 'Aurora' });
  rememberVisit({ kind: 'player', id: 8, name: 'Hood' });
  $recentKarmas.listen(() => {});
  $recentRibbons.listen(() => {});
  await settle();
  expect([$recentKarmas.get(), $recentRibbons.get()]).toEqual([{ 7: 7, 8: null }, { 7: '+-' }]);
});

it('are left out when they cannot be loaded', async () => {
  const { $recentKarmas, rememberVisit, platform, settle } = page;
  platform.answer('POST /api/Player/karmas-full', '', { status: 500 });
  rememberVisit({ kind: 'player', id: 7, name: 'Aurora' });
  $recentKarmas.listen(() => {});
  await settle();
  expect($recentKarmas.get()).toEqual({});
});

it('are not requested without players', async () => {
  const { $recentKarmas, $recentRibbons, rememberVisit, platform, settle } = page;
  rememberVisit({ kind: 'clan', id: 9, name: 'Nine' });
  $recentKarmas.listen(() => {});
  $recentRibbons.listen(() => {});
  await settle();
  expect(platform.requests).toEqual([]);
});
