import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { $address } from '#lib/stores/core/address.ts';
import { playerSearch } from '#lib/stores/search/player-search.ts';
import { type FakePlatform, fakePlatform, settle } from '#tests/support/fake-platform.ts';

const AUR = 'GET /api/Player/search/aur';
const AURORA = 'GET /api/Player/search/aurora';
const captain = { id: 500_000_001, username: 'Aurora_Captain' };

let platform: FakePlatform;

function open(href: string): void {
  platform = fakePlatform(href);
  playerSearch.$search.listen(() => {});
  playerSearch.$found.listen(() => {});
}

const found = () => {
  const remote = playerSearch.$found.get();
  return remote.status === 'ready' ? remote.value.map(({ username }) => username) : remote.status;
};

async function type(text: string, pause = 300): Promise<void> {
  playerSearch.type(text);
  await vi.advanceTimersByTimeAsync(pause);
  await settle();
}

describe('the player search', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('window', new EventTarget());
  });
  afterEach(() => {
    cleanStores(playerSearch.$search, playerSearch.$found, $address);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('searches 300 ms after the last keystroke, once (Rule 4.2)', async () => {
    open('/player');
    platform.answer(AURORA, [captain]);
    await type('aur', 299);
    await type('auro', 100);
    await type('aurora', 299);
    expect(platform.requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await settle();
    expect(platform.requests).toEqual([AURORA]);
    expect(found()).toEqual(['Aurora_Captain']);
  });

  it('does not search the same trimmed text twice in a row (Rule 4.2)', async () => {
    open('/player');
    platform.answer(AUR, [captain]);
    await type('aur');
    await type('aur ');
    await type(' aur');
    playerSearch.searchNow();
    expect(platform.requests).toEqual([AUR]);
  });

  it('reports that two characters are too few, and clears the results', async () => {
    open('/player');
    platform.answer(AUR, [captain]);
    await type('aur');
    await type('au');
    expect(playerSearch.$search.get().asked).toEqual({
      kind: 'invalid',
      message: 'The value must be at least 3 characters long.',
    });
    expect(found()).toBe('loading');
    expect(platform.requests).toEqual([AUR]);
  });

  it('shows what may be typed when the API refuses the letters (Rule 4.8)', async () => {
    open('/player');
    const refusal = { errors: { query: ["The field query must match '^[a-z]*$'."] } };
    platform.answer('GET /api/Player/search/%D0%9F%D1%91%D1%82', refusal, { status: 400 });
    await type('Пёт');
    expect(playerSearch.$search.get()).toEqual({
      text: 'Пёт',
      asked: {
        kind: 'invalid',
        message: 'Only the letters A to Z, digits and underscores can be searched here.',
      },
    });
    platform.answer(AUR, [captain]);
    await type('aur');
    expect(found()).toEqual(['Aurora_Captain']);
  });

  it('ignores a late answer to an earlier text (Rule 4.5)', async () => {
    open('/player');
    const answerFirst = platform.hold(AUR);
    platform.answer(AURORA, [captain]);
    await type('aur');
    await type('aurora');
    answerFirst([{ id: 1, username: 'Too_Late' }]);
    await settle();
    expect(found()).toEqual(['Aurora_Captain']);
  });

  it('reads 204 as no results (Rule 4.3)', async () => {
    open('/player');
    platform.answer(AUR, undefined, { status: 204 });
    await type('aur');
    expect(found()).toEqual([]);
  });

  it('keeps a failure until the next try (Rule 4.5)', async () => {
    open('/player');
    platform.answer(AUR, { title: 'Broken' }, { status: 500 });
    await type('aur');
    expect(found()).toBe('failed');
    platform.answer(AUR, [captain]);
    playerSearch.searchNow();
    await settle();
    expect(found()).toEqual(['Aurora_Captain']);
  });

  it('searches the text of the address at once (Rule 4.4)', async () => {
    platform = fakePlatform('/player?search=aurora');
    platform.answer(AURORA, [captain]);
    playerSearch.$search.listen(() => {});
    await settle();
    expect(playerSearch.$search.get().text).toBe('aurora');
    expect(found()).toEqual(['Aurora_Captain']);
    expect(platform.history).toEqual(['/player?search=aurora']);
  });

  it('keeps the text in the address; only another search adds an entry (Rule 4.4)', async () => {
    open('/player');
    platform.answer(AUR, []);
    platform.answer(AURORA, []);
    platform.answer('GET /api/Player/search/borodino', []);
    await type('aur');
    await type('aurora');
    await type('borodino');
    expect(platform.history).toEqual(['/player?search=aurora', '/player?search=borodino']);
    platform.goBack('/player?search=aurora');
    await settle();
    expect(playerSearch.$search.get().text).toBe('aurora');
    expect(platform.requests.at(-1)).toBe(AURORA);
  });

  it.each(['fo', 'foo-bar', '%20aur'])('leaves the address alone when it has the text %s', async (search) => {
    platform = fakePlatform(`/player?search=${search}`);
    platform.answer(AUR, []);
    playerSearch.$search.listen(() => {});
    await settle();
    expect(platform.history).toEqual([`/player?search=${search}`]);
    expect(playerSearch.$search.get().text).toBe(decodeURIComponent(search));
  });

  it('keeps the text being typed when the address changes', async () => {
    open('/player');
    platform.answer(AUR, []);
    await type('aur');
    await type('aurora_c', 100);
    expect(playerSearch.$search.get().text).toBe('aurora_c');
    expect(playerSearch.$search.get().asked).toEqual({ kind: 'query', query: 'aur' });
  });
});
