/** The screens of the player search and the clan search. */
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnswerOptions, FakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { newPage } from '#tests/support/new-page.ts';

const openPage = async () => ({
  ...(await newPage(() => [
    import('#islands/search/PlayerSearch.tsx'),
    import('#islands/search/ClanSearch.tsx'),
    import('#lib/stores/search/recents.ts'),
  ])),
  ...(await import('@testing-library/react')),
});
let page: Awaited<ReturnType<typeof openPage>>;
let platform: FakePlatform;

// happy-dom does not know the element <search>.
beforeAll(() => {
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' });
});
beforeEach(async () => {
  page = await openPage();
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const AURORA = { id: 7, username: 'Aurora_Captain', clan: null, karma: 12, praise: 3 };
const NINE = { id: 9, tag: 'C9', name: 'Nine Aurora', leagueColor: 0xff_12_34_56, karma: 40, praise: 1 };

const PLAYERS = {
  name: 'player',
  href: '/player',
  title: 'Search Players',
  label: 'Username',
  placeholder: '',
  call: (text: string) => `GET /api/Player/search/${text}`,
  item: AURORA as object,
  found: '1 player',
  link: 'Aurora_Captain',
  refused: 'Only the letters A to Z, digits and underscores can be searched here.',
  logged: [] as string[],
};
const CLANS: typeof PLAYERS = {
  name: 'clan',
  href: '/clan',
  title: 'Search Clans',
  label: 'Tag or name',
  placeholder: 'Clan tag/name',
  call: (text) => `GET /api/Clan/search/${text}?results=100`,
  item: NINE,
  found: 'Found 1 Clan(s) :',
  link: '[C9] Nine Aurora',
  refused: 'Type 2 to 50 characters to search for clans here.',
  logged: ['The clan search failed.'],
};

/** Goes to a search screen whose API knows who was praised, and the ribbon of a player. */
function goTo({ href, call }: typeof PLAYERS, text: string | null, answer?: [unknown, AnswerOptions?]): void {
  platform = page.fakePlatform(href, {
    localStorage: storageOf(new Map()),
    sessionStorage: storageOf(new Map()),
  });
  platform.answer('GET /api/Praised', { players: [{ ...AURORA, username: ' ' }], clans: [NINE] });
  platform.answer('GET /api/Player/ribbons?ids=7', { 7: '+-' });
  if (text !== null) platform.goBack(`${href}?search=${text}`);
  if (text !== null && answer) platform.answer(call(text), ...answer);
}
function draw({ name }: typeof PLAYERS): void {
  page.render(name === 'player' ? <page.PlayerSearch /> : <page.ClanSearch />);
}
function open(...[kind, ...rest]: Parameters<typeof goTo>): void {
  goTo(kind, ...rest);
  draw(kind);
}
const field = () => screen.getByRole('searchbox');
const links = () =>
  screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
const settle = () => page.act(page.settle);

describe.each([PLAYERS, CLANS])('the $name search', (kind) => {
  it('has a title and one field (Rules 4.1 and 6.1)', async () => {
    open(kind, null);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(kind.title);
    expect(screen.getAllByRole('searchbox')).toEqual([screen.getByLabelText(kind.label)]);
    expect(field().getAttribute('placeholder') ?? '').toBe(kind.placeholder);
  });

  it('shows that it searches, then the number of results (Rules 4.6 and 6.3)', async () => {
    goTo(kind, 'aurora');
    const answer = platform.hold(kind.call('aurora'));
    draw(kind);
    expect(screen.getAllByText('Searching...')).not.toEqual([]);
    answer([kind.item]);
    expect(await screen.findByText(kind.found)).toBeTruthy();
    expect(screen.getByRole('listitem').querySelector('mark')?.textContent).toBe('Aurora');
    expect(links().map(([text]) => text)).toEqual([kind.link]);
  });

  it('links to the other regions when nothing is found (Rules 4.3, 4.6 and 6.3)', async () => {
    const footer = document.createElement('footer');
    footer.innerHTML = `<a data-site="EU" aria-current="true" href="http://eu.test/">1</a>
      <a data-site="NA" href="http://na.test/guidelines">2</a>`;
    document.body.append(footer);
    open(kind, 'Only_Here', [[]]);
    expect(await screen.findByText('No results found')).toBeTruthy();
    const others = within(screen.getByRole('navigation', { name: 'Other regions' })).getAllByRole('link');
    expect(others.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Search NA', `http://na.test${kind.href}?search=Only_Here`],
    ]);
  });

  it('shows and logs a failure, with a retry that finds results (Rules 4.5 and 6.13)', async () => {
    const warnings = page.catchWarnings();
    open(kind, 'aurora', [undefined, { status: 500 }]);
    expect(await screen.findByText('The search failed.')).toBeTruthy();
    expect([links(), warnings]).toEqual([[], kind.logged]);
    platform.answer(kind.call('aurora'), [kind.item]);
    page.fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(kind.found)).toBeTruthy();
  });

  it('shows what may be typed when the API refuses the text, without a retry (Rule 4.8)', async () => {
    open(kind, 'aurora', [undefined, { status: 400 }]);
    expect((await screen.findByRole('alert')).textContent).toBe(kind.refused);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('ignores a late answer to an earlier text (Rule 4.5)', async () => {
    open(kind, null);
    const answer = platform.hold(kind.call('late'));
    page.act(() => platform.goBack(`${kind.href}?search=late`));
    platform.answer(kind.call('aurora'), [kind.item]);
    page.act(() => platform.goBack(`${kind.href}?search=aurora`));
    expect(await screen.findByText(kind.found)).toBeTruthy();
    answer([]);
    await settle();
    expect(screen.getByText(kind.found)).toBeTruthy();
  });
});

it.each([
  ['player', 'Players praised this week', 'Clans praised this week'],
  ['clan', 'Clans praised this week', 'Players praised this week'],
])(
  'the %s search lists visits and who was praised, until a text is searched (Rules 4.7 and 30.25)',
  async (name, ...titles) => {
    const kind = name === 'player' ? PLAYERS : CLANS;
    open(kind, null);
    const numbers = { karma: 1, performance: 0, teamplay: 0, courtesy: 0 };
    platform.answer('POST /api/Player/karmas-full', [
      { ...numbers, id: 8, gameKarma: 10, platformKarma: -3 },
      { ...numbers, id: 6, gameKarma: null, platformKarma: null },
    ]);
    platform.answer('GET /api/Player/ribbons?ids=8%2C6', { 8: '+' });
    page.rememberVisit({ kind: 'clan', id: 4, name: 'Waves', tag: 'WAVE' });
    page.rememberVisit({ kind: 'player', id: 6, name: 'Hood' });
    page.rememberVisit({ kind: 'player', id: 8, name: 'Borodino' });
    await settle();
    const headings = () =>
      screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings()).toEqual(['Recently visited', ...titles]);
    const rowsOf = (title: string) =>
      within(screen.getByRole('region', { name: title }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(rowsOf('Recently visited')).toEqual(
      name === 'player' ? ['BorodinoTotal karma: +7', 'HoodTotal karma: N/A'] : ['[WAVE]Waves'],
    );
    expect(rowsOf('Players praised this week')[0]).toBe('Player 7praised by 3 players');
    expect(rowsOf('Clans praised this week')[0]).toBe('[C9]Nine Aurorapraised by 1 player');
    const ribbons = screen.getAllByRole('img', { name: /^Recent posts: / });
    expect(ribbons).toHaveLength(name === 'player' ? 2 : 1);
    platform.answer(kind.call('aurora'), [kind.item]);
    page.act(() => platform.goBack(`${kind.href}?search=aurora`));
    expect(await screen.findByText(kind.found)).toBeTruthy();
    expect(headings()).toEqual([]);
    page.act(() => platform.goBack(kind.href));
    for (const text of [kind.found, 'Searching...', 'No results found'])
      expect(screen.queryByText(text)).toBeNull();
    page.fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(headings()).toEqual(titles);
    expect(platform.requests.filter((request) => request === 'GET /api/Praised')).toHaveLength(1);
  },
);

it('an API without lists of the praised, or without karma, leaves the visits (Rule 30.25)', async () => {
  goTo(PLAYERS, null);
  platform.answer('GET /api/features', { features: ['ribbons'] });
  platform.answer('POST /api/Player/karmas-full', '', { status: 500 });
  platform.answer('GET /api/Player/ribbons?ids=8', {});
  page.rememberVisit({ kind: 'player', id: 8, name: 'Borodino' });
  draw(PLAYERS);
  await settle();
  expect(screen.getByRole('listitem').textContent).toBe('Borodino');
  expect(platform.requests).not.toContain('GET /api/Praised');
});

it('results show clan in its colour, karma, ribbon and links (Rules 4.6 and 6.4)', async () => {
  const clan = { id: 5, tag: 'A-B', name: 'Rolling Waves', leagueColor: 0xff_12_34_56 };
  const hidden = { ...AURORA, id: 8, username: 'Aurora_Hidden', clan, karma: null };
  goTo(PLAYERS, 'aur', [[AURORA, hidden]]);
  platform.answer('GET /api/Player/ribbons?ids=7%2C8', { 7: '+-' });
  draw(PLAYERS);
  expect(await screen.findByText('2 players')).toBeTruthy();
  expect(await screen.findByRole('img', { name: /^Recent posts: / })).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Aurora_CaptainTotal karma: +12',
    '[A-B]Aurora_HiddenTotal karma: N/A',
  ]);
  expect(links()).toEqual([
    ['Aurora_Captain', '/player/7,Aurora_Captain'],
    ['Aurora_Hidden', '/player/8,Aurora_Hidden'],
  ]);
  page.cleanup();
  open(CLANS, 'aur', [[clan]]);
  expect((await screen.findByText('[A-B]')).style.getPropertyValue('--tag-light')).toBe('#123456');
  expect(links()).toEqual([['[A-B] Rolling Waves', '/clan/5,A-B-Rolling%20Waves']]);
});

it.each([true, false])('the field has the focus at first on a wide screen: %s (Rule 4.7)', (isWide) => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isWide && query === '(min-width: 64rem)' }));
  open(PLAYERS, null);
  expect(document.activeElement === field()).toBe(isWide);
});
