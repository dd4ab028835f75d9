/**
 * Every state of every screen for reading: loading, empty, one item, many items, a failure, nothing found, and wild texts.
 * In each state nothing shifts (Rule 16.6), nothing scrolls sideways, axe finds nothing and the console is silent.
 */

import { type APIRequestContext, expect, type Locator, type Page, test } from 'playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { type Answer, putGate, quietPostHub } from '#tests/support/gate.ts';
import { overflow } from '#tests/support/hostile-page.ts';
import { originOf } from '#tests/support/region-site.ts';
import { type Ask, askRegion, makeWild, READING_SCREENS, screenDrawn } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { type Watch, watchPage } from '#tests/support/watch-page.ts';

const REGION = 'sea';
/** One theme for each width, so that both are seen without visiting everything four times. */
const NARROW = { width: 390, theme: 'dark' } as const;
const WIDE = { width: 1440, theme: 'light' } as const;
/** Messages of the browser and of the site about failed requests. */
const NETWORK =
  /Failed to load resource|WebSocket connection to|net::ERR_|out of date|search failed|could not be loaded/;

test.use({ baseURL: originOf(REGION), reducedMotion: 'reduce' });

/** Reads from the API outside the page. */
const asker = (request: APIRequestContext): Ask => askRegion(request, REGION);

async function setView(page: Page, { width, theme }: typeof NARROW | typeof WIDE): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await page.emulateMedia({ colorScheme: theme });
}

/** Whether axe looks at `main`; the frame around it is the same on every page. */
type AxeScope = 'main' | 'none';

/** Checks that the page is steady, and what `expectFitting` checks. */
async function expectSound(page: Page, watch: Watch, state: string, axe: AxeScope): Promise<void> {
  await test.step(`${state} is steady`, watch.expectSteady);
  await expectFitting(page, watch, state, axe);
}

/** Checks that the page has one heading, fits the window's width and has no axe violations in `axe`. */
async function expectFitting(page: Page, watch: Watch, state: string, axe: AxeScope): Promise<void> {
  await test.step(`${state} is sound`, async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    expect(await overflow(page), 'nothing scrolls sideways').toBe(0);
    if (axe === 'main') await expectAccessible(page, state, { within: 'main' });
    await watch.expectClean();
  });
}

const mainPart = (page: Page) => page.getByRole('main');

for (const screen of READING_SCREENS)
  for (const view of [NARROW, WIDE])
    test(`${screen.name} is steady in every state at ${view.width} px`, async ({ page, request }) => {
      test.slow();
      await setView(page, view);
      const watch = await watchPage(page, NETWORK);
      await quietPostHub(page);
      await screen.prepare?.(page);
      const gate = await putGate(page, screen.data);
      const address = await screen.address(asker(request));
      const waiting = (screen.part ?? mainPart)(page).getByRole('status').getByText(screen.loading).first();
      const states: [state: string, answer: Answer, shows: Locator][] = [
        ['many', 'as it is', screen.ready(page)],
        ...Object.entries(screen.variants).map(([state, { answer, shows }]): [string, Answer, Locator] => [
          state,
          answer,
          shows(page),
        ]),
        ['a server error', { status: 500 }, page.getByText(screen.failed)],
      ];
      if (screen.missing) states.push(['not found', { status: 404 }, page.getByText(screen.missing)]);
      for (const [state, answer, shown] of states) {
        gate.answer(answer);
        const open = gate.hold();
        await page.goto(address);
        await expect(waiting).toBeVisible();
        open();
        await expect(shown).toBeVisible();
        await expectSound(page, watch, state, view === NARROW ? 'main' : 'none');
      }
    });

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
    test(`Signed in as ${account} nothing shifts at ${view.width} px on a ${visit} page`, async ({
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
