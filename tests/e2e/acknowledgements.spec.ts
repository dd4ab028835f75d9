/** The page's message and focus after an action, across the reload. */
import { expect, type Page, test } from 'playwright/test';
import { chooseInMenu } from '#tests/support/post-menu.ts';
import { inventedPlayer, originOf } from '#tests/support/region-site.ts';
import { POST_TEXT, signIn } from '#tests/support/sign-in.ts';

test.use({ baseURL: originOf('na') });

const status = (page: Page) => page.getByRole('region', { name: 'Messages' });
const dialog = (page: Page) => page.getByRole('dialog');
const articles = (page: Page) => page.getByRole('main').getByRole('article');
const pathOf = ({ id, username }: { id: number; username: string }) =>
  `/player/${id},${encodeURIComponent(username)}`;

async function reloadBy(page: Page, act: () => Promise<void>): Promise<void> {
  const reloaded = page.waitForEvent('load');
  await act();
  await reloaded;
}

test('Publishing a post and deleting it on its own page show a message (Rule 8.15)', async ({ page }) => {
  await page.goto('/guidelines');
  const [author, target] = [await inventedPlayer(page, 260), await inventedPlayer(page, 261)];
  await signIn(page, author.username, pathOf(target));
  await page.getByRole('button', { name: 'New Post' }).click();
  await dialog(page)
    .getByLabel(/^Title/)
    .fill('Acknowledged');
  await dialog(page)
    .getByLabel(/^Content/)
    .fill(POST_TEXT);
  await dialog(page)
    .getByRole('checkbox', { name: /guidelines/ })
    .check();
  await reloadBy(page, () => page.keyboard.press('Control+Enter'));
  await expect(status(page)).toHaveText('Post published');
  await expect(articles(page).filter({ hasText: 'Acknowledged' })).toBeFocused();

  await page.getByRole('link', { name: 'Acknowledged', exact: true }).click();
  await expect(page).toHaveURL(/\/posts\//);
  const own = page.url();
  // Before that, it could miss the event of the deletion.
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await chooseInMenu(page, 'Delete');
  // On a slow network the page still follows the live event of the deletion before it is reloaded.
  const followed = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const titled = () => document.title.startsWith('Post deleted') && resolve();
        new MutationObserver(titled).observe(document.head, { childList: true, subtree: true });
      }),
  );
  await page.route(own, async (route) => {
    await followed;
    await route.continue();
  });
  await reloadBy(page, () => dialog(page).getByRole('button', { name: 'Delete' }).click());
  const heading = page.getByRole('heading', { level: 1, name: 'Post deleted.' });
  // The message disappears by itself.
  await expect(status(page)).toHaveText('Post deleted');
  await expect(heading).toBeFocused();
  await expect(page.getByText('404')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Latest posts' })).toHaveAttribute('href', '/posts');
  await page.getByRole('link', { name: `Profile of ${target.username}` }).click();
  await expect(page).toHaveURL(pathOf(target));
  await page.goBack();
  await expect(page).toHaveURL(own);
  await expect(heading).toBeVisible();
});
