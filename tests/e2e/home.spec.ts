/** The home page and its live part (Rules 2.33, 30.70 and 30.71). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { overflow } from '#tests/support/hostile-page.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const SIZES = [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const;
/** As long as editors write it. */
const LONG_TEXT = readFileSync('tests/support/fixtures/long-home-text.html', 'utf8');

test('Praise and numbers appear, or invitations, without moving anything', async ({ page }) => {
  const praise = page.getByRole('region', { name: 'Latest praise' });
  const praised = page.getByRole('region', { name: 'Praised this week' });
  const week = page.getByText(/^[\d,]+ posts? · [\d,]+ players? · [\d,]+ clans? in the last 7 days$/);
  const watch = await watchPage(page, /status of 404/);
  const picture = () =>
    praise.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await expect(week).toBeVisible();
    await expect(praise.getByRole('article')).toHaveCount(1);
    await expect(praised.getByRole('listitem')).toHaveCount(6);
    await praise.scrollIntoViewIfNeeded();
    await expect.poll(picture).toBe(true);
    await expectAccessible(page, `at ${width} px`);
    await watch.expectSteady();
    const answered = Promise.withResolvers<void>();
    await page.route(/\/api\/(Stats|Praised|Post\/latest)/, (route) =>
      answered.promise.then(() => route.fulfill({ status: 404 })),
    );
    await page.goto('/');
    // The drawing of an empty place.
    await expect(praise.locator('svg')).toBeHidden();
    answered.resolve();
    await expect(praise.getByRole('link', { name: 'Read posts' })).toBeVisible();
    await expect(praised.getByRole('link', { name: 'Find the player' })).toBeVisible();
    await expectAccessible(page, `without answers at ${width} px`);
    await watch.expectSteady();
    await page.unrouteAll();
  }
  await watch.expectClean();

  // The whole card leads to the post, but for the links in it.
  await page.goto('/');
  const title = await praise.getByRole('heading', { level: 3 }).textContent();
  await praise.getByRole('article').click({ position: { x: 600, y: 120 } });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
});

test('A long text of the editors fits, and its parts fold (Rule 30.73)', async ({ page }) => {
  await page.route('**/assets/indexcontent.html', (route) => route.fulfill({ body: LONG_TEXT }));
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Size up a clan' })).toBeVisible();
    await expectAccessible(page, `at ${width} px`);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  }
  const step = page.getByText('Find the player', { exact: true }).last();
  await expect(step).toBeHidden();
  await page.getByRole('heading', { name: 'How to start' }).click();
  await expect(step).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(step).toBeHidden();
});

test('"Play battle" leads to the battle, which plays in view (Rule 30.70)', async ({ page }) => {
  const player = page.getByRole('region', { name: 'Battle player' });
  const watch = await watchPage(page);
  for (const [width, height] of [SIZES[0], SIZES[2]]) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await page
      .getByRole('region', { name: 'Latest praise' })
      .getByRole('link', { name: 'Play battle' })
      .click();
    await expect(page).toHaveURL(/#replay$/);
    await expect(player.getByRole('button', { name: 'Pause' })).toBeInViewport();
    await expect(player.getByRole('img', { name: /^Map of the battle/ })).toBeInViewport({ ratio: 1 });
    await watch.expectSteady();
  }
});
