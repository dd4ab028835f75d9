/** Reading without a connection, new versions, and turning the service worker off. */
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { type BrowserContext, expect, type Page, test } from 'playwright/test';
import { copySite } from '#tests/support/copied-site.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { writeWorker } from '../../../src/build/service-worker.ts';

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

/** Opens the address, waits until something of it is saved, and disconnects. */
async function readThenDisconnect(page: Page, context: BrowserContext, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(() => saved(page)).not.toEqual([]);
  await disconnect(page, context);
}

const age = (page: Page) => page.getByRole('region', { name: 'Messages' });
const moveTime = (page: Page, milliseconds: number) => page.clock.setSystemTime(Date.now() + milliseconds);

test('The feed and a profile are readable offline, with their age (Rule 2.41)', async ({ page, context }) => {
  await startWorker(page, '/guidelines');
  await page.goto(BORODINO);
  await expect(page.getByRole('article').first()).toBeVisible();
  const total = await page.getByText('Total Karma').locator('xpath=..').textContent();
  await readThenDisconnect(page, context, '/posts');

  await moveTime(page, 3 * millisecondsInHour);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(10);
  await expect(age(page)).toContainText('Saved 3 hours ago · you are offline');
  // A link with another name leads to the same stored page, and to the saved player.
  await page.goto(BORODINO.replace('Gunner', 'Renamed'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Borodino_Gunner');
  await expect(page.getByText('Total Karma').locator('xpath=..')).toHaveText(total ?? '');
  await expect(age(page)).toContainText('Saved 3 hours ago · you are offline');

  await reconnect(page, context);
  await expect(age(page)).toContainText('You are online again.');
});

test('What was saved more than 7 days ago is not shown (Rule 2.41)', async ({ page, context }) => {
  await startWorker(page, '/guidelines');
  await readThenDisconnect(page, context, '/posts');
  await moveTime(page, 7 * millisecondsInDay + millisecondsInHour);
  await page.reload();
  await expect(page.getByText('You are offline. Check your connection and try again.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('Signing in deletes what was saved, and users save nothing (Rule 2.41)', async ({ page }) => {
  await startWorker(page, '/guidelines');
  await page.goto(BORODINO);
  await expect.poll(() => saved(page, '/api/Player/500000002')).toHaveLength(1);
  await signIn(page, 'Hood_Clanless', '/guidelines');
  await expect.poll(() => saved(page)).toEqual([]);
  await page.goto('/posts');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.goto(BORODINO);
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await saved(page)).toEqual([]);
  await page.goto('/logout');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  // The front page already shows the latest posts to the visitor.
  expect(await saved(page, '500000002')).toEqual([]);
});

test('A user without a connection gets nothing saved by a visitor (Rule 2.41)', async ({
  page,
  context,
  baseURL,
}) => {
  await startWorker(page, '/guidelines');
  await readThenDisconnect(page, context, '/posts');
  await context.addCookies([{ name: 'Auth_EU', value: 'token', url: baseURL ?? '' }]);
  await page.reload();
  await expect(page.getByText('You are offline. Check your connection and try again.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('Offline, pages that are not stored say so, visited ones are shown (Rule 2.42)', async ({
  page,
  context,
}) => {
  await startWorker(page, '/guidelines');
  await page.reload();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/guidelines/i);
  for (const path of ['/settings', '/privacy', '/nothing/here']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline.');
  }
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText("Sorry, there's nothing");
});

test('With Save-Data only visited pages are stored (Rule 2.43)', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
  await startWorker(page, '/guidelines');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const precached = async () => (await (await caches.open('precache')).keys()).length;
  expect(await page.evaluate(precached)).toBe(0);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/guidelines/i);
  await page.goto('/posts');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline.');
});

test('A new version is offered to open pages once it is there, without reloading them (Rule 2.44)', async ({
  page,
}) => {
  const site = await copySite();
  try {
    await startWorker(page, `${site.origin}/guidelines`);
    await page.evaluate(() => Object.assign(window, { stays: true }));
    const build = (await page.locator('html').getAttribute('data-build')) ?? '';
    expect(build).toMatch(/^[\da-f]{16}$/);
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

test('The operator can turn the worker off in every browser (Rule 2.45)', async ({ page }) => {
  const site = await copySite();
  try {
    await startWorker(page, `${site.origin}/guidelines`);
    expect(await page.evaluate(() => caches.keys())).toContain('precache');
    await writeWorker(site.folder, 'off.ts');
    await page.goto(`${site.origin}/privacy`);
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
