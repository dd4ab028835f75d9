import { expect, type Page, test } from 'playwright/test';
import { putGate } from '#tests/support/gate.ts';
import { screenDrawn } from '#tests/support/screens.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Username' });
const player = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });

test('A player is found by part of the name, and back restores the search (Rule 4.4)', async ({ page }) => {
  const watch = await watchPage(page);
  await page.goto('/player');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('borodino_g');
  // A part of the text finds the player, too.
  await expect(page).toHaveURL('/player?search=borodino_g');
  await expect(player(page, 'Borodino_Gunner')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/player/500000002,Borodino_Gunner');
  await screenDrawn(page);
  await page.goBack();
  await expect(page).toHaveURL('/player?search=borodino_g');
  await expect(field(page)).toHaveValue('borodino_g');
  await expect(player(page, 'Borodino_Gunner')).toBeVisible();

  await field(page).fill('');
  const visits = page.getByRole('region', { name: 'Recently visited' });
  await expect(visits.getByRole('link', { name: 'Borodino_Gunner' })).toBeVisible();
  await visits.getByRole('button', { name: 'Clear' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Players praised this week' })).toBeVisible();
  await expect(visits).toHaveCount(0);
  await watch.expectClean();
});

test('Text typed before hydration is searched, and starts to the right of the magnifier', async ({
  page,
}) => {
  const release = (await putGate(page, /\/hashed\/.*\.js$/)).hold();
  await page.goto('/player', { waitUntil: 'commit' });
  await field(page).fill('aurora_c');
  release();
  await expect(player(page, 'Aurora_Captain')).toBeVisible();
  await expect(field(page)).toHaveValue('aurora_c');
  const box = await field(page).boundingBox();
  const icon = await field(page).locator('xpath=preceding-sibling::*').boundingBox();
  const padding = await field(page).evaluate((input) =>
    Number.parseFloat(getComputedStyle(input).paddingInlineStart),
  );
  expect((box?.x ?? 0) + padding).toBeGreaterThan((icon?.x ?? 0) + (icon?.width ?? 0));
});
