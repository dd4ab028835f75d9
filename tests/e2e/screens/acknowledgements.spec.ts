/** The page's message and focus after an action, also across the reload. */
import { expect, type Page, test } from 'playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { chooseInMenu } from '#tests/support/post-menu.ts';
import { inventedPlayer, newestPostOf, originOf } from '#tests/support/region-site.ts';
import { POST_TEXT, sendPost, signIn } from '#tests/support/sign-in.ts';

test.use({ baseURL: originOf('na') });

const status = (page: Page) => page.getByRole('region', { name: 'Messages' });
const dialog = (page: Page) => page.getByRole('dialog');
const articles = (page: Page) => page.getByRole('main').getByRole('article');
const pathOf = ({ id, username }: { id: number; username: string }) =>
  `/player/${id},${encodeURIComponent(username)}`;

/** Signs in as the first of these invented players; answers all of them. */
async function signInAsFirst(page: Page, numbers: readonly number[]) {
  await page.goto('/guidelines');
  const players = [];
  for (const number of numbers) players.push(await inventedPlayer(page, number));
  const [author, ...targets] = players;
  if (author === undefined) throw new Error('no author to sign in as');
  await signIn(page, author.username, '/guidelines');
  return { author, targets };
}

async function reloadBy(page: Page, act: () => Promise<void>): Promise<void> {
  const reloaded = page.waitForEvent('load');
  await act();
  await reloaded;
}

test('Publishing a post and deleting it on its own page show a message (Rule 8.15)', async ({ page }) => {
  const { author, targets } = await signInAsFirst(page, [260, 261]);
  const [target = author] = targets;
  await page.goto(pathOf(target));
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
  await status(page).getByRole('button', { name: 'Dismiss this message' }).click();
  await expect(status(page)).toHaveText('');

  await page.getByRole('link', { name: 'Acknowledged', exact: true }).click();
  await expect(page).toHaveURL(/\/posts\//);
  const own = page.url();
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
  await expect(heading).toBeFocused();
  await expect(status(page)).toHaveText('Post removed');
  await expect(page.getByText('404')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Latest posts' })).toHaveAttribute('href', '/posts');
  await page.getByRole('link', { name: `Profile of ${target.username}` }).click();
  await expect(page).toHaveURL(pathOf(target));
  await page.goBack();
  await expect(page).toHaveURL(own);
  await expect(heading).toBeVisible();
});

test('After a removal the next post has the focus, or the list when none is left (Rule 9.10)', async ({
  page,
}) => {
  const { author, targets } = await signInAsFirst(page, [262, 263, 264]);
  for (const [index, { id }] of targets.entries())
    expect(await sendPost(page, author.id, id, `To be removed ${index}`)).toBe(201);
  await page.goto(`${pathOf(author)}?tab=sent`);
  const remove = async (title: string) => {
    const card = articles(page).filter({ hasText: title });
    await chooseInMenu(card, 'Delete');
    await reloadBy(page, () => dialog(page).getByRole('button', { name: 'Delete' }).click());
    await expect(status(page)).toHaveText('Post removed');
    await expect(card).toHaveCount(0);
  };
  await remove('To be removed 1');
  await expect(articles(page).filter({ hasText: 'To be removed 0' })).toBeFocused();
  const others = await articles(page).count();
  await remove('To be removed 0');
  if (others === 1) await expect(page.getByRole('region', { name: 'Posts', exact: true })).toBeFocused();
  else await expect(page.locator('article:focus')).toHaveCount(1);
});

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1440, 'light'],
] as const) {
  test(`At ${width} px (${colorScheme}) the focus returns to a post far down the feed (Rule 9.10)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Other tests count on the posts of the seed as they are. The reason is no other action’s, which the page would offer to undo.
    // Before the page is opened: a route that is added while files load may miss a request.
    await page.route(/\/api\/mod\/action$/i, (route) => route.fulfill({ status: 202 }));
    await signIn(page, 'Cossack_Mod', '/posts?count=50');
    const card = articles(page).filter({
      has: page.getByRole('button', { name: 'Mod Edit', includeHidden: true }),
    });
    await expect.poll(() => card.count()).toBeGreaterThan(20);
    // By its id, because posts that arrive meanwhile change its number.
    const id = await card.nth(20).getAttribute('id');
    await chooseInMenu(page.locator(`#${id}`), 'Mod Edit');
    await dialog(page)
      .getByLabel(/^Reason/)
      .fill(`Names a clan, at ${width} px.`);
    const topOf = () => page.locator(`#${id}`).evaluate((post) => post.getBoundingClientRect().top);
    const before = await topOf();
    await page.keyboard.press('Control+Enter');
    await expect(page.locator(`#${id}`)).toBeFocused();
    await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThan(40);
    await expect(status(page)).toHaveText('Changes saved.');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

test('Signing out shows a message on the home page (Rule 2.17)', async ({ page }) => {
  await signIn(page, 'Iowa_CS', '/guidelines');
  await page.goto('/logout');
  await expect(status(page)).toHaveText('You are signed out.');
  await expectAccessible(page);
  await page.reload();
  await expect(status(page)).toHaveText('');
});

test('A removed post shows its author who removed it and why (Rule 8.3)', async ({ page, browser }) => {
  const { author, targets } = await signInAsFirst(page, [265, 266]);
  expect(await sendPost(page, author.id, targets[0]?.id ?? 0, 'To be explained')).toBe(201);
  const id = await newestPostOf(page, author.id);
  const moderator = await (await browser.newContext({ baseURL: originOf('na') })).newPage();
  await signIn(moderator, 'Cossack_Mod', `/posts/${id}`);
  await moderator.getByRole('button', { name: 'Mod Delete' }).click();
  await dialog(moderator)
    .getByLabel(/^Reason/)
    .fill('Insults are no evidence.');
  await moderator.keyboard.press('Control+Enter');
  await expect(status(moderator)).toContainText('Removed.');
  await moderator.context().close();
  for (const path of ['/posts', `${pathOf(author)}?tab=sent`]) {
    await page.goto(path);
    const card = articles(page).filter({ hasText: 'To be explained' });
    await expect(card).toContainText('Removed by a moderator');
    await expect(card).toContainText(/By Cossack_Mod, .+: Insults are no evidence\./);
  }
  await page.goto(`/posts/${id}`);
  await expect(page.getByText(/^Deletion by Cossack_Mod/)).toBeVisible();
  await expect(page.getByText('Insults are no evidence.')).toBeVisible();
});
