/** Pages before their code has loaded, compared with the screens that are drawn then; `build-output.spec.ts` weighs the files. */
import { expect, type Page, test } from 'playwright/test';
import { originOf } from '#tests/support/region-site.ts';
import { type Ask, askRegion, screenDrawn } from '#tests/support/screens.ts';

// No other test writes posts there.
const region = 'sea';
test.use({ baseURL: originOf(region) });

declare global {
  interface Window {
    /** Set when the page had no post after it had one. */
    __gap?: boolean;
  }
}

/** Holds every module of the page back, and with them its load event. Returns a function that lets them load. */
async function holdModules(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.unrouteAll();
  await page.route(/\/hashed\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Records the page's requests. Returns a function that lists those that match, since its last call. */
function recordRequests(page: Page): (data: RegExp) => string[] {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  return (data) => sent.splice(0).filter((url) => data.test(url));
}

/** Titles, emblems, and the places of what is read, of the posts in the window; what the first one is to assistive technology. */
async function posts(page: Page) {
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll('article')]
      .filter((article) => article.getBoundingClientRect().top < window.innerHeight)
      .map((article) => {
        const title = article.querySelector('h1, h2');
        return {
          title: title?.textContent,
          emblems: [...article.querySelectorAll('header use')].map((use) => use.getAttribute('href')),
          places: [
            article,
            title,
            article.querySelector('p[dir]'),
            article.querySelector('ul'),
            article.querySelector('header svg'),
          ].map((part) => {
            const { left, top } = part?.getBoundingClientRect() ?? { left: -1, top: -1 };
            return [Math.round(left), Math.round(top)];
          }),
        };
      }),
  );
  const first = page.getByRole('article').first();
  return {
    shown,
    name: await first.getAttribute('aria-label'),
    // Minutes pass.
    head: (await first.locator('header').ariaSnapshot()).replace(/- time: .*/g, '- time'),
    title: await first.getByRole('heading').first().ariaSnapshot(),
  };
}

const PROFILE = '/player/500000002,Borodino_Gunner';
const POST = async (ask: Ask): Promise<string> => {
  const latest = await ask('/api/Post/latest?pageSize=10');
  return `/posts/${latest.find(({ modLocked }: { modLocked: boolean }) => !modLocked).id}`;
};
// The history of a profile follows the screen's code.
const PLAYER = /\/api\/(Player\/500000002(?!\/karma-history)|Post\/500000002\/(received|sent))/i;

/** With their requests, and how many. */
const EARLY: readonly [
  name: string,
  address: (ask: Ask) => Promise<string>,
  data: RegExp,
  requests: number,
][] = [
  ['the feed', async () => '/posts', /\/api\/Post\/latest/i, 1],
  ['received posts', async () => PROFILE, PLAYER, 2],
  ['sent posts', async () => `${PROFILE}?tab=sent`, PLAYER, 2],
  ['a post', POST, /\/api\/Post\/[\da-f-]{36}/i, 1],
];

/** With the pixels of the screen in one of CSS, to which browsers round the heights of fonts. */
const SIZES = [
  [390, 844, 1.75],
  [1440, 900, 1],
] as const;

for (const [width, height, deviceScaleFactor] of SIZES)
  test(`First posts can be read before any module, and stay in place at ${width} px (Rule 2.47)`, async ({
    browser,
    request,
  }) => {
    const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor });
    await page.addInitScript(() => {
      let seen = false;
      const look = (): void => {
        const isShown = document.querySelector('article') !== null;
        if (seen && !isShown) window.__gap = true;
        seen ||= isShown;
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    });
    const requests = recordRequests(page);
    const early = page.locator('[data-early-posts]');
    for (const [name, addressOf, data, count] of EARLY)
      await test.step(name, async () => {
        const address = await addressOf(askRegion(request, region));
        const release = await holdModules(page);
        requests(/^/);
        await page.goto(address, { waitUntil: 'commit' });
        await expect(early.locator('article').first()).toBeVisible();
        await page.evaluate(() => document.fonts.ready);
        if (address.startsWith(PROFILE))
          await expect(page.getByText('Borodino_Gunner').first()).toBeVisible();
        const before = await posts(page);
        expect(before.shown.length).toBeGreaterThan(0);
        expect(before.shown[0]?.emblems[0]).toMatch(/^\/hashed\/emblems\..*\.svg#[\da-zH]$/);
        expect(before.head).toContain('list "Flairs"');
        const focused = page.getByRole('article').first().locator('h1 a, h2 a');
        const canFocus = (await focused.count()) > 0;
        if (canFocus) await focused.focus();
        expect(requests(data)).toHaveLength(count);
        release();
        await screenDrawn(page);
        await expect.poll(() => posts(page)).toEqual(before);
        if (canFocus) await expect(focused).toBeFocused();
        await expect(page.getByRole('button', { name: 'Copy link' }).first()).toBeVisible();
        expect(await page.evaluate(() => window.__gap)).toBeUndefined();
      });
  });

test('A clan can be read before any module, and stays in place', async ({ page, request }) => {
  const ask = askRegion(request, region);
  const [{ id, tag }] = await ask('/api/Clan/search/a?results=1');
  const heading = (name: string | RegExp) => page.getByRole('main').getByRole('heading', { name }).first();
  const places = () =>
    Promise.all([heading(`[${tag}]`), heading('Description')].map((part) => part.boundingBox()));
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const release = await holdModules(page);
    await page.goto(`/clan/${id}`, { waitUntil: 'commit' });
    await expect(heading('Description')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const before = await places();
    release();
    await expect(heading('Clan Metrics')).toBeVisible();
    expect(await places()).toEqual(before);
  }
});

test('Other screens request their data once, before their modules have loaded', async ({ page, request }) => {
  const ask = askRegion(request, region);
  const [{ id }] = await ask('/api/Clan/search/a?results=1');
  const requests = recordRequests(page);
  for (const [address, data, shown] of [
    ['/player?search=Borodino', /\/api\/Player\/search\//, 'Borodino_Gunner'],
    ['/clan?search=a', /\/api\/Clan\/search\//, 'Clan(s) :'],
    [`/clan/${id},A-Clan`, /\/api\/Clan\/\d/, 'Clan Metrics'],
  ] as const) {
    const release = await holdModules(page);
    const early = page.waitForRequest(data);
    requests(/^/);
    await page.goto(address, { waitUntil: 'commit' });
    await early;
    release();
    await expect(page.getByRole('main').getByText(shown).first()).toBeVisible();
    expect(requests(data), address).toHaveLength(1);
  }
});
