import { expect, type Page, test } from 'playwright/test';
import { openAndListen } from '#tests/support/live-pages.ts';
import { anotherBrowser, inventedPlayer, newestPostOf, originOf } from '#tests/support/region-site.ts';
import { sendPost, signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const toasts = (page: Page) => panel(page).getByRole('article');
const toast = (page: Page, title: string) => panel(page).getByRole('article', { name: title, exact: true });

test.describe('In a region', () => {
  test.use({ baseURL: originOf('na') });

  test('A new post raises the count at once, and its notification leads to the post', async ({
    page,
    browser,
  }) => {
    const watch = await watchPage(page);
    await page.goto('/guidelines');
    const [target, author] = [await inventedPlayer(page, 442), await inventedPlayer(page, 443)];
    await openAndListen(page, target.username, '/guidelines');
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    const shift = await watch.shift();

    const writer = await anotherBrowser(browser, 'na', author.username);
    const title = 'Held the line <b>alone</b>';
    expect(await sendPost(writer, author.id, target.id, title)).toBe(201);
    const postId = await newestPostOf(writer, author.id);
    await writer.context().close();
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new');
    await expect(
      page.getByRole('status').filter({ hasText: 'New notification: Post added.' }),
    ).toBeAttached();
    expect(await watch.shift()).toBe(shift);

    await bell(page).click();
    await toast(page, 'Post added').click();
    await expect(page).toHaveURL(`/posts/${postId}`);
    await expect(panel(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/guidelines');
    await expect(panel(page)).toHaveCount(0);
    await watch.expectClean();
  });
});

test('The panel’s code loads on the first click, and the panel opens at the newest (Rule 30.45)', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/guidelines');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(bell(page)).toHaveCount(0);
  await signIn(page, 'Borodino_Gunner', '/guidelines');
  await expect(bell(page)).toHaveAccessibleName(/, \d+ new$/);
  expect(scripts.join('\n')).not.toMatch(/NotificationPanel/);
  for (const [width, height] of [
    [390, 844],
    [1440, 500],
  ] as const) {
    await page.setViewportSize({ width, height });
    await bell(page).click();
    await expect(toasts(page).nth(2)).toBeAttached();
    await expect(toasts(page).last()).toBeInViewport({ ratio: 1 });
    await expect(toasts(page).first()).not.toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);
  }
  expect(scripts.join('\n')).toMatch(/NotificationPanel/);
});
