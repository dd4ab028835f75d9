/** Who was praised most, on search screens (Rule 30.25). */
import { beforeEach, expect, it, vi } from 'vitest';

async function openPage() {
  vi.resetModules();
  const { fakePlatform, settle } = await import('#tests/support/fake-platform.ts');
  const stores = await import('#lib/stores/search/praised.ts');
  return { ...stores, platform: fakePlatform('/player'), settle };
}
let page: Awaited<ReturnType<typeof openPage>>;

beforeEach(async () => {
  page = await openPage();
});

const PLAYER = { id: 7, username: 'Aurora', clan: null, karma: 12, praise: 3 };
const CLAN = { id: 9, tag: 'C9', name: 'Nine', leagueColor: 0, karma: 40, praise: 2 };

it('is loaded once, with the ribbons of the players', async () => {
  const { $praised, $praisedRibbons, platform, settle } = page;
  platform.answer('GET /api/Praised', { players: [PLAYER], clans: [CLAN] });
  platform.answer('GET /api/Player/ribbons?ids=7', { 7: '+' });
  $praisedRibbons.listen(() => {});
  $praised.listen(() => {});
  await settle();
  expect($praised.get()).toMatchObject({ status: 'ready', value: { players: [PLAYER], clans: [CLAN] } });
  expect($praisedRibbons.get()).toEqual({ 7: '+' });
  expect(platform.requests.filter((request) => request.includes('Praised'))).toHaveLength(1);
});

it('is empty without a request where the API has no such lists (Rule 17.23)', async () => {
  const { $praised, platform, settle } = page;
  platform.answer('GET /api/features', { features: ['ribbons'] });
  $praised.listen(() => {});
  await settle();
  expect($praised.get()).toMatchObject({ status: 'ready', value: { players: [], clans: [] } });
  expect(platform.requests).toEqual(['GET /api/features']);
});

it('names a player without a visible name by the id', async () => {
  const { $praised, platform, settle } = page;
  platform.answer('GET /api/Praised', { players: [{ ...PLAYER, username: ' ' }], clans: [] });
  $praised.listen(() => {});
  await settle();
  expect($praised.get()).toMatchObject({ value: { players: [{ username: 'Player 7' }] } });
});
