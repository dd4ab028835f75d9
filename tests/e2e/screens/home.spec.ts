/** The home page and its live part (Rule 2.33). */
import { expect, type Page, test } from 'playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const live = (page: Page) => page.getByRole('region', { name: 'Latest posts' });
const week = (page: Page) =>
  page.getByText(/^[\d,]+ posts? · [\d,]+ players? · [\d,]+ clans? in the last 7 days$/);

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const) {
  test(`Three posts and the week’s numbers appear without moving anything at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const watch = await watchPage(page);
    await page.goto('/');
    await expect(week(page)).toBeVisible();
    await expect(live(page).getByRole('article')).toHaveCount(3);
    await expectAccessible(page, 'with posts');
    await watch.expectSteady();
    await watch.expectClean();
    // The whole card leads to the post, but for the players in it.
    const first = live(page).getByRole('article').first();
    const title = await first.getByRole('heading').textContent();
    await first.click({ position: { x: 200, y: 95 } });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  });

  test(`What cannot be loaded is absent at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const watch = await watchPage(page);
    await page.route(/\/api\/(Stats|Post\/latest)/, (route) => route.fulfill({ status: 404 }));
    await page.goto('/');
    await expect(live(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Look someone up' })).toBeVisible();
    await watch.expectSteady();
  });
}

test('The how-to is folded and opens by keyboard', async ({ page }) => {
  await page.goto('/');
  const step = page.getByText('Find the player', { exact: true });
  await expect(step).toBeHidden();
  await page.getByRole('heading', { name: 'How to start' }).click();
  await expect(step).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(step).toBeHidden();
});

test('Without JavaScript the page has the search and the whole text, and no empty place', async ({
  browser,
  baseURL,
}) => {
  const page = await (
    await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  ).newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Size up a clan' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Latest posts' })).toBeHidden();
  await page.getByPlaceholder('Username').fill('Borodino');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/player\?search=Borodino$/);
  await page.context().close();
});
