import { expect, type Page, test } from 'playwright/test';
import { regionOfHost } from '#lib/regions.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import {
  anotherBrowser,
  authHubOpen,
  callApi,
  getJson,
  inventedPlayer,
  originOf,
  type Player,
} from '#tests/support/region-site.ts';
import { pickAccount, signIn } from '#tests/support/sign-in.ts';

const isDeployed = process.env.WEB_SERVER !== undefined;
const TITLE = 'Typed before the session ended';
const CONTENT = 'Half an hour of careful words about a battle, which no one wants to write a second time.';
const EIGHT_DAYS_MS = 8 * 86_400_000;

const dialog = (page: Page) => page.getByRole('dialog');
const title = (page: Page) => dialog(page).getByRole('textbox', { name: /^Title/ });
const content = (page: Page) => dialog(page).getByRole('textbox', { name: /^Content/ });
const newPost = (page: Page) => page.getByRole('button', { name: 'New Post' });
const message = (page: Page) => page.getByRole('alert').filter({ hasText: 'What you typed is kept.' });

/** Signs in and starts a post about another player. */
async function writeAbout(page: Page, author: number, target: number): Promise<[Player, Player]> {
  await page.goto('/guidelines');
  const [writer, about] = [await inventedPlayer(page, author), await inventedPlayer(page, target)];
  const listens = authHubOpen(page);
  await signIn(page, writer.username, `/player/${about.id},${about.username}`);
  await newPost(page).click();
  await title(page).fill(TITLE);
  await content(page).fill(CONTENT);
  await listens;
  return [writer, about];
}

async function expectText(page: Page): Promise<void> {
  await expect(title(page)).toHaveValue(TITLE);
  await expect(content(page)).toHaveValue(CONTENT);
}

/** Follows the link of the message through the publisher's page back to the restored text. */
async function comeBack(page: Page, { username }: Player): Promise<void> {
  await expectText(page);
  await message(page).getByRole('link', { name: 'Sign in again' }).click();
  await pickAccount(page, username);
  await newPost(page).click();
  await expectText(page);
}

test.describe('A session that ends while the user writes', () => {
  // `npm run test:deploy` runs the tests with the tag `@host` on the host of each region.
  if (!isDeployed) test.use({ baseURL: originOf('na') });
  // Each test signs in two or three times.
  test.slow();

  test('because the token expired: the draft is restored after signing in (Rule 3.11)', async ({ page }) => {
    await page.clock.install();
    const [author] = await writeAbout(page, 220, 221);
    // The API's clock is eight days later, too.
    await page.route(/\/api\/Auth$/i, (route) => route.fulfill({ status: 401 }));
    await page.clock.fastForward(EIGHT_DAYS_MS);
    await expect(message(page)).toContainText('Your sign-in has expired.');
    await page.unroute(/\/api\/Auth$/i);
    await page.clock.setSystemTime(Date.now());
    await comeBack(page, author);
  });

  test('because the seed was renewed: the draft is restored after signing in (Rule 3.11)', {
    tag: '@host',
  }, async ({ page, browser }) => {
    const [author] = await writeAbout(page, 222, 223);
    const device = await anotherBrowser(browser, regionOfHost(new URL(page.url()).host), author.username);
    expect(await callApi(device, 'POST', '/api/Auth/renew-seed')).toBe(200);
    await device.context().close();
    await expect(message(page)).toContainText('You were signed out on all devices');
    await expectAccessible(page);
    await comeBack(page, author);
  });

  test('because another tab signed out: the form works after signing in there (Rule 3.11)', {
    tag: '@host',
  }, async ({ page, context }) => {
    const [author] = await writeAbout(page, 224, 225);
    const tab = await context.newPage();
    await tab.goto('/logout');
    await tab.getByRole('button', { name: 'Sign out and delete' }).click();
    await expect(message(page)).toContainText('You signed out in another tab.');
    await expectText(page);
    await signIn(tab, author.username, '/guidelines');
    await tab.close();
    // A headless browser does not report that the tab came to the front.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(message(page)).toHaveCount(0);
    await expectText(page);
    await dialog(page)
      .getByRole('checkbox', { name: /guidelines/ })
      .check();
    await dialog(page).getByRole('button', { name: 'Publish post' }).click();
    await expect(page.getByRole('article', { name: TITLE })).toBeVisible();
    const sent = await getJson<{ title: string }[]>(page, `/api/Post/${author.id}/sent`);
    expect(sent.filter((post) => post.title === TITLE)).toHaveLength(1);
  });

  test('because the server refused it: a double click on Publish keeps the message (Rule 3.11)', async ({
    page,
    context,
  }) => {
    await writeAbout(page, 229, 230);
    await dialog(page)
      .getByRole('checkbox', { name: /guidelines/ })
      .check();
    await context.clearCookies();
    const publish = dialog(page).getByRole('button', { name: 'Publish post' });
    await publish.click();
    await expect(message(page)).toContainText('Your sign-in is no longer valid.');
    const refused = page.waitForResponse((response) => response.status() === 401);
    await publish.dblclick();
    await refused;
    await expect(message(page)).toBeVisible();
    await expectText(page);
  });

  test('because of another account: only the author sees the draft (Rule 9.14)', async ({
    page,
    context,
  }) => {
    const [author] = await writeAbout(page, 226, 227);
    const tab = await context.newPage();
    await tab.goto('/guidelines');
    const other = await inventedPlayer(tab, 228);
    await signIn(tab, other.username, '/guidelines');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(message(page)).toContainText('You signed in with another account in another tab.');
    await expectText(page);
    await message(page).getByRole('button', { name: 'Reload the page' }).click();
    await newPost(page).click();
    await expect(title(page)).toHaveValue('');
    await signIn(tab, author.username, '/guidelines');
    await page.reload();
    await newPost(page).click();
    await expectText(page);
  });
});
