/** The main tasks of the screens for reading, with the keyboard alone. */
import { expect, type Locator, type Page, test } from 'playwright/test';
import { putGate, quietPostHub } from '#tests/support/gate.ts';

const MOST_STOPS = 200;

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeAttached();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('The feed’s tooltips, long posts, pages and filter work with the keyboard', async ({ page }) => {
  const gate = await putGate(page, /\/api\/Post\/latest/i);
  gate.answer((posts) =>
    posts.map((post: object) => ({
      ...post,
      content: 'A long story. '.repeat(60),
      replayState: 0,
      replayId: null,
    })),
  );
  await page.goto('/posts');
  await tabTo(page, page.getByRole('button', { name: 'Show more' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Show less' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'No replay' }).first());
  const tip = page.getByRole('tooltip').filter({ hasText: 'No replay is attached.' });
  await expect(tip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
  await tabTo(page, page.getByRole('link', { name: 'Next page' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/posts?page=2');
  await expect(page.getByRole('region', { name: 'Latest posts' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Per page')).toBeFocused();
  await tabTo(page, page.getByLabel('Has replay'));
  await page.keyboard.press('Space');
  await expect(page).toHaveURL('/posts?hasReplay=true');
});

test('After a retry the focus stays in the same part of the page', async ({ page }) => {
  const LATEST = /\/api\/Post\/latest/i;
  await page.route(LATEST, (route) => route.fulfill({ status: 500 }));
  await page.goto('/posts');
  await tabTo(page, page.getByRole('button', { name: 'Try again' }));
  await page.unroute(LATEST);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Latest posts' })).toBeFocused();
});

test('A profile’s tabs and posts work with the keyboard', async ({ page }) => {
  await page.goto('/player/500000002,Borodino_Gunner');
  const tabs = page.getByRole('navigation', { name: 'Posts', exact: true });
  await tabTo(page, tabs.getByRole('link', { name: 'Sent' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?tab=sent$/);
  await tabTo(page, page.getByRole('article').first().getByRole('heading').getByRole('link'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/posts\/[0-9a-f-]{36}$/);
});

test('Clan search, clan page, member cards and table work with the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/clan');
  await tabTo(page, page.getByRole('searchbox', { name: 'Tag or name' }));
  await page.keyboard.type('a');
  await expect(page.getByText(/^Found \d+ Clan/)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/clan\/\d+,/);
  await tabTo(page, page.getByRole('region', { name: 'Description' }));
  await tabTo(page, page.getByRole('combobox', { name: 'Sort by' }));
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/\?sort=username$/);
  await tabTo(page, page.getByRole('button', { name: 'Ascending. Reverse the order' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?sort=-username$/);
  await page.setViewportSize({ width: 1440, height: 900 });
  const column = page.getByRole('columnheader', { name: 'Joined Clan' });
  await tabTo(page, column.getByRole('button'));
  await page.keyboard.press('Enter');
  await expect(column).toHaveAttribute('aria-sort', 'ascending');
});

test('A block of code is copied with the keyboard (Rule 8.12)', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // A post that arrives between the press and the release of the mouse would move the link away.
  await quietPostHub(page);
  const gate = await putGate(page, /\/api\/Post\/[0-9a-f-]{36}(\?|$)/i);
  gate.answer(({ model }) => ({ model: { ...model, content: '```\nport side\n```' } }));
  await page.goto('/posts');
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await tabTo(page, page.getByRole('button', { name: 'Copy', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('port side');
});
