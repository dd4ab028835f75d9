/** Reading without a connection, new versions, and turning the service worker off. */
import { millisecondsInHour } from 'date-fns/constants';
import { type BrowserContext, expect, type Page, test } from 'playwright/test';
import { copySite } from '#tests/support/copied-site.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { writeWorker } from '../../src/build/offline.ts';

const BORODINO = '/player/500000002,Borodino_Gunner';
const AFTER_LOAD_MS = 30_000;

/** Opens a page and lets its service worker start, without waiting for half a minute. */
async function startWorker(page: Page, address: string): Promise<void> {
  await page.clock.install();
  await page.goto(address);
  await page.clock.fastForward(AFTER_LOAD_MS);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** Addresses of the saved answers that contain this text. */
const saved = (page: Page, text = ''): Promise<string[]> =>
  page.evaluate(async (part) => {
    if (!(await caches.has('saved-answers'))) return [];
    const requests = await (await caches.open('saved-answers')).keys();
    return requests.map(({ url }) => url).filter((url) => url.includes(part));
  }, text);

/** Disconnects the browser. Pages say so after a reload, too, as those of Chromium 150 do not by themselves. */
async function disconnect(page: Page, context: BrowserContext): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  });
  await context.setOffline(true);
}

async function reconnect(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(false);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: true });
    window.dispatchEvent(new Event('online'));
  });
}

const age = (page: Page) => page.getByRole('region', { name: 'Messages' });
const moveTime = (page: Page, milliseconds: number) => page.clock.setSystemTime(Date.now() + milliseconds);

test('Offline, what was read is shown with its age, other pages say so (Rules 2.41, 2.42)', async ({
  page,
  context,
}) => {
  await startWorker(page, '/guidelines');
  await page.reload();
  await page.goto(BORODINO);
  await expect(page.getByRole('article').first()).toBeVisible();
  const total = await page.getByText('Total Karma').locator('xpath=..').textContent();
  await page.goto('/posts');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(() => saved(page, '/api/Post/latest')).not.toEqual([]);
  await disconnect(page, context);

  await moveTime(page, 3 * millisecondsInHour);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(10);
  await expect(age(page)).toContainText('Saved 3 hours ago · you are offline');
  // A link with another name leads to the same stored page, and to the saved player.
  await page.goto(BORODINO.replace('Gunner', 'Renamed'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Borodino_Gunner');
  await expect(page.getByText('Total Karma').locator('xpath=..')).toHaveText(total ?? '');
  await expect(age(page)).toContainText('Saved 3 hours ago · you are offline');
  await page.goto('/guidelines');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/guidelines/i);
  for (const path of ['/settings', '/privacy', '/nothing/here']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline.');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  }

  await page.goto('/posts');
  await expect(age(page)).toContainText('you are offline');
  await reconnect(page, context);
  await expect(age(page)).toContainText('You are online again.');

  await test.step('Signing in deletes what was saved, and users save nothing', async () => {
    await signIn(page, 'Hood_Clanless', '/guidelines');
    await expect.poll(() => saved(page)).toEqual([]);
    await page.goto(BORODINO);
    await expect(page.getByRole('article').first()).toBeVisible();
    expect(await saved(page)).toEqual([]);
  });
});

test('A new version is offered (Rule 2.44)', async ({ page }) => {
  const site = await copySite();
  try {
    await startWorker(page, `${site.origin}/guidelines`);
    await page.evaluate(() => Object.assign(window, { stays: true }));
    const build = (await page.locator('html').getAttribute('data-build')) ?? '';
    await expect(page.getByText('A new version is available.')).toHaveCount(0);
    await site.changeWorker((text) => text.replaceAll(build, 'fedcba9876543210'));
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    const offer = page.getByRole('region', { name: 'Messages' });
    await expect(offer).toContainText('A new version is available. Reload');
    expect(await page.evaluate(() => 'stays' in window)).toBe(true);
    await offer.getByRole('link', { name: 'Reload' }).click();
    await expect.poll(() => page.evaluate(() => 'stays' in window)).toBe(false);
  } finally {
    await site.close();
  }
});

test('The worker can be turned off (Rule 2.45)', async ({ page }) => {
  const site = await copySite();
  try {
    await startWorker(page, `${site.origin}/guidelines`);
    expect(await page.evaluate(() => caches.keys())).toContain('precache');
    await writeWorker(site.folder, 'off.ts', 'sw.js');
    // Without a navigation before it: Chromium then sometimes lets the new worker wait for an event that has ended.
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    const state = () =>
      page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        (await caches.keys()).length,
      ]);
    await expect.poll(state).toEqual([0, 0]);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  } finally {
    await site.close();
  }
});
