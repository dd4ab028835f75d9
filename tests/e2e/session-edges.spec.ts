import { expect, type Page, test } from 'playwright/test';
import { regionOfHost } from '#lib/regions.ts';
import {
  anotherBrowser,
  callApi,
  getJson,
  hubOpen,
  inventedPlayer,
  originOf,
  type Player,
} from '#tests/support/region-site.ts';
import { pickAccount, signIn } from '#tests/support/sign-in.ts';

const TITLE = 'Typed before the session ended';
const CONTENT = 'Half an hour of careful words about a battle, which no one wants to write a second time.';

const dialog = (page: Page) => page.getByRole('dialog');
const title = (page: Page) => dialog(page).getByRole('textbox', { name: /^Title/ });
const content = (page: Page) => dialog(page).getByRole('textbox', { name: /^Content/ });
const newPost = (page: Page) => page.getByRole('button', { name: 'New Post' });
const message = (page: Page) => page.getByRole('alert').filter({ hasText: 'What you typed is kept.' });

/** Signs in and starts a post about another player. */
async function writeAbout(page: Page, author: number, target: number): Promise<[Player, Player]> {
  await page.goto('/guidelines');
  const [writer, about] = [await inventedPlayer(page, author), await inventedPlayer(page, target)];
  const listens = hubOpen(page, 'auth');
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

test.describe('A session that ends while the user writes', () => {
  test.use({ baseURL: originOf('na') });

  test('because the seed was renewed: the draft is restored after signing in (Rule 3.11)', async ({
    page,
    browser,
  }) => {
    const [author] = await writeAbout(page, 222, 223);
    const device = await anotherBrowser(browser, regionOfHost(new URL(page.url()).host), author.username);
    expect(await callApi(device, 'POST', '/api/Auth/renew-seed')).toBe(200);
    await device.context().close();
    await expect(message(page)).toContainText('You were signed out on all devices');
    await expectText(page);
    await message(page).getByRole('link', { name: 'Sign in again' }).click();
    await pickAccount(page, author.username);
    await newPost(page).click();
    await expectText(page);
  });

  test('because another tab signed out: the form works after signing in there (Rule 3.11)', async ({
    page,
    context,
  }) => {
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
});
