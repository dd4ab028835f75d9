/** The home page and its live part (Rule 2.33). */
import { expect, test } from 'playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { watchPage } from '#tests/support/watch-page.ts';

test('Posts and numbers appear, or are absent, without moving anything', async ({ page }) => {
  const live = page.getByRole('region', { name: 'Latest posts' });
  const week = page.getByText(/^[\d,]+ posts? · [\d,]+ players? · [\d,]+ clans? in the last 7 days$/);
  const watch = await watchPage(page, /status of 404/);
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await expect(week).toBeVisible();
    await expect(live.getByRole('article')).toHaveCount(3);
    await expectAccessible(page, `at ${width} px`);
    await watch.expectSteady();
    await page.route(/\/api\/(Stats|Post\/latest)/, (route) => route.fulfill({ status: 404 }));
    await page.goto('/');
    await expect(live).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Look someone up' })).toBeVisible();
    await watch.expectSteady();
    await page.unrouteAll();
  }
  await watch.expectClean();

  const step = page.getByText('Find the player', { exact: true });
  await expect(step).toBeHidden();
  await page.getByRole('heading', { name: 'How to start' }).click();
  await expect(step).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(step).toBeHidden();

  // The whole card leads to the post, but for the players in it.
  await page.reload();
  const first = live.getByRole('article').first();
  const title = await first.getByRole('heading').textContent();
  await first.click({ position: { x: 200, y: 95 } });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
});
