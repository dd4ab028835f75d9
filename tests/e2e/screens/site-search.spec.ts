/** The search of every page, and the keyboard shortcuts. */
import { expect, type Page, test } from 'playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { screenDrawn } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { editorFilesLoaded, watchPage } from '#tests/support/watch-page.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search players and clans' });
const option = (page: Page, name: string) => page.getByRole('option', { name });

test('The search loads nothing before it is used, and finds players and clans (Rule 2.22)', async ({
  page,
}) => {
  const watch = await watchPage(page);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || request.url().includes('/hashed/'))
      scripts.push(request.url());
  });
  await page.goto('/guidelines');
  await editorFilesLoaded(page);
  expect(scripts.filter((url) => url.endsWith('.js'))).toEqual([]);
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('boro');
  await expect(option(page, 'Borodino_Gunner')).toBeVisible();
  await expect(field(page), 'what was typed meanwhile').toHaveValue('boro');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(option(page, 'Borodino_Gunner')).toHaveAttribute('aria-selected', 'true');
  expect(await watch.shift()).toBe(0);
  await watch.expectClean();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/player/500000002,Borodino_Gunner');
});

test('Visited players come first, and can be cleared (Rule 2.21)', async ({ page }) => {
  await page.goto('/player/500000002,Borodino_Gunner');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Borodino_Gunner');
  await screenDrawn(page);
  await page.goto('/guidelines');
  await field(page).focus();
  await expect(option(page, 'Borodino_Gunner')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('Players and clans that you visit appear here.')).toBeVisible();
  await page.reload();
  await field(page).focus();
  await expect(page.getByText('Players and clans that you visit appear here.')).toBeVisible();
});

test('Suggested players have karma and ribbon, recent ones too (Rule 30.26)', async ({ page }) => {
  await page.goto('/player/500000002,Borodino_Gunner');
  await screenDrawn(page);
  await page.goto('/guidelines');
  const watch = await watchPage(page);
  const found = option(page, 'Borodino_Gunner');
  for (const text of ['', 'borodino_g']) {
    await field(page).fill(text);
    await field(page).focus();
    await expect(found).toContainText(/Total karma: [+−]?[\d,]+$/);
    await expect(found.getByRole('img', { name: /^Recent posts: / })).toBeVisible();
  }
  expect(await watch.shift()).toBe(0);
});

test('The field shows its shortcut on wide screens, unless shortcuts are off (Rule 30.26)', async ({
  page,
}) => {
  // The form is hidden on phones.
  const hint = () =>
    page.locator('#site-search').evaluate((form) => getComputedStyle(form, '::after').content.includes('/'));
  await page.goto('/guidelines');
  await expect.poll(hint).toBe(true);
  await page.keyboard.press('/');
  await expect.poll(hint, 'while the field has the focus').toBe(false);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect.poll(hint, 'on phones').toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(hint).toBe(true);
  await page.evaluate(() => localStorage.setItem('shortcuts', 'off'));
  await page.reload();
  await expect.poll(hint, 'with shortcuts off').toBe(false);
});

test('A search that fails can be repeated (Rule 2.22)', async ({ page }) => {
  const SEARCHES = /\/api\/(Player|Clan)\/search/i;
  await page.route(SEARCHES, (route) => route.fulfill({ status: 500 }));
  await page.goto('/guidelines');
  await field(page).fill('boro');
  await expect(page.getByText('The search failed.')).toBeVisible();
  await expect(page.getByText(/\d+ suggestions?$/)).toHaveCount(0);
  await page.unroute(SEARCHES);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(option(page, 'Borodino_Gunner')).toBeVisible();
});

test('Without JavaScript the search opens the player search (Rule 2.22)', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/guidelines');
  await field(page).fill('boro');
  await field(page).press('Enter');
  await expect(page).toHaveURL('/player?search=boro');
  await context.close();
});

test('On a phone a button opens the search over the page (Rule 2.22)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const watch = await watchPage(page);
  await page.goto('/guidelines');
  const opener = page.getByRole('banner').getByRole('button', { name: 'Search' });
  await expect(field(page)).toBeHidden();
  await opener.click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('boro');
  await expect(option(page, 'Borodino_Gunner')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close the search' }).click();
  await expect(field(page)).toBeHidden();
  await expect(opener).toBeFocused();
  expect(await watch.shift()).toBe(0);
  await watch.expectClean();
});

test('Shortcuts walk through posts and open one (Rule 2.23)', async ({ page }) => {
  await page.goto('/posts');
  const posts = page.getByRole('article');
  await expect(posts.nth(1)).toBeVisible();
  await screenDrawn(page);
  await page.keyboard.press('j');
  await expect(posts.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(posts.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(posts.nth(0)).toBeFocused();
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/\/posts\/[0-9a-f-]{36}$/);
});

test('The list of shortcuts can turn them off (Rule 2.23)', async ({ page }) => {
  const watch = await watchPage(page);
  await page.goto('/guidelines');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('checkbox', { name: 'Keyboard shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(field(page)).not.toBeFocused();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(dialog.getByRole('checkbox')).not.toBeChecked();
  await watch.expectClean();
});

test('A shortcut starts a post on a profile, and the settings turn shortcuts off (Rule 2.23)', async ({
  page,
}) => {
  const profile = '/player/500000007,Gneisenau_Hidden';
  await signIn(page, 'Hood_Clanless', profile);
  await expect(page.getByRole('button', { name: 'New Post' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goto('/settings');
  await page.getByRole('checkbox', { name: 'Keyboard shortcuts' }).uncheck();
  await page.keyboard.press('/');
  await expect(field(page)).not.toBeFocused();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Keyboard shortcuts' })).not.toBeChecked();
});
