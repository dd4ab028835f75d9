/** A clan's page: header, metrics, members and their order (Rules 6.5 to 6.12). */
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RANK_NAMES, RankIcon } from '#islands/ui/RankIcon.tsx';
import type { RegionId } from '#lib/regions.ts';
import type { Clan } from '#lib/schemas/clan.ts';
import { makeClan, makePlayer } from '#tests/support/builders.ts';
import type { FakePlatform } from '#tests/support/fake-platform.ts';
import { newPage } from '#tests/support/new-page.ts';

const ADDRESS = '/clan/501,A-B-Rolling-Waves';
const CLAN = 'GET /api/Clan/501?includeMembers=true';

const openPage = async () => ({
  ...(await newPage(() => [import('#islands/clan/Clan.tsx')])),
  ...(await import('@testing-library/react')),
});
let page: Awaited<ReturnType<typeof openPage>>;

beforeEach(async () => {
  page = await openPage();
});
afterEach(() => {
  document.body.replaceChildren();
});

interface Shown {
  ribbons?: object;
  query?: string;
  region?: RegionId;
}
async function show(
  overrides: Partial<Clan>,
  { ribbons = {}, query = '', region = 'eu' }: Shown = {},
): Promise<FakePlatform> {
  const platform = page.fakePlatform(ADDRESS + query, { region: () => region });
  const ids = (overrides.members ?? []).map(({ id }) => id).join('%2C');
  platform.answer(`GET /api/Player/ribbons?ids=${ids}`, ribbons);
  platform.answer(CLAN, makeClan({ id: 501, ...overrides }));
  page.render(<page.Clan />);
  await page.act(page.settle);
  await screen.findByText('Total Mixed Karma');
  return platform;
}
const fact = (label: string) => screen.getByText(label, { selector: 'dt, span' }).nextElementSibling;
const columns = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
/** A member's cell in the column with this name. */
const cell = (name: string, column: string) => {
  const row = screen.getByRole('rowheader', { name }).parentElement;
  return row?.children[columns().indexOf(column)] as HTMLElement;
};

const COMMANDER = makePlayer({
  id: 500_000_002,
  username: 'Borodino_Gunner',
  clan: { clanInfo: null, clanMemberRole: 1, joinedClanAt: '2019-06-07T12:00:00+00:00' },
  gameKarma: 10,
  siteKarma: -3,
  ratingPerformance: 4,
  ratingTeamplay: -5,
  ratingCourtesy: 0,
  wgAccountCreatedAt: '2015-04-05T12:00:00+00:00',
  lastBattleTime: '2026-02-03T12:00:00+00:00',
});
const HIDDEN = makePlayer({
  username: 'Hood_Clanless',
  clan: { clanInfo: null, clanMemberRole: 9, joinedClanAt: null },
  wgHidden: true,
  optedOut: true,
  wgAccountCreatedAt: null,
  lastBattleTime: null,
});

/** Their numbers add up without null, and without ratings of the one who opted out. */
const MIXED = [
  makePlayer({ gameKarma: 10, siteKarma: 5, ratingCourtesy: 2 }),
  makePlayer({ gameKarma: -4, siteKarma: 50, ratingCourtesy: 30, optedOut: true }),
  makePlayer({ gameKarma: 100, siteKarma: 7, ratingCourtesy: 1, wgHidden: true }),
  makePlayer({ gameKarma: null, siteKarma: null, ratingCourtesy: null }),
].map((member) => ({ ...member, ratingPerformance: null }));
const METRICS = ['In-Game Karma', 'Platform Karma', 'Performance', 'Teamplay', 'Courtesy'];
const tiles = () =>
  within(screen.getByRole('region', { name: 'Clan Metrics' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('a clan page', () => {
  it('shows tag, name, description, facts and a statistics link (Rules 6.5, 6.7 and 6.8)', async () => {
    const description = '**Calm** seas';
    await show(
      {
        tag: 'A-B',
        name: 'Über Wave',
        leagueColor: 0xff_12_34_56,
        description,
        members: [COMMANDER],
      },
      { region: 'sea' },
    );
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('[A-B] Über Wave');
    const tag = screen.getByText(/A-B/);
    expect(tag.style.getPropertyValue('--tag-light')).toBe('#123456');
    expect(fact('Clan ID')?.textContent).toBe('501');
    expect(fact('Founded on')?.textContent).toBe('4 May 2018');
    expect(fact('Members')?.textContent).toBe('1');
    const statistics = screen.getByRole('link', { name: /wows-numbers/ }).getAttribute('href');
    expect(statistics).toBe('https://asia.wows-numbers.com/clan/501,A-B-%C3%9Cber%20Wave');
    expect((await screen.findByText('Calm')).tagName).toBe('STRONG');
  });

  it.each([
    [4, '+7', 'positive'],
    [-8, '−5', 'negative'],
    [-3, '0', 'warning'],
  ])('colours a total with %i more as %s, %s (Rule 6.6)', async (gameKarma, text, tone) => {
    await show({
      members: [makePlayer({ gameKarma: 3, siteKarma: 0 }), makePlayer({ gameKarma, siteKarma: 0 })],
    });
    const total = fact('Total Mixed Karma');
    expect(total?.textContent).toBe(text);
    const tones = ['positive', 'negative', 'warning'];
    expect(tones.filter((name) => total?.classList.contains(name))).toEqual([tone]);
  });

  it.each<[string, Partial<Clan>]>([
    ['null', { members: null }],
    ['absent', { members: undefined as never }],
    ['empty and never loaded', { members: [], membersUpdatedAt: null }],
  ])(
    'shows N/A for count, total and metrics when the member list is %s (Rules 6.6 and 6.8)',
    async (_, list) => {
      await show(list);
      expect([fact('Total Mixed Karma')?.textContent, fact('Members')?.textContent]).toEqual(['N/A', 'N/A']);
      expect(tiles()).toEqual(METRICS.map((name) => `${name}N/A`));
      expect(screen.getByText('No members to show.')).toBeTruthy();
    },
  );

  it('has no members and a total of 0 when the member list is known to be empty', async () => {
    await show({ members: [] });
    expect([fact('Total Mixed Karma')?.textContent, fact('Members')?.textContent]).toEqual(['0', '0']);
  });

  it('counts the same numbers in the total and the metrics (Rules 6.6 and 6.9)', async () => {
    await show({ members: MIXED });
    expect(fact('Total Mixed Karma')?.textContent).toBe('+118');
    expect(tiles()).toEqual([
      'In-Game KarmaTotal+106Min−4Max+100',
      'Platform KarmaTotal+12Min+5Max+7',
      'PerformanceN/A',
      'TeamplayTotal0Min0Max0',
      'CourtesyTotal+3Min+1Max+2',
    ]);
  });

  it('draws how the members are spread, with a description (Rule 6.9)', async () => {
    const others = [-30, 0, 0, 45].map((gameKarma) => makePlayer({ gameKarma }));
    await show({ members: [COMMANDER, ...others] });
    const drawing = screen.getByRole('img', { name: 'Members: 2 above zero, 2 at zero, 1 below' });
    expect(drawing.closest('li')?.textContent).toContain('In-Game Karma');
  });

  const names = () => screen.getAllByRole('rowheader').map((header) => header.getAttribute('aria-label'));
  const member = (
    username: string,
    clanMemberRole: number,
    joined: string | null,
    gameKarma: number | null,
  ) => {
    const joinedClanAt = joined && `${joined}-01-01T00:00:00+00:00`;
    return makePlayer({ username, gameKarma, clan: { clanInfo: null, clanMemberRole, joinedClanAt } });
  };
  const MEMBERS = [
    member('Unknown', 0, '2019', 3),
    member('LatePrivate', 6, '2024', null),
    member('NoDate', 6, null, -8),
    member('earlyPrivate', 6, '2020', 5),
    member('Commander', 1, '2023', 40),
    member('Recruiter', 3, '2023', 0),
    makePlayer({ username: 'NoMembership', clan: null, gameKarma: 1 }),
  ];

  it.each([
    ['', 'Commander Recruiter earlyPrivate LatePrivate NoDate Unknown NoMembership'],
    ['?sort=shoe-size', 'Commander Recruiter earlyPrivate LatePrivate NoDate Unknown NoMembership'],
    ['?sort=-rank', 'earlyPrivate LatePrivate NoDate Recruiter Commander Unknown NoMembership'],
    ['?sort=username', 'Commander earlyPrivate LatePrivate NoDate NoMembership Recruiter Unknown'],
    ['?sort=-gameKarma', 'Commander earlyPrivate Unknown NoMembership Recruiter NoDate LatePrivate'],
    ['?sort=gameKarma', 'NoDate Recruiter NoMembership Unknown earlyPrivate Commander LatePrivate'],
  ])('lists members in the order of the query %j (Rules 6.10 and 6.11)', async (query, order) => {
    await show({ members: MEMBERS }, { query });
    expect(names()).toEqual(order.split(' '));
  });

  it('sorts by any column, highest or latest first, and back undoes it (Rule 6.10)', async () => {
    const platform = await show({ members: MEMBERS });
    const header = (name: string) => screen.getByRole('columnheader', { name });
    expect(header('Rank').getAttribute('aria-sort')).toBe('ascending');
    const clicks = [
      ['Platform Karma', '?sort=-siteKarma', 'descending'],
      ['Platform Karma', '?sort=siteKarma', 'ascending'],
      ['Username', '?sort=username', 'ascending'],
      ['Last Battle', '?sort=-lastBattle', 'descending'],
      ['Rank', '', 'ascending'],
    ] as const;
    for (const [name, query, direction] of clicks) {
      page.fireEvent.click(within(header(name)).getByRole('button'));
      expect([platform.address(), header(name).getAttribute('aria-sort')]).toEqual([
        ADDRESS + query,
        direction,
      ]);
    }
    expect(platform.history).toHaveLength(6);
    page.act(() => platform.goBack(`${ADDRESS}?sort=-username`));
    expect([header('Username').getAttribute('aria-sort'), names()[0]]).toEqual(['descending', 'Unknown']);
  });

  it('sorts closed rows with a list of columns and a button for the direction (Rule 6.10)', async () => {
    await show({ members: MEMBERS });
    const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' });
    expect(field.value).toBe('rank');
    page.fireEvent.change(field, { target: { value: 'gameKarma' } });
    expect([field.value, names()[0]]).toEqual(['gameKarma', 'Commander']);
    page.fireEvent.click(screen.getByRole('button', { name: 'Descending. Reverse the order' }));
    expect(names()[0]).toBe('NoDate');
    expect(screen.getByRole('button', { name: 'Ascending. Reverse the order' })).toBeTruthy();
  });

  it('draws all members of a big clan, sorted at once (Rule 6.10)', async () => {
    const members = Array.from({ length: 60 }, (_, index) => member(`Member_${index}`, 6, null, index));
    await show({ members }, { query: '?sort=-gameKarma' });
    // Roles of so many cells are slow to find.
    const rows = () => [...document.querySelectorAll('tbody tr')];
    await page.act(() => new Promise(requestAnimationFrame));
    await page.waitFor(() => expect(rows()).toHaveLength(60));
    expect(rows()[0]?.textContent).toContain('Member_59');
  });

  it('shows every value of a member in its column, with short dates (Rule 6.10)', async () => {
    await show({ members: [COMMANDER] });
    const name = 'Borodino_Gunner';
    expect(columns()).toEqual([
      'Rank',
      'Username',
      'Account Created',
      'Joined Clan',
      'Game Karma',
      'Platform Karma',
      'Performance',
      'Teamplay',
      'Courtesy',
      'Last Battle',
    ]);
    expect(within(cell(name, 'Rank')).getByRole('img', { name: 'Commander' })).toBeTruthy();
    const link = within(cell(name, 'Username')).getByRole('link', { name });
    expect(link.getAttribute('href')).toBe('/player/500000002,Borodino_Gunner');
    const dates = {
      'Account Created': '2015-04-05',
      'Joined Clan': '2019-06-07',
      'Last Battle': '2026-02-03',
    };
    for (const [column, date] of Object.entries(dates)) {
      const time = cell(name, column).querySelector('time');
      expect(time?.getAttribute('datetime'), column).toContain(date);
      const [year = '', month = '', day = ''] = date.split('-');
      expect(time?.textContent, column).toContain(`${Number(month)}/${Number(day)}/${year.slice(2)}`);
    }
    const numbers = ['Game Karma', 'Platform Karma', 'Performance', 'Teamplay', 'Courtesy'];
    expect(numbers.map((column) => cell(name, column).textContent)).toEqual(['+10', '−3', '+4', '−5', '0']);
  });

  it('opens the rest of a member’s row with a button (Rule 30.21)', async () => {
    await show({ members: [COMMANDER] });
    const button = screen.getByRole('button', { name: 'All values of Borodino_Gunner' });
    const row = button.closest('tr');
    expect([button.getAttribute('aria-expanded'), row?.dataset.open]).toEqual(['false', undefined]);
    page.fireEvent.click(button);
    expect([button.getAttribute('aria-expanded'), row?.dataset.open]).toEqual(['true', 'true']);
  });

  it('shows the ribbon of a member who received posts', async () => {
    await show({ members: [COMMANDER, HIDDEN] }, { ribbons: { [COMMANDER.id]: '+-' } });
    const ribbon = await screen.findByRole('img', { name: /^Recent posts/ });
    expect(ribbon.closest('tr')).toBe(cell('Borodino_Gunner', 'Rank').parentElement);
    expect(screen.getAllByRole('img', { name: /^Recent posts/ })).toHaveLength(1);
  });

  it('shows N/A for hidden and unknown values of a member (Rules 6.10 and 6.11)', async () => {
    const optedOut = makePlayer({ ...COMMANDER, id: 7, username: 'Opted_Out', optedOut: true });
    const wgHidden = makePlayer({ ...COMMANDER, id: 8, username: 'Wg_Hidden', wgHidden: true });
    await show({ members: [HIDDEN, optedOut, wgHidden] });
    const known = columns().filter((column) => column !== 'Rank' && column !== 'Username');
    const valuesOf = (name: string) => known.map((column) => cell(name, column ?? '').textContent);
    expect(valuesOf('Hood_Clanless')).toEqual(Array(known.length).fill('N/A'));
    expect(within(cell('Hood_Clanless', 'Rank')).getByRole('img', { name: 'Unknown rank' })).toBeTruthy();
    expect(valuesOf('Opted_Out').slice(2, 7)).toEqual(['+10', 'N/A', 'N/A', 'N/A', 'N/A']);
    expect(valuesOf('Wg_Hidden').slice(2, 7)).toEqual(['N/A', 'N/A', '+4', '−5', '0']);
  });

  it.each<[string, string, Parameters<FakePlatform['answer']>[2], number]>([
    ['an unknown id', ADDRESS, { status: 404 }, 1],
    ['no content, as production answers', ADDRESS, { status: 204 }, 1],
    ['no id in the address', '/clan/abc', {}, 0],
  ])('shows that no clan was found with %s (Rule 6.12)', async (_, address, options, requests) => {
    const platform = page.fakePlatform(address);
    platform.answer(CLAN, { title: 'Not Found' }, options);
    page.render(<page.Clan />);
    expect(await screen.findByText('Sorry, no clan was found.')).toBeTruthy();
    expect(screen.getByText('404')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(platform.requests).toHaveLength(requests);
  });

  it('shows Loading..., then why loading failed, and the clan after a retry (Rule 6.12)', async () => {
    const platform = page.fakePlatform(ADDRESS);
    const answer = platform.hold(CLAN);
    page.render(<page.Clan />);
    expect(await screen.findByText('Loading...')).toBeTruthy();
    answer('<html>', { contentType: 'text/html', status: 502 });
    const failure = await screen.findByRole('alert');
    expect(failure.textContent).toMatch(/^Couldn’t load the clan\..+Sorry, no clan was found\.Try again$/);
    expect(screen.getByText('Couldn’t load the clan.')).toBeTruthy();
    expect(screen.queryByText('404')).toBeNull();
    platform.answer(CLAN, makeClan({ id: 501 }));
    page.fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Clan Metrics')).toBeTruthy();
    expect(screen.queryByText('Loading...')).toBeNull();
  });
});

describe('a rank (Rule 6.11)', () => {
  it.each([
    [1, 'Commander'],
    [2, 'Executive Officer'],
    [3, 'Recruiter'],
    [4, 'Commissioned Officer'],
    [5, 'Officer'],
    [6, 'Private'],
    [0, 'Unknown rank'],
    [7, 'Unknown rank'],
    [-1, 'Unknown rank'],
  ])('%d is named %s', (rank, name) => {
    render(<RankIcon rank={rank} />);
    expect(screen.getByRole('img', { name })).toBeTruthy();
    cleanup();
  });

  it.each([
    [1, 4],
    [2, 3],
    [3, 3],
    [4, 2],
    [5, 1],
    [6, 0],
  ])('%i has %i stripes, of which those of recruiters have a thin one (Rule 30.22)', (rank, count) => {
    const { container } = render(<RankIcon rank={rank} />);
    const stripes = [...container.querySelectorAll('path')].map((path) =>
      path.getAttribute('d')?.match(/h18(?!v)/g),
    );
    expect(stripes.flat().filter(Boolean)).toHaveLength(count);
    expect(stripes).toHaveLength(rank === 3 ? 3 : 2);
    cleanup();
  });

  it('has a drawing that differs from all others', () => {
    const drawings = RANK_NAMES.map((_, rank) => {
      const { container } = render(<RankIcon rank={rank} />);
      const drawing = container.innerHTML.replace(/aria-label="[^"]*"|<title>.*<\/title>/g, '');
      cleanup();
      return drawing;
    });
    expect(new Set(drawings).size).toBe(RANK_NAMES.length);
  });
});
