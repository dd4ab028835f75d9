import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Clan } from '#lib/schemas/clan.ts';
import { makeClan, makePlayer } from '#tests/support/builders.ts';
import type { FakePlatform } from '#tests/support/fake-platform.ts';
import { newPage } from '#tests/support/new-page.ts';

const CLAN = 'GET /api/Clan/501?includeMembers=true';
const member = (username: string, clanMemberRole: number, gameKarma: number) =>
  makePlayer({ username, gameKarma, clan: { clanInfo: null, clanMemberRole, joinedClanAt: null } });

const openPage = () =>
  newPage(() => [import('#lib/stores/clan/clan.ts'), import('#lib/stores/search/clan-search.ts')]);
let page: Awaited<ReturnType<typeof openPage>>;
let platform: FakePlatform;

async function show(href: string, answer?: Parameters<FakePlatform['answer']>): Promise<void> {
  platform = page.fakePlatform(href);
  if (answer) platform.answer(...answer);
  for (const store of [page.$clan, page.$clanView, page.$memberSort, page.$members]) store.listen(() => {});
  await page.settle();
}
const names = () => page.$members.get().map(({ username }) => username);

beforeEach(async () => {
  vi.stubGlobal('window', new EventTarget());
  page = await openPage();
});
afterEach(() => vi.unstubAllGlobals());

describe('a clan page', () => {
  const members = [member('Private', 6, 5), member('Commander', 1, -2), member('Officer', 5, 40)];

  it("has karma, metrics, count and the region's statistics (Rules 6.6, 6.8, 6.9)", async () => {
    const clan = makeClan({ id: 501, tag: 'A-B', name: 'Über Wave', members });
    await show('/clan/501,A-B-x', [CLAN, clan]);
    expect(page.$clanView.get()).toMatchObject({
      karma: 43,
      membersCount: 3,
      metrics: { gameKarma: { total: 43, min: -2, max: 40 } },
      statisticsUrl: 'https://wows-numbers.com/clan/501,A-B-%C3%9Cber%20Wave',
    });
  });

  it('links to the statistics site of the page’s region', async () => {
    platform = page.fakePlatform('/clan/501', { region: () => 'sea' });
    platform.answer(CLAN, makeClan({ id: 501, tag: 'A-B', name: 'Waves' }));
    page.$clanView.listen(() => {});
    await page.settle();
    expect(page.$clanView.get()?.statisticsUrl).toBe('https://asia.wows-numbers.com/clan/501,A-B-Waves');
  });

  it('sorts members by rank, or by the column in the address (Rule 6.10)', async () => {
    await show('/clan/501', [CLAN, makeClan({ id: 501, members })]);
    expect(names()).toEqual(['Commander', 'Officer', 'Private']);
    page.sortBy('gameKarma');
    expect(names()).toEqual(['Officer', 'Private', 'Commander']);
    expect(platform.address()).toBe('/clan/501?sort=-gameKarma');
    page.sortBy('gameKarma');
    expect(names()).toEqual(['Commander', 'Private', 'Officer']);
    expect(platform.address()).toBe('/clan/501?sort=gameKarma');
    page.sortBy('rank');
    expect(platform.address()).toBe('/clan/501');
    expect(platform.history).toHaveLength(4);
  });

  it.each([
    ['null', { members: null }],
    ['absent', { members: undefined }],
    ['empty and never loaded', { members: [], membersUpdatedAt: null }],
  ])('has no count, total and metrics when the member list is %s (Rules 6.6, 6.8)', async (_, list) => {
    await show('/clan/501', [CLAN, makeClan({ id: 501, ...list } as Partial<Clan>)]);
    expect(page.$clanView.get()).toMatchObject({
      karma: null,
      membersCount: null,
      metrics: { courtesy: null },
    });
    expect(page.$members.get()).toEqual([]);
  });

  it('has no members and a total of 0 when the member list is known to be empty', async () => {
    await show('/clan/501', [CLAN, makeClan({ id: 501, members: [] })]);
    expect(page.$clanView.get()).toMatchObject({ karma: 0, membersCount: 0 });
  });

  it.each([
    ['404', '/clan/501', { title: 'Not Found' }, { status: 404 }],
    ['204, as production answers', '/clan/501', undefined, { status: 204 }],
  ])('is not found when the answer is %s (Rule 6.12)', async (_, href, body, options) => {
    await show(href, [CLAN, body, options]);
    expect(page.$clan.get().status).toBe('not-found');
  });

  it('is not found without an id in the address, and sends no request (Rule 6.12)', async () => {
    await show('/clan/ABC-Name');
    expect(page.$clan.get().status).toBe('not-found');
    expect(platform.requests).toEqual([]);
  });

  it('shows a failure, and the clan after a retry', async () => {
    await show('/clan/501', [CLAN, '<html>', { contentType: 'text/html', status: 502 }]);
    expect(page.$clan.get().status).toBe('failed');
    platform.answer(CLAN, makeClan({ id: 501 }));
    page.retryClan();
    await page.settle();
    expect(page.$clan.get().status).toBe('ready');
  });
});

describe('the clan search', () => {
  it('searches any text, spaces and signs included, and logs a failure (Rules 6.2, 6.3, 6.13)', async () => {
    const search = 'GET /api/Clan/search/Rolling%20Waves!?results=100';
    platform = page.fakePlatform('/clan?search=Rolling+Waves%21');
    platform.answer(search, undefined, { status: 500 });
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    page.clanSearch.$search.listen(() => {});
    await page.settle();
    expect(page.clanSearch.$found.get().status).toBe('failed');
    expect(warn).toHaveBeenCalledOnce();
    platform.answer(search, [{ id: 1, tag: 'WAVES', name: 'Rolling Waves!' }]);
    page.clanSearch.searchNow();
    await page.settle();
    expect(page.clanSearch.$found.get()).toMatchObject({
      value: [{ id: 1, tag: 'WAVES', name: 'Rolling Waves!', leagueColor: 0 }],
    });
  });

  describe('while the user types', () => {
    const WAVES = 'GET /api/Clan/search/waves?results=100';

    beforeEach(() => {
      vi.useFakeTimers();
      platform = page.fakePlatform('/clan');
      platform.answer(WAVES, []);
      page.clanSearch.$search.listen(() => {});
    });
    afterEach(() => void vi.useRealTimers());

    it('sends no request for an empty text (Rule 6.2)', async () => {
      page.clanSearch.type('  ');
      await vi.advanceTimersByTimeAsync(1000);
      expect(platform.requests).toEqual([]);
    });

    it('searches 300 ms after the last keystroke (Rule 6.2)', async () => {
      page.clanSearch.type('wa');
      await vi.advanceTimersByTimeAsync(299);
      page.clanSearch.type('waves');
      await vi.advanceTimersByTimeAsync(299);
      expect(platform.requests).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(platform.requests).toEqual([WAVES]);
    });

    it('does not search the same text twice in a row (Rule 6.2)', async () => {
      for (const text of ['waves', 'waves ', 'waves']) {
        page.clanSearch.type(text);
        await vi.advanceTimersByTimeAsync(300);
      }
      page.clanSearch.searchNow();
      expect(platform.requests).toEqual([WAVES]);
    });
  });
});
