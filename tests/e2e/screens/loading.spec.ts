/** Files of each page and their order, as a browser loads them; `build-output.spec.ts` weighs the files. */
import { expect, type Page, type Route, test } from 'playwright/test';
import { type Ask, askRegion } from '#tests/support/screens.ts';
import { editorFilesLoaded } from '#tests/support/watch-page.ts';

const KB = 1024;
const DATA_SCRIPT_MAX = 106 * KB;
/** Parts that load later: connections, forms, dialogs, and the ribbons of a drawn list. */
const LATER =
  /signalr|\/(features|ribbons)\.|-hub\.|events\.|Dialog|dialogs|PostEditor|StaffBar|NotificationPanel/;

/** The live part of the home page, which loads once the page is on the screen; `build-output.spec.ts` weighs it. */
const HOME_LATER = /\/hashed\/home-live\./;

interface Loaded {
  url: string;
  type: string;
  /** Bytes of the body as they were sent. */
  bytes: Promise<number>;
}

/** Records every answer in the order of completion, and how many scripts were loaded when each request was sent. */
function listen(page: Page): { loaded: Loaded[]; asked: { url: string; scriptsLoaded: number }[] } {
  const loaded: Loaded[] = [];
  const asked: { url: string; scriptsLoaded: number }[] = [];
  let scriptsLoaded = 0;
  page.on('request', (request) => asked.push({ url: request.url(), scriptsLoaded }));
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scriptsLoaded += 1;
    const bytes = request
      .response()
      .then(async (response) => Number((await response?.headerValue('content-length')) ?? Number.NaN))
      // The test may have ended and closed the page.
      .catch(() => Number.NaN);
    loaded.push({ url: request.url(), type: request.resourceType(), bytes });
  });
  return { loaded, asked };
}

const scripts = (loaded: readonly Loaded[]) => loaded.filter(({ type }) => type === 'script');
const total = async (loaded: readonly Loaded[]): Promise<number> =>
  (await Promise.all(loaded.map(({ bytes }) => bytes))).reduce((sum, bytes) => sum + bytes, 0);

interface Screen {
  name: string;
  /** Its requests, and how many. */
  data: RegExp;
  requests?: number;
  /** A text of the data. */
  shown: string;
  /** Whether the page shows that text without any module (Rule 2.47). */
  isEarly: boolean;
  address: (ask: Ask) => Promise<string>;
}

const SCREENS: readonly Screen[] = [
  {
    name: 'The player search',
    data: /\/api\/Player\/search\//,
    shown: 'Borodino_Gunner',
    isEarly: false,
    address: async () => '/player?search=Borodino',
  },
  {
    name: 'A profile',
    // The history follows the screen's code.
    data: /\/api\/(Player\/500000002(?!\/karma-history)|Post\/500000002\/received)/i,
    requests: 2,
    shown: 'Performance',
    isEarly: true,
    address: async () => '/player/500000002,Borodino_Gunner',
  },
  {
    name: 'The clan search',
    data: /\/api\/Clan\/search\//,
    shown: 'Clan(s) :',
    isEarly: false,
    address: async () => '/clan?search=a',
  },
  {
    name: 'A clan',
    data: /\/api\/Clan\/\d/,
    shown: 'Total Mixed Karma',
    isEarly: false,
    address: async (ask) => `/clan/${(await ask('/api/Clan/search/a?results=1'))[0].id},A-Clan`,
  },
  {
    name: 'Latest posts',
    data: /\/api\/Post\/latest/,
    shown: 'Performance',
    isEarly: true,
    address: async () => '/posts',
  },
  {
    name: 'A post',
    data: /\/api\/Post\/[\da-f-]{36}/i,
    shown: 'Performance',
    isEarly: true,
    address: async (ask) => `/posts/${(await ask('/api/Post/latest?pageSize=1'))[0].id}`,
  },
];

for (const { name, data, requests = 1, shown, isEarly, address: addressOf } of SCREENS) {
  test(`${name} requests its data once, before any module, and shows it after at most 106 KB`, async ({
    page,
    request,
  }) => {
    const address = await addressOf(askRegion(request, 'eu'));
    const { loaded, asked } = listen(page);
    // Holds the modules back, so that a request that follows them cannot be early by chance.
    const held = Promise.withResolvers<void>();
    await page.route(/\/hashed\/.*\.js$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    // The load event waits for the modules.
    await page.goto(address, { waitUntil: 'commit' });
    if (!isEarly) {
      await expect.poll(() => asked.filter(({ url }) => data.test(url)).length).toBe(requests);
      held.resolve();
    }
    await expect(page.getByRole('main').getByText(shown).first()).toBeVisible();
    const before = scripts(loaded);
    held.resolve();
    await expect(page.locator('[data-early-posts]')).toHaveCount(0);
    const early = asked.filter(({ url }) => data.test(url));
    expect(early.map(({ scriptsLoaded }) => scriptsLoaded)).toEqual(Array(requests).fill(0));
    expect(new Set(early.map(({ url }) => url)).size).toBe(requests);
    if (isEarly) expect(before).toEqual([]);
    else expect(before.length, 'modules before the data').toBeGreaterThan(3);
    expect(await total(before.filter(({ url }) => !LATER.test(url)))).toBeLessThanOrEqual(DATA_SCRIPT_MAX);
    const sheets = loaded.filter(({ type }) => type === 'stylesheet');
    expect(sheets, 'style sheets are in the page').toEqual([]);
  });
}

for (const address of ['/', '/guidelines', '/privacy', '/unauthorized', '/forbidden', '/nowhere']) {
  test(`${address} loads no script file and at most 25 KB in all`, async ({ page }) => {
    const { loaded } = listen(page);
    await page.goto(address);
    await editorFilesLoaded(page);
    const first = loaded.filter(({ url }) => !HOME_LATER.test(url));
    expect(scripts(first)).toEqual([]);
    const own = first.filter(({ type }) => ['document', 'stylesheet', 'script'].includes(type));
    expect(own).toHaveLength(1);
    expect(await total(own)).toBeLessThanOrEqual(25 * KB);
  });
}

test('SignalR loads after the feed is shown, in one file of at most 16 KB, and no dialog loads yet', async ({
  page,
}) => {
  const { loaded, asked } = listen(page);
  let askedBefore: string[] = [];
  const holdData = async (route: Route) => {
    // Everything that loads with the page has been requested once its islands are drawn and the page is idle.
    await expect.poll(() => scripts(loaded).length).toBeGreaterThan(3);
    for (const _ of [1, 2, 3]) await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    askedBefore = asked.map(({ url }) => url);
    await route.continue();
  };
  await page.route(/\/api\/Post\/latest/i, holdData, { times: 1 });
  await page.goto('/posts');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  expect(askedBefore.length).toBeGreaterThan(3);
  expect(askedBefore.filter((url) => LATER.test(url))).toEqual([]);
  const signalr = scripts(loaded).filter(({ url }) => /signalr/.test(url));
  expect(signalr).toHaveLength(1);
  expect(await total(signalr)).toBeLessThanOrEqual(16 * KB);
  expect(scripts(loaded).filter(({ url }) => /Dialog|dialogs/.test(url))).toEqual([]);
});
