import { expect, type Page, test } from 'playwright/test';
import { changeAnswers } from '#tests/support/change-answers.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const results = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link');
const column = (page: Page, name: string) => page.getByRole('columnheader', { name });
const names = (page: Page) => page.getByRole('rowheader').allInnerTexts();

/** Opens the clan of a player who has one. */
async function openClan(page: Page): Promise<void> {
  await page.goto('/player/500000002,Borodino_Gunner');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^\[.+\]$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/clan\/\d+,/);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
}

test('A clan is found and opened, its members sorted, and back undoes each step (Rule 6.10)', async ({
  page,
}) => {
  const watch = await watchPage(page);
  await page.goto('/clan');
  await page.getByRole('searchbox', { name: 'Tag or name' }).fill('a');
  // Until then the list has the clans that are praised.
  await expect(page).toHaveURL('/clan?search=a');
  await results(page).first().click();
  await expect(page).toHaveURL(/\/clan\/\d+,.+-.+/);
  await expect(column(page, 'Rank')).toHaveAttribute('aria-sort', 'ascending');

  await test.step('the keyboard sorts, and a reload keeps the order', async () => {
    const byRank = await names(page);
    await column(page, 'Username').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(column(page, 'Username')).toHaveAttribute('aria-sort', 'ascending');
    const sorted = await names(page);
    // The rows below the first screen may have been drawn since.
    expect(sorted).toEqual(expect.arrayContaining(byRank));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\?sort=-username$/);
    await expect.poll(() => names(page)).toEqual(sorted.toReversed());
    await page.reload();
    await expect(column(page, 'Username')).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(() => names(page)).toEqual(sorted.toReversed());
  });

  await page.goBack();
  await expect(column(page, 'Username')).toHaveAttribute('aria-sort', 'ascending');
  await page.goBack();
  await expect(column(page, 'Rank')).toHaveAttribute('aria-sort', 'ascending');
  await page.goBack();
  await expect(page).toHaveURL('/clan?search=a');
  await expect(results(page).first()).toBeVisible();
  await watch.expectClean();
});

test('On phones, members take 64 px, open, and fit (Rules 6.10 and 30.21)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openClan(page);
  const row = page.getByRole('row').first();
  const heightOf = async () => (await row.boundingBox())?.height ?? 0;
  const isSeen = (name: string) =>
    row.locator(`[data-label="${name}"]`).evaluate((cell) => cell.clientWidth > 1);
  expect(await heightOf()).toBe(64);
  await expect(page.getByRole('columnheader')).toHaveCount(0);
  await expect(row.getByRole('cell')).toHaveCount(9);
  expect([await isSeen('Platform Karma'), await isSeen('Last Battle')]).toEqual([true, false]);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Last Battle');
  await expect.poll(() => isSeen('Last Battle'), 'the column that orders the members').toBe(true);
  expect(await heightOf()).toBe(64);

  await page.setViewportSize({ width: 320, height: 700 });
  await page.reload();
  const toggle = row.getByRole('button', { name: /^All values of / });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await row.scrollIntoViewIfNeeded();
  for (const cell of await row.getByRole('cell').all()) await expect(cell).toBeInViewport();
  expect([await isSeen('Platform Karma'), await isSeen('Account Created')]).toEqual([true, true]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('At 1440 × 900 the first screen shows members in a table that fits (Rule 30.20)', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const rules = Array.from({ length: 12 }, (_, index) => `- Rule ${index + 1}`).join('\n');
  await changeAnswers(page, /\/api\/Clan\/\d/, (clan) => ({ ...clan, description: rules }));
  await openClan(page);
  const description = page.getByRole('region', { name: 'Description' });
  const showAll = description.getByRole('button', { name: 'Show all' });
  await expect(showAll).toBeInViewport();
  const boxes = await Promise.all([1, 2, 3].map((at) => page.getByRole('row').nth(at).boundingBox()));
  expect(boxes.map((box) => box?.height)).toEqual([40, 40, 40]);
  expect((boxes[2]?.y ?? Number.POSITIVE_INFINITY) + 40).toBeLessThan(900);
  const around = page.getByRole('table', { name: 'Members' }).locator('xpath=..');
  expect(await around.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const zeros = page.getByRole('cell', { name: '0', exact: true }).first().getByText('0');
  const grey = await page
    .locator('dt')
    .first()
    .evaluate((name) => getComputedStyle(name).color);
  await expect(zeros).toHaveCSS('color', grey);
  const end = description.getByRole('listitem').last();
  const isWhole = () =>
    end.evaluate((item) => {
      const box = item.closest('section')?.getBoundingClientRect();
      return box !== undefined && item.getBoundingClientRect().bottom < box.bottom;
    });
  expect(await isWhole()).toBe(false);
  await showAll.click();
  // The text gets another height.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(description.getByRole('button', { name: 'Show less' })).toBeVisible();
  expect(await isWhole()).toBe(true);
});
