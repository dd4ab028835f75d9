import { expect, type Page, test } from 'playwright/test';
import { notificationsStreamed, openAndListen } from '#tests/support/live-pages.ts';
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

  test('Dismissed notifications stay away in every tab and on every device', async ({
    page,
    browser,
    context,
  }) => {
    await page.goto('/guidelines');
    const [target, author] = [await inventedPlayer(page, 444), await inventedPlayer(page, 445)];
    const writer = await anotherBrowser(browser, 'na', author.username);
    expect(await sendPost(writer, author.id, target.id, 'The first of two')).toBe(201);
    const staff = await anotherBrowser(browser, 'na', 'Cossack_Mod');
    expect(await sendPost(staff, 500_000_003, target.id, 'The second of two')).toBe(201);
    for (const opened of [writer, staff]) await opened.context().close();
    await signIn(page, target.username, '/guidelines');
    await expect(bell(page)).toHaveAccessibleName('Notifications, 2 new');
    const second = await context.newPage();
    await second.goto('/guidelines');
    await expect(bell(second)).toHaveAccessibleName('Notifications, 2 new');

    await bell(page).click();
    await expect(toasts(page)).toHaveText([/The first of two/, /The second of two/]);
    await toasts(page).first().getByRole('button', { name: 'Dismiss: Post added' }).click();
    await expect(toasts(page)).toHaveText([/The second of two/]);
    await expect(toasts(page).getByRole('button', { name: /^Dismiss/ })).toBeFocused();
    await expect(bell(second)).toHaveAccessibleName('Notifications, 1 new');
    await second.close();

    await panel(page).getByRole('button', { name: 'Clear all' }).click();
    await expect(panel(page)).toContainText('No notifications.');
    await page.keyboard.press('Escape');
    await expect(bell(page)).toBeFocused();
    await expect(bell(page)).toHaveAccessibleName('Notifications');

    const device = await browser.newContext({
      baseURL: originOf('na'),
      storageState: { cookies: await context.cookies(), origins: [] },
    });
    const elsewhere = await device.newPage();
    await expect(async () => {
      const streamed = notificationsStreamed(elsewhere);
      await elsewhere.goto('/guidelines');
      await streamed;
      await expect(bell(elsewhere)).toHaveAccessibleName('Notifications', { timeout: 1000 });
    }).toPass();
    await device.close();
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
