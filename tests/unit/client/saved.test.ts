/** Reading without a connection (Rule 2.41). */
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { API_ORIGIN, type FakePlatform } from '#tests/support/fake-platform.ts';
import { newPage } from '#tests/support/new-page.ts';

const CLAN = 'GET /api/Clan/501?includeMembers=true';
const NOW = Date.UTC(2026, 10, 22, 12);
const clan = { id: 501, tag: 'A-B', name: 'Rolling Waves' };

const openPage = () => newPage(() => [import('#lib/client/clan.ts'), import('#lib/stores/core/remote.ts')]);
let page: Awaited<ReturnType<typeof openPage>>;
let platform: FakePlatform;
let saved: Response | undefined;
let isOnline = false;
const match = vi.fn(async (_: string) => saved?.clone());

function open(parts: object = {}): void {
  platform = page.fakePlatform('/clan/501', {
    now: () => NOW,
    isOnline: () => isOnline,
    hasServiceWorker: () => true,
    openCache: async () => ({ match }) as unknown as Cache,
    ...parts,
  });
  platform.cut(CLAN);
}
const savedAgo = (milliseconds: number): Response =>
  new Response(JSON.stringify(clan), {
    headers: { 'Content-Type': 'application/json', 'Saved-At': String(NOW - milliseconds) },
  });

beforeEach(async () => {
  page = await openPage();
  isOnline = false;
  match.mockClear();
  saved = savedAgo(3 * millisecondsInHour);
});

describe('without a connection', () => {
  it('shows the saved answer with its age', async () => {
    open();
    expect(await page.getClan(501)).toMatchObject(clan);
    expect(platform.said).toEqual(['Saved 3 hours ago · you are offline']);
    expect(match.mock.calls[0]?.[0]).toBe(`${API_ORIGIN}/api/Clan/501?includeMembers=true`);
  });

  it('says so when the server does not answer a device that is online', async () => {
    isOnline = true;
    saved = savedAgo(20_000);
    open();
    await page.getClan(501);
    expect(platform.said).toEqual(['Saved just now · the server can’t be reached']);
  });

  it.each([
    ['with a sign-in cookie', { readCookies: () => 'Auth_EU=token' }, millisecondsInHour],
    ['without a service worker', { hasServiceWorker: () => false }, millisecondsInHour],
    ['without a cache', { openCache: async () => undefined }, millisecondsInHour],
    ['after 7 days', {}, 7 * millisecondsInDay],
  ])('shows nothing saved %s', async (_, parts, age) => {
    saved = savedAgo(age);
    open(parts);
    await expect(page.getClan(501)).rejects.toThrow('You are offline.');
    expect(platform.said).toEqual([]);
  });

  it('shows nothing saved in place of an answer, such as an error of the server', async () => {
    open();
    platform.answer(CLAN, { title: 'Not Found' }, { status: 404 });
    await expect(page.getClan(501)).rejects.toMatchObject({ status: 404 });
    expect(match).not.toHaveBeenCalled();
  });

  it('loads again when the device is online, and says so', async () => {
    open();
    const remote = page.createRemote();
    await remote.load((signal) => page.getClan(501, signal));
    expect(remote.$remote.get()).toMatchObject({ status: 'ready', value: clan });
    platform.answer(CLAN, { ...clan, name: 'Still Waters' });
    platform.happen('online');
    await page.settle();
    expect(remote.$remote.get()).toMatchObject({ value: { name: 'Still Waters' } });
    expect(platform.said.at(-1)).toBe('You are online again.');
  });

  it('tries again after a while when the device was online all the time', async () => {
    isOnline = true;
    const timers: [() => void, number][] = [];
    open();
    const { setRuntime } = await import('#lib/runtime.ts');
    const restore = setRuntime({
      setTimer: (callback, wait) => {
        timers.push([callback, wait]);
        return () => {};
      },
    });
    const remote = page.createRemote();
    await remote.load((signal) => page.getClan(501, signal));
    platform.answer(CLAN, { ...clan, name: 'Still Waters' });
    timers.find(([, wait]) => wait === 15_000)?.[0]();
    await expect.poll(() => remote.$remote.get()).toMatchObject({ value: { name: 'Still Waters' } });
    restore();
  });
});
