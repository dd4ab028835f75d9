/** Reports of posts by players (Rules 28.10 to 28.16). */
import { expect, type Page, test } from 'playwright/test';
import { chooseInMenu } from '#tests/support/post-menu.ts';
import {
  anotherBrowser,
  callApi,
  getJson,
  inventedPlayer,
  newestPostOf,
} from '#tests/support/region-site.ts';
import { sendPost, signIn } from '#tests/support/sign-in.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Report this post' });
const words = (page: Page) => dialog(page).getByLabel('In your words');
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Report', exact: true }).click();

/** A new post by one invented player about another, opened by a third. */
async function openReported(page: Page, number: number): Promise<string> {
  await page.goto('/guidelines');
  const [author, player, reporter] = [
    await inventedPlayer(page, number),
    await inventedPlayer(page, number + 1),
    await inventedPlayer(page, number + 2),
  ];
  await signIn(page, author.username, '/guidelines');
  expect(await sendPost(page, author.id, player.id, 'To be reported')).toBe(201);
  const post = await newestPostOf(page, author.id);
  await signIn(page, reporter.username, `/posts/${post}`);
  return post;
}

test('a player reports a post, and its page says so from then on (Rules 28.10 and 28.15)', async ({
  page,
}) => {
  const post = await openReported(page, 421);
  await chooseInMenu(page, 'Report');
  await send(page);
  await expect(dialog(page)).toContainText('This field is required.');
  await dialog(page).getByRole('radio').first().check();
  await words(page).fill('Insults in the second line');
  await send(page);
  await expect(dialog(page)).toBeHidden();
  const outcome = page.getByText('You reported this post. Moderators have not decided yet.');
  await expect(outcome).toBeVisible();
  await page.reload();
  await expect(outcome).toBeVisible();
  const reports = await getJson<{ words: string }[]>(page, `/api/report?postId=${post}`);
  expect(reports).toMatchObject([{ words: 'Insults in the second line' }]);
  await chooseInMenu(page, 'Report');
  await dialog(page).getByRole('radio').last().check();
  await send(page);
  await expect(dialog(page)).toContainText('You have reported this post already.');
});

test('what was typed is kept without a connection, and after the dialog was closed', async ({ page }) => {
  await openReported(page, 424);
  await page.route('**/api/report', (route) => route.abort());
  await chooseInMenu(page, 'Report');
  await dialog(page).getByRole('radio', { name: 'Something else' }).check();
  await words(page).fill('Typed without a connection');
  await send(page);
  await expect(dialog(page).getByText('Couldn’t save.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await chooseInMenu(page, 'Report');
  await expect(words(page)).toHaveValue('Typed without a connection');
  await expect(dialog(page).getByRole('radio', { name: 'Something else' })).toBeChecked();
});

test('the author and visitors are not offered a report (Rule 28.10)', async ({ page }) => {
  const post = await openReported(page, 427);
  const author = await inventedPlayer(page, 427);
  await signIn(page, author.username, `/posts/${post}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toHaveCount(0);
  expect(await callApi(page, 'POST', '/api/report', { postId: post, rule: 'other', words: '' })).toBe(422);
  await page.context().clearCookies();
  await page.goto(`/posts/${post}`);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0);
});

/** Opens the panel of notifications, where what arrives from now on appears. */
async function openNotifications(page: Page) {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByText('You’re all caught up.').or(panel.getByRole('article').first())).toBeVisible();
  return panel;
}

test('author and reporter learn live of a post that a moderator removes by key (Rules 28.15, 28.31)', async ({
  page,
  browser,
}) => {
  const post = await openReported(page, 430);
  const [author, reporter] = [await inventedPlayer(page, 430), await inventedPlayer(page, 432)];
  await chooseInMenu(page, 'Report');
  await dialog(page).getByRole('radio').first().check();
  await send(page);
  await expect(dialog(page)).toBeHidden();
  await page.goto('/guidelines');
  const ofReporter = await openNotifications(page);
  const writer = await anotherBrowser(browser, 'eu', author.username);
  const ofAuthor = await openNotifications(writer);
  const mod = await anotherBrowser(browser, 'eu', 'Cossack_Mod', `/moderation?post=${post}`);
  await expect(mod.locator('#item-title')).toContainText('To be reported');
  await expect(mod.getByRole('button', { name: 'Remove', exact: true })).toBeVisible();
  await mod.keyboard.press('r');
  const reason = mod.getByRole('dialog').getByRole('textbox', { name: /^Reason/ });
  await reason.fill('Insults are no evidence.');
  await reason.press('Control+Enter');
  await expect(ofReporter).toContainText('Moderators have removed the post that you reported.');
  await expect(ofAuthor).toContainText('Post mod deleted');
  await expect(ofAuthor).toContainText('Insults are no evidence.');
  expect(await writer.content()).not.toContain(reporter.username);
  for (const other of [writer, mod]) await other.context().close();
});
