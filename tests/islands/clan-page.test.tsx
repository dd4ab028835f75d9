import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RANK_NAMES, RankIcon } from '#islands/ui/RankIcon.tsx';
import type { Clan } from '#lib/schemas/clan.ts';
import { makeClan, makePlayer } from '#tests/support/builders.ts';
import { newPage } from '#tests/support/new-page.ts';

const ADDRESS = '/clan/501,A-B-Rolling-Waves';

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

async function show(overrides: Partial<Clan>, ribbons: object = {}): Promise<void> {
  const platform = page.fakePlatform(ADDRESS);
  const ids = (overrides.members ?? []).map(({ id }) => id).join('%2C');
  platform.answer(`GET /api/Player/ribbons?ids=${ids}`, ribbons);
  platform.answer('GET /api/Clan/501?includeMembers=true', makeClan({ id: 501, ...overrides }));
  page.render(<page.Clan />);
  await screen.findByText('Total Mixed Karma');
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

describe('a clan page', () => {
  it('shows the tag in the league’s colour, the name, the total and facts (Rule 6.5)', async () => {
    await show({ tag: 'A-B', name: 'Rolling Waves', leagueColor: 0xff_12_34_56, members: [COMMANDER] });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('[A-B] Rolling Waves');
    const tag = screen.getByText(/A-B/);
    expect(tag.style.getPropertyValue('--tag-light')).toBe('#123456');
    expect(fact('Total Mixed Karma')?.textContent).toBe('+7');
    expect(fact('Clan ID')?.textContent).toBe('501');
    expect(fact('Founded on')?.textContent).toBe('4 May 2018');
    expect(fact('Members')?.textContent).toBe('1');
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

  it('shows N/A for count, total and metrics without a member list (Rule 6.8)', async () => {
    await show({ members: null });
    expect(fact('Total Mixed Karma')?.textContent).toBe('N/A');
    expect(fact('Members')?.textContent).toBe('N/A');
    const tiles = within(screen.getByRole('region', { name: 'Clan Metrics' })).getAllByRole('listitem');
    expect(tiles.map(({ textContent }) => textContent)).toEqual([
      'In-Game KarmaN/A',
      'Platform KarmaN/A',
      'PerformanceN/A',
      'TeamplayN/A',
      'CourtesyN/A',
    ]);
  });

  it('shows total, minimum and maximum of each metric (Rule 6.9)', async () => {
    const second = makePlayer({ gameKarma: 40, siteKarma: 5, ratingPerformance: -1, ratingTeamplay: 2 });
    await show({ members: [COMMANDER, second] });
    const tiles = within(screen.getByRole('region', { name: 'Clan Metrics' })).getAllByRole('listitem');
    expect(tiles.map(({ textContent }) => textContent)).toEqual([
      'In-Game KarmaTotal+50Min+10Max+40',
      'Platform KarmaTotal+2Min−3Max+5',
      'PerformanceTotal+3Min−1Max+4',
      'TeamplayTotal−3Min−5Max+2',
      'CourtesyTotal0Min0Max0',
    ]);
  });

  it('draws how the members are spread, with a description (Rule 6.9)', async () => {
    const others = [-30, 0, 0, 45].map((gameKarma) => makePlayer({ gameKarma }));
    await show({ members: [COMMANDER, ...others] });
    const drawing = screen.getByRole('img', { name: 'Members: 2 above zero, 2 at zero, 1 below' });
    expect(drawing.closest('li')?.textContent).toContain('In-Game Karma');
  });

  it('sorts closed rows with a list of columns and a button for the direction (Rule 6.10)', async () => {
    const second = makePlayer({ username: 'Ahoy', gameKarma: 40 });
    await show({ members: [COMMANDER, second] });
    const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' });
    expect([field.value, ...names()]).toEqual(['rank', 'Borodino_Gunner', 'Ahoy']);
    page.fireEvent.change(field, { target: { value: 'gameKarma' } });
    expect([field.value, ...names()]).toEqual(['gameKarma', 'Ahoy', 'Borodino_Gunner']);
    page.fireEvent.click(screen.getByRole('button', { name: 'Descending. Reverse the order' }));
    expect(names()).toEqual(['Borodino_Gunner', 'Ahoy']);
    expect(screen.getByRole('button', { name: 'Ascending. Reverse the order' })).toBeTruthy();
  });

  it('shows every value of a member in its column, with short dates (Rule 6.10)', async () => {
    await show({ members: [COMMANDER] });
    const name = 'Borodino_Gunner';
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

  it('shows the ribbon of a member who received posts (Rule 5.13)', async () => {
    await show({ members: [COMMANDER, HIDDEN] }, { [COMMANDER.id]: '+-' });
    const ribbon = await screen.findByRole('img', { name: /^Recent posts/ });
    expect(ribbon.closest('tr')).toBe(cell('Borodino_Gunner', 'Rank').parentElement);
    expect(screen.getAllByRole('img', { name: /^Recent posts/ })).toHaveLength(1);
  });

  it('shows N/A for hidden and unknown values of a member (Rule 6.11)', async () => {
    await show({ members: [HIDDEN] });
    const known = columns().filter((column) => column !== 'Rank' && column !== 'Username');
    expect(known.map((column) => cell('Hood_Clanless', column ?? '').textContent)).toEqual(
      Array(known.length).fill('N/A'),
    );
    expect(within(cell('Hood_Clanless', 'Rank')).getByRole('img', { name: 'Unknown rank' })).toBeTruthy();
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
