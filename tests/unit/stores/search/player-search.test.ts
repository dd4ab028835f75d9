/** What the searches of players and clans share: typing, the address, and what is searched. */
import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { $address } from '#lib/stores/core/address.ts';
import { clanSearch } from '#lib/stores/search/clan-search.ts';
import { playerSearch } from '#lib/stores/search/player-search.ts';
import { type FakePlatform, fakePlatform, settle } from '#tests/support/fake-platform.ts';

const SEARCHES = [
  { name: 'player', search: playerSearch, href: '/player', call: (text: string) => `Player/search/${text}` },
  {
    name: 'clan',
    search: clanSearch,
    href: '/clan',
    call: (text: string) => `Clan/search/${text}?results=100`,
  },
];

let platform: FakePlatform;
let { search, href, call } = SEARCHES[0] as (typeof SEARCHES)[number];

/** Goes to the search; every text of these has no results. */
function open(query = ''): void {
  platform = fakePlatform(href + query);
  for (const text of ['aur', 'aurora', 'borodino', 'Rolling%20Waves!'])
    platform.answer(`GET /api/${call(text)}`, []);
  search.$search.listen(() => {});
  search.$found.listen(() => {});
}
const requests = () => platform.requests.map((request) => request.replace('GET /api/', ''));

async function type(text: string, pause = 300): Promise<void> {
  search.type(text);
  await vi.advanceTimersByTimeAsync(pause);
  await settle();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  cleanStores(search.$search, search.$found, $address);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe.each(SEARCHES)('the $name search', (one) => {
  beforeEach(() => {
    ({ search, href, call } = one);
  });

  it('searches 300 ms after the last keystroke, once (Rules 4.2 and 6.2)', async () => {
    open();
    await type('aur', 299);
    await type('auro', 100);
    await type('aurora', 299);
    expect(requests()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await settle();
    expect(requests()).toEqual([call('aurora')]);
    expect(search.$found.get()).toMatchObject({ status: 'ready', value: [] });
  });

  it('does not search the same trimmed text twice in a row, nor an empty one (Rules 4.2 and 6.2)', async () => {
    open();
    for (const text of ['  ', 'aur', 'aur ', ' aur']) await type(text);
    search.searchNow();
    expect(requests()).toEqual([call('aur')]);
  });

  it('searches the text of the address at once (Rule 4.4)', async () => {
    open('?search=aurora');
    await settle();
    expect([search.$search.get().text, requests()]).toEqual(['aurora', [call('aurora')]]);
    expect(platform.history).toEqual([`${href}?search=aurora`]);
  });

  it('keeps the text in the address; only another search adds an entry (Rule 4.4)', async () => {
    open();
    for (const text of ['aur', 'aurora', 'borodino']) await type(text);
    expect(platform.history).toEqual([`${href}?search=aurora`, `${href}?search=borodino`]);
    platform.goBack(`${href}?search=aurora`);
    await settle();
    expect([search.$search.get().text, requests().at(-1)]).toEqual(['aurora', call('aurora')]);
    await type('');
    expect(platform.address()).toBe(href);
  });

  it('keeps the text being typed when the address changes', async () => {
    open();
    await type('aur');
    await type('aurora_c', 100);
    expect(search.$search.get()).toEqual({ text: 'aurora_c', asked: { kind: 'query', query: 'aur' } });
  });
});

describe('the player search', () => {
  beforeEach(() => {
    ({ search, href, call } = SEARCHES[0] as (typeof SEARCHES)[number]);
  });

  it('needs 3 characters, and clears the results (Rule 4.2)', async () => {
    open();
    await type('aur');
    for (const [text, message] of [
      ['au', 'The value must be at least 3 characters long.'],
      ['au/..', 'Player names have only letters, digits and underscores.'],
    ] as const) {
      await type(text);
      expect(search.$search.get().asked).toEqual({ kind: 'invalid', message });
    }
    expect([search.$found.get().status, requests()]).toEqual(['loading', [call('aur')]]);
  });

  it.each(['fo', 'foo-bar', '%20aur'])('leaves the address alone when it has the text %s', async (text) => {
    open(`?search=${text}`);
    await settle();
    expect(platform.history).toEqual([`/player?search=${text}`]);
    expect(search.$search.get().text).toBe(decodeURIComponent(text));
  });
});

it('the clan search searches any text, spaces and signs included (Rule 6.2)', async () => {
  ({ search, href, call } = SEARCHES[1] as (typeof SEARCHES)[number]);
  open('?search=Rolling+Waves%21');
  await settle();
  expect(requests()).toEqual([call('Rolling%20Waves!')]);
});
