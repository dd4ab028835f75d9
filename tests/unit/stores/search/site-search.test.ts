import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { $siteSearch, retrySiteSearch, typeSiteSearch } from '#lib/stores/search/site-search.ts';
import { type FakePlatform, fakePlatform, settle } from '#tests/support/fake-platform.ts';

const PLAYERS = 'GET /api/Player/search/aur';
const CLANS = 'GET /api/Clan/search/aur?results=5';
const captain = { id: 500_000_001, username: 'Aurora_Captain' };
const clan = { id: 7, tag: 'AUR', name: 'Aurora Watch', leagueColor: 0xffcc00 };

let platform: FakePlatform;

async function type(text: string, pause = 300): Promise<void> {
  typeSiteSearch(text);
  await vi.advanceTimersByTimeAsync(pause);
  await settle();
}

describe('The search of every page', () => {
  beforeEach(async () => {
    vi.useFakeTimers();
    vi.stubGlobal('window', new EventTarget());
    platform = fakePlatform('/');
    $siteSearch.listen(() => {});
    await type('');
  });
  afterEach(() => {
    cleanStores($siteSearch);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('finds players and clans 300 ms after the last keystroke (Rule 2.22)', async () => {
    platform.answer(PLAYERS, [captain]);
    platform.answer(CLANS, [clan]);
    await type('au', 100);
    await type('aur', 299);
    expect(platform.requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await settle();
    expect(platform.requests).toEqual([PLAYERS, CLANS]);
    const { players, clans } = $siteSearch.get();
    expect(players.items.map(({ username }) => username)).toEqual(['Aurora_Captain']);
    expect(clans.items.map(({ tag }) => tag)).toEqual(['AUR']);
  });

  it('searches only clans for less than 3 characters (Rule 2.22)', async () => {
    platform.answer('GET /api/Clan/search/au?results=5', [clan]);
    await type('au');
    expect(platform.requests).toEqual(['GET /api/Clan/search/au?results=5']);
    expect($siteSearch.get().players.status).toBe('idle');
    expect($siteSearch.get().hint).toBe('The value must be at least 3 characters long.');
  });

  it.each([
    [
      'first, when the API knows the account',
      { id: 500_000_001, username: 'Aurora_Captain' },
      200,
      [500_000_001, 9],
    ],
    ['not, when it does not', undefined, 404, [9]],
    ['not, when it cannot tell', undefined, 503, [9]],
  ])('lists the player of a pasted id %s (Rule 4.9)', async (_, player, status, ids) => {
    platform.answer('GET /api/Player/search/500000001', [
      { id: 9, username: 'Old500000001' },
      ...(player ? [player] : []),
    ]);
    platform.answer('GET /api/Player/500000001?includeClanInfo=true', player, { status });
    platform.answer('GET /api/Clan/search/500000001?results=5', []);
    await type('500000001');
    expect($siteSearch.get().players.items.map(({ id }) => id)).toEqual(ids);
  });

  it('shows what may be typed when the API refuses a text (Rule 4.8)', async () => {
    platform.answer('GET /api/Player/search/%C3%A9t%C3%A9', undefined, { status: 400 });
    platform.answer('GET /api/Clan/search/%C3%A9t%C3%A9?results=5', []);
    await type('été');
    expect($siteSearch.get()).toMatchObject({ players: { status: 'idle' }, clans: { status: 'ready' } });
    expect($siteSearch.get().hint).toMatch(/^Only the letters A to Z/);
    platform.answer('GET /api/Clan/search/%C3%A9?results=5', undefined, { status: 400 });
    await type('é');
    expect($siteSearch.get().clans.status).toBe('idle');
  });

  it('shows the first results and that there are more', async () => {
    const many = Array.from({ length: 9 }, (_, index) => ({ id: index + 1, username: `Aurora_${index}` }));
    platform.answer(PLAYERS, many);
    platform.answer(CLANS, []);
    await type('aur');
    expect($siteSearch.get().players.items).toHaveLength(6);
    expect($siteSearch.get().players.hasMore).toBe(true);
    expect($siteSearch.get().clans).toEqual({ items: [], hasMore: false, status: 'ready' });
  });

  it('changes both lists together, so that none moves the other', async () => {
    platform.answer(PLAYERS, [captain]);
    platform.answer(CLANS, [clan]);
    await type('aur');
    const answerPlayers = platform.hold('GET /api/Player/search/auro');
    platform.answer('GET /api/Clan/search/auro?results=5', []);
    await type('auro');
    expect($siteSearch.get()).toMatchObject({
      players: { items: [captain], status: 'loading' },
      clans: { items: [clan], status: 'ready' },
    });
    answerPlayers([]);
    await settle();
    expect($siteSearch.get()).toMatchObject({ players: { items: [] }, clans: { items: [] } });
  });

  it('ignores a late answer to an earlier text (Rule 2.22)', async () => {
    const answerFirst = platform.hold(PLAYERS);
    platform.answer(CLANS, []);
    await type('aur');
    platform.answer('GET /api/Player/search/aurora', [captain]);
    platform.answer('GET /api/Clan/search/aurora?results=5', []);
    await type('aurora');
    answerFirst([{ id: 1, username: 'Too_Late' }]);
    await settle();
    expect($siteSearch.get().players.items.map(({ username }) => username)).toEqual(['Aurora_Captain']);
  });

  it('repeats only what failed (Rule 2.22)', async () => {
    platform.answer(PLAYERS, {}, { status: 500 });
    platform.answer(CLANS, [clan]);
    await type('aur');
    expect($siteSearch.get().players.status).toBe('failed');
    expect($siteSearch.get().clans.items).toHaveLength(1);
    platform.answer(PLAYERS, [captain]);
    retrySiteSearch();
    await settle();
    expect($siteSearch.get().players.items).toHaveLength(1);
    expect(platform.requests).toEqual([PLAYERS, CLANS, PLAYERS]);
  });

  it('forgets the results as soon as the field is empty', async () => {
    platform.answer(PLAYERS, [captain]);
    platform.answer(CLANS, [clan]);
    await type('aur');
    await type('', 0);
    expect($siteSearch.get()).toMatchObject({ text: '', players: { items: [] }, clans: { items: [] } });
  });
});
