/** Reading without a connection (Rule 2.41). */
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isSavableAnswer, isSavableCall, SAVED_MS, savedAddress, savedMoment } from '#lib/domain/saved.ts';
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

const POST = '/api/Post/1254e2b7-f830-4764-bb05-9f2755ca057e';
const call = (path: string, { method = 'GET', headers = {}, origin = API_ORIGIN } = {}) =>
  isSavableCall({ method, url: origin + path, headers: new Headers(headers) }, API_ORIGIN);

describe('a call', () => {
  it.each([
    '/api/Post/latest?page=1&pageSize=10',
    POST,
    '/api/Post/500000002/received?page=2&pageSize=20',
    '/api/Post/user/500000002/sent',
    '/api/Player/500000002?includeClanInfo=true',
    '/api/Player/search/boro',
    '/api/Player/ribbons?ids=1%2C2',
    '/api/Stats',
    '/api/features',
    '/api/Clan/501?includeMembers=true',
    '/api/clan/search/waves?results=100',
  ])('%s is saved', (path) => {
    expect(call(path)).toBe(true);
  });

  it.each([
    '/api/Auth',
    '/api/Auth/login',
    '/api/Profile/500000002',
    '/api/mod/bans/500000002?currentOnly=true',
    '/api/mod/action/list?postId=1',
    '/api/hubs/post/negotiate',
    '/api/Replay/1254e2b7-f830-4764-bb05-9f2755ca057e',
    `${POST}/replay`,
    '/api/Replay/1/timeline',
    '/api/Status',
    '/api/Player',
    '/api/Post/latest/more',
    '/player/1,x',
  ])('%s is not saved', (path) => {
    expect(call(path)).toBe(false);
  });

  it('is not saved when it writes, is of another server, carries a token or wants a part', () => {
    expect(call(POST, { method: 'DELETE' })).toBe(false);
    expect(call(POST, { method: 'HEAD' })).toBe(false);
    expect(call(POST, { origin: 'https://elsewhere.example' })).toBe(false);
    expect(call(POST, { headers: { Authorization: 'Bearer x' } })).toBe(false);
    expect(call(POST, { headers: { Range: 'bytes=0-1' } })).toBe(false);
    expect(call(`${POST}?access_token=x`)).toBe(false);
  });
});

describe('an answer', () => {
  const PUBLIC = { 'Cache-Control': 'public, max-age=0, s-maxage=5', 'Content-Type': 'application/json' };
  const answer = (headers: Record<string, string> = {}, status = 200, type: ResponseType = 'cors') =>
    isSavableAnswer({ status, type, headers: new Headers({ ...PUBLIC, ...headers }) });

  it('is saved when the API marks it as what every visitor gets', () => {
    expect(answer()).toBe(true);
  });

  it.each(['private, no-cache', 'no-store', '', 'max-age=60', 'private="public-name"'])(
    'is not saved with Cache-Control: %s, as users get it',
    (header) => {
      expect(answer({ 'Cache-Control': header })).toBe(false);
    },
  );

  it('is not saved when it is an error, a part, opaque, or no JSON', () => {
    for (const status of [204, 206, 304, 404, 500]) expect(answer({}, status)).toBe(false);
    expect(answer({}, 200, 'opaque')).toBe(false);
    expect(answer({ 'Content-Type': 'video/mp4' })).toBe(false);
  });

  it('is found again whatever version of the data a page wants', () => {
    expect(savedAddress(`${API_ORIGIN}/api/Post/latest?page=1&v=17`)).toBe(
      `${API_ORIGIN}/api/Post/latest?page=1`,
    );
    expect(savedAddress(`${API_ORIGIN}${POST}?v=17`)).toBe(`${API_ORIGIN}${POST}`);
  });

  it('is shown for 7 days, and never without the moment at which it was saved', () => {
    const at = (moment: string) =>
      savedMoment(new Headers(moment ? { 'Saved-At': moment } : {}), SAVED_MS + 5);
    expect(at('6')).toBe(6);
    expect(at('5')).toBeNull();
    expect(at('')).toBeNull();
    expect(at('yesterday')).toBeNull();
  });
});
