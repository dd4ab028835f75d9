/** Reading with the keyboard alone: what Tab reaches, and where the focus is after the content changes. */
import { expect, type Locator, type Page, test } from 'playwright/test';
import { putGate } from '#tests/support/gate.ts';

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

test('The feed, a profile and a post are reached with the keyboard alone', async ({ page }) => {
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
  await tabTo(page, page.getByRole('link', { name: 'Next page' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/posts?page=2');
  await expect(page.getByRole('region', { name: 'Latest posts' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Per page')).toBeFocused();
  await tabTo(page, page.getByLabel('Has replay'));
  await page.keyboard.press('Space');
  await expect(page).toHaveURL('/posts?hasReplay=true');

  await page.goto('/player/500000003,Cossack_Mod');
  await tabTo(page, page.getByRole('button', { name: 'Community Manager' }));
  const tip = page.getByRole('tooltip').filter({ hasText: 'Community Manager' });
  await expect(tip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();

  await page.goto('/player/500000002,Borodino_Gunner');
  await tabTo(
    page,
    page.getByRole('navigation', { name: 'Posts', exact: true }).getByRole('link', { name: 'Sent' }),
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?tab=sent$/);
  await tabTo(page, page.getByRole('article').first().getByRole('heading').getByRole('link'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/posts\/[0-9a-f-]{36}$/);
});
