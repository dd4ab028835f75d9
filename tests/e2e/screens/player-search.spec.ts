/** Also covers Rule 4.1. */
import { expect, type Page, test } from 'playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { putGate } from '#tests/support/gate.ts';
import { originOf } from '#tests/support/region-site.ts';
import { screenDrawn } from '#tests/support/screens.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const SEARCH = /\/api\/Player\/search\//i;
const field = (page: Page) => page.getByRole('searchbox', { name: 'Username' });
const player = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });

test('A player is found by part of the name, and back restores the search (Rule 4.4)', async ({ page }) => {
  const watch = await watchPage(page);
  await page.goto('/player');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search Players');
  await field(page).fill('borodino_g');
  await player(page, 'Borodino_Gunner').click();
  await expect(page).toHaveURL('/player/500000002,Borodino_Gunner');
  await page.goBack();
  await expect(page).toHaveURL('/player?search=borodino_g');
  await expect(field(page)).toHaveValue('borodino_g');
  await expect(player(page, 'Borodino_Gunner')).toBeVisible();
  await watch.expectClean();
});

test('Typed text starts to the right of the magnifier', async ({ page }) => {
  await page.goto('/player');
  const box = await field(page).boundingBox();
  const icon = await field(page).locator('xpath=preceding-sibling::*').boundingBox();
  const padding = await field(page).evaluate((input) =>
    Number.parseFloat(getComputedStyle(input).paddingInlineStart),
  );
  expect((box?.x ?? 0) + padding).toBeGreaterThan((icon?.x ?? 0) + (icon?.width ?? 0));
});

test('Two characters are too few and show why (Rule 4.2)', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (SEARCH.test(request.url())) asked.push(request.url());
  });
  await page.goto('/player');
  await field(page).fill('au');
  await expect(page.getByRole('alert')).toHaveText('The value must be at least 3 characters long.');
  await field(page).fill('au/..');
  await expect(page.getByRole('alert')).toHaveText("The value doesn't follow the required pattern.");
  expect(asked).toEqual([]);
});

test('Typing sends one request, 300 ms after the last keystroke (Rule 4.2)', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (SEARCH.test(request.url())) asked.push(decodeURIComponent(request.url()).split('/').at(-1) ?? '');
  });
  await page.goto('/player');
  await field(page).pressSequentially('borodino', { delay: 40 });
  await expect(player(page, 'Borodino_Gunner')).toBeVisible();
  expect(asked).toEqual(['borodino']);
});

test('An unknown name has no results (Rule 4.3)', async ({ page }) => {
  await page.goto('/player?search=nobody_is_called_so');
  await expect(page.getByText('No results found')).toBeVisible();
});

test('Without results, links lead to the same search in the other regions (Rule 4.6)', async ({ page }) => {
  await page.goto('/player?search=Only_Here_99');
  const links = page.getByRole('navigation', { name: 'Other regions' }).getByRole('link');
  await expect(links).toHaveText(['Search NA', 'Search CIS', 'Search SEA']);
  await expect(links.first()).toHaveAttribute('href', `${originOf('na')}/player?search=Only_Here_99`);
});

test('A result shows clan, total karma, ribbon and the marked match (Rule 4.6)', async ({ page }) => {
  const watch = await watchPage(page);
  await page.goto('/player?search=rodino_g');
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Borodino_Gunner' });
  await expect(row.locator('mark')).toHaveText('rodino_G');
  await expect(row).toContainText(/^\[[^\]]+\]Borodino_GunnerTotal karma: [+−]?[\d,]+$/);
  await expect(row.getByRole('img', { name: /^Recent posts: / })).toBeVisible();
  await watch.expectSteady();
});

test('The field has the focus on wide screens, and not on phones (Rule 4.7)', async ({ page }) => {
  await page.goto('/player');
  await expect(field(page)).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.getByRole('main').getByText('Type at least 3 characters.').click();
  await expect(field(page)).not.toBeFocused();
});

test('An empty field lists the players visited last, until they are cleared (Rule 4.7)', async ({ page }) => {
  const recent = page
    .getByRole('region', { name: 'Recently visited' })
    .getByRole('link', { name: 'Aurora_Captain', exact: true });
  await page.goto('/player/500000001,Aurora_Captain');
  await expect(page.getByRole('heading', { name: 'Aurora_Captain' })).toBeVisible();
  await screenDrawn(page);
  const watch = await watchPage(page);
  await page.goto('/player');
  await expect(page.getByRole('heading', { name: 'Recently visited' })).toBeVisible();
  await expect(recent).toHaveAttribute('href', '/player/500000001,Aurora_Captain');
  await watch.expectSteady();
  await field(page).fill('borodino_g');
  await expect(player(page, 'Borodino_Gunner')).toBeVisible();
  await expect(recent).toHaveCount(0);
  await field(page).fill('');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(recent).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Recently visited' })).toHaveCount(0);
});

test('A failed search can be retried (Rule 4.5)', async ({ page }) => {
  await page.goto('/player');
  await page.route(SEARCH, (route) => route.abort());
  await field(page).fill('aurora');
  await expect(page.getByText('The search failed.')).toBeVisible();
  await page.unroute(SEARCH);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(player(page, 'Aurora_Captain')).toBeVisible();
  await expect(field(page)).toHaveValue('aurora');
});

test('A late answer for an earlier text is ignored (Rule 4.5)', async ({ page }) => {
  await page.goto('/player');
  const release = (await putGate(page, /search\/aurora$/i)).hold();
  await field(page).fill('aurora');
  await expect(page.getByText('Searching...')).toBeVisible();
  await field(page).fill('borodino_g');
  await expect(player(page, 'Borodino_Gunner')).toBeVisible();
  release();
  await expect(player(page, 'Aurora_Captain')).toHaveCount(0);
  await expect(page).toHaveURL('/player?search=borodino_g');
});

test('Text typed before hydration is searched (Rule 4.2)', async ({ page }) => {
  const release = (await putGate(page, /\/hashed\/.*\.js$/)).hold();
  await page.goto('/player', { waitUntil: 'commit' });
  await field(page).fill('aurora_c');
  release();
  await expect(player(page, 'Aurora_Captain')).toBeVisible();
  await expect(field(page)).toHaveValue('aurora_c');
});

test('The search works by keyboard alone', async ({ page }) => {
  await page.goto('/player');
  await field(page).focus();
  await page.keyboard.type('aurora_c');
  await expect(player(page, 'Aurora_Captain')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/player/500000001,Aurora_Captain');
});

test('An empty field lists who was praised this week, the screen’s kind first (Rule 30.25)', async ({
  page,
}) => {
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  const titles = ['Players praised this week', 'Clans praised this week'];
  const watch = await watchPage(page);
  await page.goto('/player');
  await expect(headings).toHaveText(titles);
  const list = page.getByRole('region', { name: titles[0] ?? '' });
  await expect(list.getByRole('listitem').first()).toContainText(/Praised by \d+Total karma: /);
  await expect(list.getByRole('img', { name: /^Recent posts: / }).first()).toBeVisible();
  await expectAccessible(page);
  await watch.expectSteady();
  await field(page).fill('borodino_g');
  await expect(player(page, 'Borodino_Gunner')).toBeVisible();
  await expect(headings).toHaveCount(0);
  await page.goto('/clan');
  await expect(headings).toHaveText(titles.toReversed());
  const clan = page
    .getByRole('region', { name: titles[1] ?? '' })
    .getByRole('link')
    .first();
  await clan.click();
  await expect(page).toHaveURL(/\/clan\/\d+,/);
});
