/**
 * Every state of every screen for reading: waiting, empty, one, many, failed in each way, offline, gone. In each of them
 * nothing moves by itself, nothing scrolls sideways, axe finds nothing and the console is silent.
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
} from '#tests/support/screens.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { type Watch, watchPage } from '#tests/support/watch-page.ts';

const REGION = 'sea';
/** One theme each, so that both are seen without going through everything four times. */
const VIEWS = [
  { width: 390, theme: 'dark' },
  { width: 1440, theme: 'light' },
] as const;
/** What the browser itself writes about answers that were lost or refused, and what the site notes about them. */
const NETWORK = /Failed to load resource|net::ERR_|out of date|search failed|could not be loaded/;

const FAILURES: readonly [what: string, answer: Answer][] = [
  ['a fault', { status: 500 }],
  ['no answer', 'lost'],
  ['a malformed answer', { status: 200, json: { nonsense: true } }],
];

test.use({ baseURL: originOf(REGION), reducedMotion: 'reduce' });

/** Reads from the API beside the page. */
const asker = (request: APIRequestContext): Ask => askRegion(request, REGION);

/** The state is as it should be: steady, under one heading, within the window's width, and without fault for axe. */
async function expectSound(page: Page, watch: Watch, state: string, { withAxe = true } = {}): Promise<void> {
  await test.step(`${state} is sound`, async () => {
    await watch.expectSteady();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const beyond = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(beyond, 'nothing scrolls sideways').toBe(0);
    if (withAxe) await expectAccessible(page, state);
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

/** Goes through the states of a screen, each from a fresh load of the page. */
async function visitStates(page: Page, screen: ReadingScreen, ask: Ask, { axeEverywhere = true }) {
  const watch = await watchPage(page, NETWORK);
  const hub = await quietPostHub(page);
  await screen.prepare?.(page);
  const gate = await putGate(page, screen.data);
  const address = await screen.address(ask);
  const part = (screen.part ?? mainPart)(page);
  const waiting = part.getByRole('status').getByText(screen.loading).first();
  const sound = (state: string, withAxe = axeEverywhere) => expectSound(page, watch, state, { withAxe });

  const arrive = async (answer: Answer): Promise<void> => {
    gate.answer(answer);
    const open = gate.hold();
    await page.goto(address);
    await expect(waiting).toBeVisible();
    open();
  };

  await arrive('as it is');
  await expect(screen.ready(page)).toBeVisible();
  await sound('much', true);

  for (const [state, { answer, shows }] of Object.entries(screen.variants)) {
    await arrive(answer);
    await expect(shows(page)).toBeVisible();
    await sound(state);
  }

  for (const [state, answer] of FAILURES) {
    await arrive(answer);
    await expect(page.getByText(screen.failed)).toBeVisible();
    await sound(state, axeEverywhere && state === 'a fault');
    gate.answer('as it is');
    await tryAgain(page).press('Enter');
    await expect(screen.ready(page)).toBeVisible();
  }

  if (screen.missing) {
    await arrive({ status: 404 });
    await expect(page.getByText(screen.missing)).toBeVisible();
    await sound('nothing there');
  }
  if (screen.live) {
    await arrive('as it is');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    gate.answer({ status: 404 });
    await hub.drop();
    await expect(page.getByRole('main').getByText(screen.gone ?? screen.missing ?? '')).toBeVisible();
    await sound('gone while it was looked at', false);
  }

  const open = gate.hold();
  gate.answer('lost');
  await page.goto(address);
  await expect(waiting).toBeVisible();
  await setOnline(page, false);
  open();
  await expect(page.getByText('You are offline.').first()).toBeVisible();
  await sound('offline', false);
  gate.answer('as it is');
  await setOnline(page, true);
  await expect(screen.ready(page)).toBeVisible();
  await sound('online again', false);
}

for (const screen of READING_SCREENS)
  for (const { width, theme } of VIEWS)
    test(`${screen.name} at ${width} px (${theme}) has a place and words for every state (Rules 16.1, 16.5, 16.6)`, async ({
      page,
      request,
    }) => {
      test.slow();
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme: theme });
      await visitStates(page, screen, asker(request), { axeEverywhere: width === 390 });
    });

test('Long names, huge numbers, right-to-left text, pictures and 2,000 characters without a space break nothing at 320 px', async ({
  page,
  request,
}) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 700 });
  const watch = await watchPage(page, NETWORK);
  await quietPostHub(page);
  const gate = await putGate(page, /\/api\/(?!Auth|Profile|hubs)/i);
  gate.answer((body) => makeWild(body));
  for (const screen of READING_SCREENS) {
    await page.goto(await screen.address(asker(request)));
    await expect(screen.ready(page), screen.name).toBeVisible();
    await page.keyboard.press('End');
    await expectSound(page, watch, screen.name);
  }
});

test('Every screen waits ten seconds for its data and then shows it without a move (Rule 16.6)', async ({
  context,
  request,
}) => {
  const open = await Promise.all(
    READING_SCREENS.map(async (screen) => {
      const page = await context.newPage();
      const watch = await watchPage(page, NETWORK);
      await quietPostHub(page);
      await screen.prepare?.(page);
      const gate = await putGate(page, screen.data);
      const release = gate.hold();
      await page.goto(await screen.address(asker(request)));
      return { screen, page, watch, release };
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  for (const { screen, page, watch, release } of open) {
    const part = (screen.part ?? mainPart)(page);
    await expect(part.getByRole('status').getByText(screen.loading).first()).toBeVisible();
    release();
    await expect(screen.ready(page), screen.name).toBeVisible();
    await watch.expectSteady();
    await watch.expectClean();
  }
});

for (const account of ['Gneisenau_Hidden', 'Dreadnought_Admin'])
  for (const { width, theme } of VIEWS)
    test(`Signed in as ${account} at ${width} px (${theme}), nothing moves on any screen, and axe finds nothing (Rule 16.6)`, async ({
      page,
      request,
    }) => {
      test.slow();
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme: theme });
      const watch = await watchPage(page, NETWORK);
      await quietPostHub(page);
      await signIn(page, account);
      const seen = new Set<string>();
      for (const screen of READING_SCREENS) {
        const address = await screen.address(asker(request));
        if (seen.has(address)) continue;
        seen.add(address);
        // As on the first page of a visit: the session has to be asked for.
        await page.evaluate(() => sessionStorage.clear());
        await page.goto(address);
        await expect(screen.ready(page), screen.name).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expectSound(page, watch, screen.name);
        await page.reload();
        await expect(screen.ready(page), screen.name).toBeVisible();
        await page.waitForLoadState('networkidle');
        await watch.expectSteady();
      }
    });

const CONTENT_PAGES = ['/', '/guidelines', '/unauthorized', '/forbidden', '/nothing/here'];

for (const { width, theme } of VIEWS)
  test(`The pages of editors and of errors stand still at ${width} px (${theme}), whoever looks, and axe finds nothing (Rule 16.6)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: theme });
    const watch = await watchPage(page, NETWORK);
    for (const who of ['a visitor', 'Dreadnought_Admin']) {
      if (who !== 'a visitor') await signIn(page, who);
      for (const path of CONTENT_PAGES) {
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        await expectSound(page, watch, `${path} for ${who}`);
      }
    }
  });

test.describe('A part whose code could not be loaded says so and can be tried again (Rule 16.7):', () => {
  for (const [name, file, screen, part] of [
    ['the posts of a profile', /\/ProfilePosts\..*\.js/, 'A profile', 'The list of posts'],
    ['the replay of a post', /\/ReplaySection\..*\.js/, 'The replay of a post', 'The replay'],
  ] as const)
    test(name, async ({ page, request }) => {
      const { address, ready } = READING_SCREENS.find((known) => known.name === screen) as ReadingScreen;
      await page.route(file, (route) => route.abort());
      await page.goto(await address(asker(request)));
      await expect(page.getByText(`${part} could not be loaded.`)).toBeVisible();
      await page.unroute(file);
      await tryAgain(page).click();
      await expect(ready(page)).toBeVisible();
    });

  const broken = (page: Page) =>
    page.getByRole('alert').filter({ hasText: 'Part of this page could not be loaded.' });
  const HYDRATION = new RegExp(`${NETWORK.source}|Error hydrating`);

  for (const [who, path] of [
    ['a visitor', '/player?search=silver'],
    ['somebody signed in', '/guidelines'],
  ] as const)
    test(`the page itself, for ${who} (Rule 16.8)`, async ({ page }) => {
      const watch = await watchPage(page, HYDRATION);
      if (who !== 'a visitor') await signIn(page, 'Aurora_Captain');
      await page.route(/\/hashed\/.*\.js/, (route) => route.abort());
      await page.goto(path);
      await expect(broken(page)).toBeVisible();
      await expectSound(page, watch, 'a page without its scripts');
      await page.unroute(/\/hashed\/.*\.js/);
      await broken(page).getByRole('link', { name: 'reload the page' }).click();
      await page.waitForLoadState('networkidle');
      await expect(broken(page)).toBeHidden();
      await expect(page).toHaveURL(path);
    });

  test('the page itself, unless its code came when it was asked for again (Rule 16.8)', async ({ page }) => {
    const [search] = READING_SCREENS as [ReadingScreen];
    await page.route(/\/hashed\/PlayerSearch\..*\.js$/, (route) => route.abort());
    await page.goto('/player?search=silver');
    await expect(search.ready(page)).toBeVisible();
    await expect(broken(page)).toBeHidden();
  });

  test('or the page can be reloaded', async ({ page }) => {
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
