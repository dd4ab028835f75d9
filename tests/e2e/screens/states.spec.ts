/**
 * Every state of every screen for reading: loading, empty, one item, many items, each kind of failure, offline, deleted.
 * In each state nothing shifts, nothing scrolls sideways, axe finds nothing and the console is silent.
 * Also covers Rule 16.1.
 */

import { type APIRequestContext, expect, type Page, test } from 'playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { type Answer, putGate, quietPostHub } from '#tests/support/gate.ts';
import { originOf } from '#tests/support/region-site.ts';
import {
  type Ask,
  askRegion,
  makeWild,
  READING_SCREENS,
  type ReadingScreen,
  screenDrawn,
} from '#tests/support/screens.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { editorFilesLoaded, type Watch, watchPage } from '#tests/support/watch-page.ts';

const REGION = 'sea';
/** One theme for each width, so that both are seen without visiting everything four times. */
const NARROW = { width: 390, theme: 'dark' } as const;
const WIDE = { width: 1440, theme: 'light' } as const;
const SLOW_MS = 10_000;
/** Messages of the browser and of the site about failed requests. */
const NETWORK = /Failed to load resource|net::ERR_|out of date|search failed|could not be loaded/;

test.use({ baseURL: originOf(REGION), reducedMotion: 'reduce' });

/** Reads from the API outside the page. */
const asker = (request: APIRequestContext): Ask => askRegion(request, REGION);

async function setView(page: Page, { width, theme }: typeof NARROW | typeof WIDE): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await page.emulateMedia({ colorScheme: theme });
}

/** Where axe looks: the frame around `main` is the same on every page, so content pages check it for all. */
type AxeScope = 'page' | 'main' | 'none';

/** Checks that the page is steady, and what `expectFitting` checks. */
async function expectSound(page: Page, watch: Watch, state: string, axe: AxeScope): Promise<void> {
  await test.step(`${state} is steady`, watch.expectSteady);
  await expectFitting(page, watch, state, axe);
}

/** Checks that the page has one heading, fits the window's width and has no axe violations in `axe`. */
async function expectFitting(page: Page, watch: Watch, state: string, axe: AxeScope): Promise<void> {
  await test.step(`${state} is sound`, async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const beyond = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(beyond, 'nothing scrolls sideways').toBe(0);
    if (axe !== 'none') await expectAccessible(page, state, axe === 'main' ? { within: 'main' } : {});
    await watch.expectClean();
  });
}

/**
 * Tells the page that the device went offline or came back; the gate decides what becomes of its data. Cutting the network
 * would cut off the page's code, too: intercepting requests turns the HTTP cache off.
 */
const setOnline = (page: Page, online: boolean): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(navigator, 'onLine', { value, configurable: true });
    window.dispatchEvent(new Event(value ? 'online' : 'offline'));
  }, online);

const mainPart = (page: Page) => page.getByRole('main');
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' }).first();

/** A screen whose data passes a gate. */
async function openScreen(page: Page, screen: ReadingScreen, ask: Ask) {
  const watch = await watchPage(page, NETWORK);
  const hub = await quietPostHub(page);
  await screen.prepare?.(page);
  const gate = await putGate(page, screen.data);
  const address = await screen.address(ask);
  const waiting = (screen.part ?? mainPart)(page).getByRole('status').getByText(screen.loading).first();
  return {
    watch,
    hub,
    gate,
    waiting,
    /** Loads the page, looks at its loading state, and then lets the answer through. */
    arrive: async (answer: Answer, whileWaiting = async (): Promise<unknown> => undefined) => {
      gate.answer(answer);
      const open = gate.hold();
      await page.goto(address);
      await expect(waiting).toBeVisible();
      await whileWaiting();
      open();
    },
    /** Retries, and lets the answer through once the loading state shows. */
    retry: async (answer: Answer) => {
      gate.answer(answer);
      const open = gate.hold();
      await tryAgain(page).press('Enter');
      await expect(waiting).toBeVisible();
      open();
    },
  };
}

for (const screen of READING_SCREENS) {
  test(`${screen.name} shows every state at ${NARROW.width} px (Rules 14.7 and 16.5)`, async ({
    page,
    request,
  }) => {
    test.slow();
    await setView(page, NARROW);
    await page.clock.install();
    const { watch, hub, gate, waiting, arrive, retry } = await openScreen(page, screen, asker(request));

    await arrive('as it is', async () => {
      await page.clock.fastForward(SLOW_MS);
      await expect(waiting).toBeVisible();
    });
    await expect(screen.ready(page)).toBeVisible();
    await expectSound(page, watch, 'many, after ten seconds', 'main');

    for (const [state, { answer, shows }] of Object.entries(screen.variants)) {
      await arrive(answer);
      await expect(shows(page)).toBeVisible();
      await expectSound(page, watch, state, 'main');
    }

    await arrive({ status: 500 });
    await expect(page.getByText(screen.failed)).toBeVisible();
    await expectSound(page, watch, 'a server error', 'main');
    for (const [state, answer] of [
      ['no answer', 'lost'],
      ['a malformed answer', { status: 200, json: { nonsense: true } }],
    ] as const) {
      await retry(answer);
      await expect(page.getByText(screen.failed), state).toBeVisible();
    }
    await retry('as it is');
    await expect(screen.ready(page)).toBeVisible();
    await watch.expectClean();

    if (screen.missing) {
      await arrive({ status: 404 });
      await expect(page.getByText(screen.missing)).toBeVisible();
      await expectSound(page, watch, 'not found', 'main');
    }
    if (screen.live) {
      await arrive('as it is');
      await expect(page.getByText('Live', { exact: true })).toBeVisible();
      gate.answer({ status: 404 });
      await hub.drop();
      await expect(page.getByRole('main').getByText(screen.missing ?? '')).toBeVisible();
      if (screen.missing) await expect(page.getByText('Live', { exact: true })).toHaveCount(0);
      await expectSound(page, watch, 'deleted while open', 'none');
    }

    await arrive('lost', () => setOnline(page, false));
    await expect(page.getByText('You are offline.').first()).toBeVisible();
    await expectSound(page, watch, 'offline', 'none');
    gate.answer('as it is');
    await setOnline(page, true);
    await expect(screen.ready(page)).toBeVisible();
    await expectSound(page, watch, 'online again', 'none');
  });

  test(`${screen.name} is steady in every state at ${WIDE.width} px (Rule 16.6)`, async ({
    page,
    request,
  }) => {
    test.slow();
    await setView(page, WIDE);
    const { watch, arrive } = await openScreen(page, screen, asker(request));
    await arrive('as it is');
    await expect(screen.ready(page)).toBeVisible();
    await expectSound(page, watch, 'many', 'main');
    for (const [state, { answer, shows }] of Object.entries(screen.variants)) {
      await arrive(answer);
      await expect(shows(page)).toBeVisible();
      await expectSound(page, watch, state, 'none');
    }
    for (const [status, text] of [
      [500, screen.failed],
      [404, screen.missing],
    ] as const) {
      if (text === undefined) continue;
      await arrive({ status });
      await expect(page.getByText(text)).toBeVisible();
      await expectSound(page, watch, `status ${status}`, 'none');
    }
  });
}

test('Long names, huge numbers, right-to-left text, emoji and unbroken text fit at 320 px', async ({
  page,
  request,
}) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 700 });
  const watch = await watchPage(page, NETWORK);
  await quietPostHub(page);
  // The two faces are equally wide on average, and not in one letter 120 times.
  await page.route('**/*.woff2', (route) => route.abort());
  const gate = await putGate(page, /\/api\/(?!Auth|Profile|hubs)/i);
  gate.answer((body) => makeWild(body));
  for (const screen of READING_SCREENS) {
    // The same address again would be a reload, which returns to the end of the page.
    await page.goto('about:blank');
    await page.goto(await screen.address(asker(request)));
    await expect(screen.ready(page), screen.name).toBeVisible();
    await screenDrawn(page);
    await test.step(`${screen.name} is steady`, watch.expectSteady);
    // Draws the posts at the end of a list, which moves what is below them.
    await page.keyboard.press('End');
    await expectFitting(page, watch, screen.name, 'main');
  }
});

/** A player and a member of staff: on the first page of a visit the session is checked first, on later ones it is known. */
for (const { account, axe } of [
  { account: 'Gneisenau_Hidden', axe: 'none' },
  { account: 'Dreadnought_Admin', axe: 'main' },
] as const)
  for (const { view, visit } of [
    { view: NARROW, visit: 'first' },
    { view: WIDE, visit: 'later' },
  ] as const)
    test(`Signed in as ${account} nothing shifts at ${view.width} px on a ${visit} page (Rule 16.6)`, async ({
      page,
      request,
    }) => {
      test.slow();
      await setView(page, view);
      const watch = await watchPage(page, NETWORK);
      await quietPostHub(page);
      await signIn(page, account, '/guidelines');
      await expect(page.getByText(`Welcome, ${account}.`)).toBeAttached();
      const seen = new Set<string>();
      for (const screen of READING_SCREENS) {
        const address = await screen.address(asker(request));
        if (seen.has(address)) continue;
        seen.add(address);
        if (visit === 'first') await page.evaluate(() => sessionStorage.clear());
        const flags = page.waitForResponse(/\/api\/Profile\/\d+$/i);
        await page.goto(address);
        await expect(screen.ready(page), screen.name).toBeVisible();
        // Flags, notifications and the tools of staff arrive after the data, and must not move it.
        await flags;
        await screenDrawn(page);
        await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
        await expectSound(page, watch, screen.name, axe);
      }
    });

const CONTENT_PAGES = ['/', '/guidelines', '/privacy', '/unauthorized', '/forbidden', '/nothing/here'];

for (const view of [NARROW, WIDE])
  test(`Content and error pages are steady and accessible at ${view.width} px (Rule 16.6)`, async ({
    page,
  }) => {
    test.slow();
    await setView(page, view);
    const watch = await watchPage(page, NETWORK);
    for (const path of CONTENT_PAGES) {
      await page.goto(path);
      await editorFilesLoaded(page);
      await expectSound(page, watch, `${path} for a visitor`, 'page');
    }
    await signIn(page, 'Dreadnought_Admin', '/guidelines');
    for (const path of CONTENT_PAGES) {
      await page.goto(path);
      await editorFilesLoaded(page);
      await expect(page.getByText('Welcome, Dreadnought_Admin.')).toBeAttached();
      await expectSound(page, watch, `${path} for staff`, path === '/' ? 'page' : 'none');
    }
  });

test.describe('When code fails to load (Rule 16.7),', () => {
  for (const [name, file, screen, part] of [
    ['the posts of a profile', /\/ProfilePosts\..*\.js/, 'A profile', 'the list of posts'],
    ['the replay of a post', /\/ReplaySection\..*\.js/, 'The replay of a post', 'the replay'],
  ] as const)
    test(`${name} can be retried`, async ({ page, request }) => {
      const { address, ready } = READING_SCREENS.find((known) => known.name === screen) as ReadingScreen;
      let unreachable = true;
      await page.route(file, (route) => (unreachable ? route.abort() : route.continue()));
      await page.goto(await address(asker(request)));
      await expect(page.getByText(`Couldn’t load ${part}.`)).toBeVisible();
      // The route stays: a request that begins while Chromium ends an interception can be lost.
      unreachable = false;
      await tryAgain(page).click();
      await expect(ready(page)).toBeVisible();
    });

  const broken = (page: Page) =>
    page.getByRole('alert').filter({ hasText: 'Couldn’t load part of this page.' });
  const HYDRATION = new RegExp(`${NETWORK.source}|Error hydrating`);

  for (const [who, path] of [
    ['a visitor', '/player?search=silver'],
    ['a signed-in user', '/guidelines'],
  ] as const)
    test(`the page shows a message to ${who} (Rule 16.8)`, async ({ page }) => {
      const watch = await watchPage(page, HYDRATION);
      if (who !== 'a visitor') await signIn(page, 'Aurora_Captain');
      await page.route(/\/hashed\/.*\.js/, (route) => route.abort());
      await page.goto(path);
      await expect(broken(page)).toBeVisible();
      await expectSound(page, watch, 'a page without its scripts', 'page');
      await page.unroute(/\/hashed\/.*\.js/);
      await broken(page).getByRole('link', { name: 'reload the page' }).click();
      await expect(page.locator('html')).not.toHaveAttribute('data-broken');
      await expect(broken(page)).toBeHidden();
      await expect(page).toHaveURL(path);
    });

  test('a chunk that arrives on the second try shows no message (Rule 16.8)', async ({ page }) => {
    const [search] = READING_SCREENS as [ReadingScreen];
    await page.route(/\/hashed\/PlayerSearch\..*\.js$/, (route) => route.abort());
    await page.goto('/player?search=silver');
    await expect(search.ready(page)).toBeVisible();
    await expect(broken(page)).toBeHidden();
  });

  test('the page can be reloaded', async ({ page }) => {
    const [, profile] = READING_SCREENS as [ReadingScreen, ReadingScreen];
    const file = /\/ProfilePosts\..*\.js/;
    await page.route(file, (route) => route.abort());
    await page.goto(await profile.address(async () => ''));
    const reload = page.getByRole('link', { name: 'Reload the page' });
    await expect(reload).toBeVisible();
    await page.unroute(file);
    await reload.click();
    await expect(profile.ready(page)).toBeVisible();
  });
});
