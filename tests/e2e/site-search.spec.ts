/** The search of every page, and the keyboard shortcuts. */
import { expect, type Page, test } from 'playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { screenDrawn } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { editorFilesLoaded, watchPage } from '#tests/support/watch-page.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search players and clans' });
const SEARCHES = /\/api\/(Player|Clan)\/search/i;
const option = (page: Page) => page.getByRole('option', { name: 'Borodino_Gunner' });
/** Whether the field shows its shortcut. Its form is hidden on phones. */
const showsKey = (page: Page) => () =>
  page.locator('#site-search').evaluate((form) => getComputedStyle(form, '::after').content.includes('/'));

test('The search loads when used, lists visits, and opens results (Rules 2.22, 30.26)', async ({ page }) => {
  await page.goto('/player/500000002,Borodino_Gunner');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Borodino_Gunner');
  await screenDrawn(page);
  const watch = await watchPage(page);
  await page.goto('/guidelines');
  await editorFilesLoaded(page);
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(loaded.filter((url) => url.endsWith('.js'))).toEqual([]);
  await expect.poll(showsKey(page)).toBe(true);
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  expect(await showsKey(page)(), 'while the field has the focus').toBe(false);
  const expectSuggested = async () => {
    await expect(option(page)).toContainText(/Total karma: [+−]?[\d,]+$/);
    await expect(option(page).getByRole('img', { name: /^Recent posts: / })).toBeVisible();
  };
  await expectSuggested();
  const answers = Promise.withResolvers<void>();
  await page.route(SEARCHES, async (route) => {
    await answers.promise;
    await route.continue();
  });
  await page.keyboard.type('borodino_g');
  await expect(page.getByText('Searching...')).toBeVisible();
  const typed = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() - since > 500, typed);
  answers.resolve();
  await expectSuggested();
  await expect(field(page)).toHaveValue('borodino_g');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(option(page)).toHaveAttribute('aria-selected', 'true');
  await watch.expectSteady();
  await watch.expectClean();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/player/500000002,Borodino_Gunner');
});

test('The arrow keys begin with the first result when the one they had reached is gone', async ({ page }) => {
  await page.goto('/guidelines');
  await page.keyboard.press('/');
  await page.keyboard.type('borodino_g');
  await expect(option(page)).toBeVisible();
  const answers = Promise.withResolvers<void>();
  await page.route(SEARCHES, async (route) => {
    await answers.promise;
    await route.continue();
  });
  await field(page).fill('aurora_c');
  await page.keyboard.press('ArrowDown');
  await expect(option(page)).toHaveAttribute('aria-selected', 'true');
  answers.resolve();
  const found = page.getByRole('option', { name: 'Aurora_Captain' });
  await expect(found).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(found).toHaveAttribute('aria-selected', 'true');
});

test('On a phone a button opens the search, which repeats what failed (Rules 2.22, 30.66)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const watch = await watchPage(page, /status of 500/);
  await page.goto('/guidelines');
  const opener = page.getByRole('banner').getByRole('button', { name: 'Search' });
  await expect(field(page)).toBeHidden();
  expect(await showsKey(page)()).toBe(false);
  await opener.click();
  await expect(field(page)).toBeFocused();
  await expect(page.getByText('Players and clans that you visit appear here.')).toBeVisible();
  await page.route(SEARCHES, (route) => route.fulfill({ status: 500 }));
  await page.keyboard.type('boro');
  await expect(page.getByText('The search failed.')).toBeVisible();
  await expect(page.getByText(/\d+ suggestions?$/)).toHaveCount(0);
  await page.unroute(SEARCHES);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(option(page)).toBeVisible();
  const heights = await page
    .getByRole('listbox', { name: 'Players and clans' })
    .getByRole('option')
    .evaluateAll((options: HTMLElement[]) => options.map(({ offsetHeight }) => offsetHeight));
  expect(new Set(heights)).toEqual(new Set([44]));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close the search' }).click();
  await expect(field(page)).toBeHidden();
  await expect(opener).toBeFocused();
  expect(await watch.shift()).toBe(0);
  await watch.expectClean();
});

test('Shortcuts walk through posts, start one, and can be turned off (Rules 2.23, 30.26)', async ({
  page,
}) => {
  const watch = await watchPage(page);
  await page.goto('/posts');
  const posts = page.getByRole('article');
  await expect(posts.nth(1)).toBeVisible();
  await screenDrawn(page);
  for (const [key, index] of [
    ['j', 0],
    ['j', 1],
    ['k', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(posts.nth(index)).toBeFocused();
  }
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/\/posts\/[0-9a-f-]{36}$/);

  await signIn(page, 'Hood_Clanless', '/player/500000007,Gneisenau_Hidden');
  await expect(page.getByRole('button', { name: 'New Post' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('checkbox', { name: 'Keyboard shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(field(page)).not.toBeFocused();
  await page.goto('/settings');
  await expect(page.getByRole('checkbox', { name: 'Keyboard shortcuts' })).not.toBeChecked();
  await expect.poll(showsKey(page), 'with shortcuts off').toBe(false);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(dialog.getByRole('checkbox')).not.toBeChecked();
  await watch.expectClean();
});
