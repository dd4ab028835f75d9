/** Also covers Rules 13.1, 13.3, 13.4, 13.7. */
import { expect, type Page, test } from 'playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { notificationsStreamed, openAndListen } from '#tests/support/live-pages.ts';
import { anotherBrowser, callApi, newestPostOf, originOf } from '#tests/support/region-site.ts';
import { sendPost, signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const HOOD = 500_000_008;
const VIEWS = [
  [390, 'dark'],
  [1440, 'light'],
] as const;

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const toasts = (page: Page) => panel(page).getByRole('article');
const toast = (page: Page, title: string) => panel(page).getByRole('article', { name: title, exact: true });

for (const [width, height] of [
  [390, 844],
  [1440, 500],
] as const)
  test(`The panel opens at the newest notification, at ${width} px (Rule 30.45)`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, 'Borodino_Gunner', '/guidelines');
    await bell(page).click();
    await expect(toasts(page).nth(2)).toBeAttached();
    await expect(toasts(page).last()).toBeInViewport({ ratio: 1 });
    await expect(toasts(page).first()).not.toBeInViewport({ ratio: 1 });
  });

test.describe('In one region', () => {
  test.use({ baseURL: originOf('na') });

  test('A new post raises the count on the bell at once, and its toast links to the post (Rule 13.5)', async ({
    page,
    browser,
  }) => {
    const watch = await watchPage(page);
    await openAndListen(page, 'Hood_Clanless', '/guidelines');
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    const shift = await watch.shift();

    const author = await anotherBrowser(browser, 'na', 'Borodino_Gunner');
    const title = 'Held the line <b>alone</b>';
    expect(await sendPost(author, 500_000_002, HOOD, title)).toBe(201);
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new');
    await expect(
      page.getByRole('status').filter({ hasText: 'New notification: Post added.' }),
    ).toBeAttached();
    expect(await watch.shift()).toBe(shift);

    await bell(page).click();
    const added = toast(page, 'Post added');
    await expect(added).toContainText(title);
    await expect(added).toContainText('Written by a test');
    await expect(added).toContainText('Borodino_Gunner');
    const postId = await newestPostOf(author, 500_000_002);
    await expect(added.getByTitle(postId)).toBeVisible();
    await expect(added.getByRole('time').first()).toBeVisible();

    await added.click();
    await expect(page).toHaveURL(`/posts/${postId}`);
    await expect(panel(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/guidelines');
    await expect(panel(page)).toHaveCount(0);
    await page.goForward();
    await expect(page).toHaveURL(`/posts/${postId}`);
    await watch.expectClean();
    await author.context().close();
  });
});

test.describe('In another region', () => {
  test.use({ baseURL: originOf('cis') });

  test('Dismissed notifications stay away in every tab, even those dismissed offline (Rule 13.6)', async ({
    page,
    browser,
    context,
  }) => {
    await openAndListen(page, 'Hood_Clanless', '/guidelines');
    const author = await anotherBrowser(browser, 'cis', 'Borodino_Gunner');
    const other = await anotherBrowser(browser, 'cis', 'Aurora_Captain');
    expect(await sendPost(author, 500_000_002, HOOD, 'The first of three')).toBe(201);
    expect(await sendPost(other, 500_000_001, HOOD, 'The second of three')).toBe(201);
    await expect(bell(page)).toHaveAccessibleName('Notifications, 2 new');
    const second = await context.newPage();
    await second.goto('/');
    await expect(bell(second)).toHaveAccessibleName('Notifications, 2 new');

    await bell(page).click();
    await expect(toasts(page)).toHaveText([/The first of three/, /The second of three/]);
    await toasts(page).first().getByRole('button', { name: 'Dismiss: Post added' }).click();
    await expect(toasts(page)).toHaveText([/The second of three/]);
    await expect(toasts(page).getByRole('button', { name: /^Dismiss/ })).toBeFocused();
    await expect(bell(second)).toHaveAccessibleName('Notifications, 1 new');

    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);
    await expect(bell(page)).toBeFocused();

    await second.close();
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new');

    await context.setOffline(true);
    await bell(page).click();
    await panel(page).getByRole('button', { name: 'Clear all' }).click();
    await expect(panel(page)).toContainText('No notifications.');
    await context.setOffline(false);
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName('Notifications');

    const elsewhere = await anotherBrowser(browser, 'cis', 'Hood_Clanless', '/');
    const streamed = notificationsStreamed(elsewhere);
    await elsewhere.reload();
    await streamed;
    await expect(bell(elsewhere)).toHaveAccessibleName('Notifications');
    for (const opened of [author, other, elsewhere]) await opened.context().close();
  });
});

test.describe('In a third region', () => {
  test.use({ baseURL: originOf('sea') });

  test('Mod actions and bans are critical and show the reason; the panel is accessible (Rule 13.2)', async ({
    page,
    browser,
  }) => {
    const watch = await watchPage(page);
    const hostile = '<img src=x onerror=alert(1)> **not** a [link](javascript:alert(1))';
    await openAndListen(page, 'Hood_Clanless', '/guidelines');
    expect(await sendPost(page, HOOD, 500_000_001, 'A post to be judged')).toBe(201);
    const postId = await newestPostOf(page, HOOD);
    const staff = await anotherBrowser(browser, 'sea', 'Dreadnought_Admin');
    const action = { postId, actionType: 0, reason: hostile, updatedPost: null };
    expect(await callApi(staff, 'POST', '/api/mod/action', action)).toBe(202);
    const ban = { userId: HOOD, reason: 'Kept on after a warning' };
    expect(await callApi(staff, 'POST', '/api/mod/bans?days=0', ban)).toBe(202);
    await expect(bell(page)).toHaveAccessibleName('Notifications, 2 new');

    await bell(page).click();
    await expect(toasts(page)).toHaveCount(2);
    const deleted = toast(page, 'Post mod deleted');
    await expect(deleted).toContainText('Critical');
    await expect(deleted).toContainText(hostile);
    await expect(deleted.getByTitle(postId)).toBeVisible();
    await expect(deleted.getByRole('link')).toHaveAttribute('href', `/posts/${postId}`);
    const banned = toast(page, 'Platform ban');
    await expect(banned).toContainText('Critical');
    await expect(banned).toContainText('permanently');
    await expect(banned).toContainText('Kept on after a warning');
    await expect(banned.getByRole('link')).toHaveCount(0);
    await expect(panel(page).locator('img')).toHaveCount(0);

    for (const [width, colorScheme] of VIEWS) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `${width} px, ${colorScheme}`);
    }
    await panel(page).getByRole('button', { name: 'Clear all' }).click();
    await expect(panel(page)).toContainText('No notifications.');
    await expectAccessible(page);
    await panel(page).getByRole('button', { name: 'Close' }).click();
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    await watch.expectClean();
    await staff.context().close();
  });
});

test('The hub loads after the page, and the panel when the bell is clicked', async ({ page }) => {
  await signIn(page, 'Aurora_Captain', '/guidelines');
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  const hub = page.waitForRequest(/notification-hub|signalr/);
  await page.reload();
  await expect(bell(page)).toBeVisible();
  await hub;
  expect(scripts.join('\n')).not.toMatch(/NotificationPanel/);
  await bell(page).click();
  await expect(panel(page)).toBeVisible();
  expect(scripts.join('\n')).toMatch(/NotificationPanel/);
});

test('The panel shows that the hub cannot be reached, with a retry button (Rule 13.9)', async ({ page }) => {
  await signIn(page, 'Aurora_Captain', '/guidelines');
  await page.clock.install();
  await page.route(/\/api\/hubs\/notifications\/negotiate/, (route) => route.abort());
  await page.reload();
  await bell(page).click();
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect(panel(page)).toContainText('Couldn’t load notifications.', { timeout: 300 });
  }).toPass();
  await page.unroute(/\/api\/hubs\/notifications\/negotiate/);
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page)).not.toContainText('Couldn’t load');
});

test('Signed-out visitors have no bell', async ({ page }) => {
  await page.goto('/guidelines');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(bell(page)).toHaveCount(0);
});
