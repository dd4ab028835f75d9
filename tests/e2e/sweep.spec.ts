/**
 * Every page, for a visitor on a phone and for staff on a desktop, in dark and in light: it loads without an error in the
 * console, an error of hydration or a violation of the policy, axe finds nothing, and nothing shifts but the queue (Rules 1.3, 16.6).
 */
import { expect, test } from 'playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { quietPostHub } from '#tests/support/gate.ts';
import { originOf } from '#tests/support/region-site.ts';
import { askRegion, type ReadingScreen, screenDrawn, screenNamed } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { editorFilesLoaded, watchPage } from '#tests/support/watch-page.ts';

const REGION = 'sea';
const MISSING = '/nothing/here';
const SCREENS = [
  'The player search',
  'A profile',
  'The clan search',
  'A clan',
  'The latest posts',
  'The replay of a post',
];
const CONTENT_PAGES = ['/', '/guidelines', '/privacy', '/unauthorized', '/forbidden', MISSING];

test.use({ baseURL: originOf(REGION), reducedMotion: 'reduce', colorScheme: 'dark' });

for (const { who, account, width, more } of [
  { who: 'a visitor', account: null, width: 390, more: [] },
  {
    who: 'staff',
    account: 'Dreadnought_Admin',
    width: 1440,
    more: ['/settings', '/moderation', '/decisions', '/battle'],
  },
])
  test(`Every page is sound for ${who}, in dark and light`, async ({ page, request }) => {
    test.slow();
    // A busy machine may take too long between the two requests for a socket.
    const watch = await watchPage(page, new RegExp(`404.*${MISSING}|WebSocket connection to`));
    await quietPostHub(page);
    await page.setViewportSize({ width, height: 844 });
    const screens = new Map<string, ReadingScreen | null>();
    for (const name of SCREENS) {
      const screen = screenNamed(name);
      screens.set(await screen.address(askRegion(request, REGION)), screen);
    }
    for (const path of [...CONTENT_PAGES, ...more]) screens.set(path, null);
    if (account !== null) await signIn(page, account, '/guidelines');

    for (const [path, screen] of screens)
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        if (screen !== null) await expect(screen.ready(page)).toBeVisible();
        await screenDrawn(page);
        await editorFilesLoaded(page);
        if (account !== null)
          await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
        await expect(page.locator('astro-island[ssr][client=frame]')).toHaveCount(0);
        await watch.expectSteady();
        // The frame is the same on every page; the theme changes colours alone.
        const within = path === '/' ? 'body' : 'main';
        await expectAccessible(page, `${path} in dark`, { within });
        await page.emulateMedia({ colorScheme: 'light' });
        await expectAccessible(page, `${path} in light`, { within, only: ['color-contrast'] });
        await page.emulateMedia({ colorScheme: 'dark' });
        await watch.expectClean();
      });
  });
