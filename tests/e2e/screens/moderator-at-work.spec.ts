/**
 * A moderator's routine, and what a banned user sees.
 * Also covers Rules 5.8, 9.10, 13.10.
 */
import { expect, type Page, test } from 'playwright/test';
import {
  anotherBrowser,
  authHubOpen,
  callApi,
  getJson,
  inventedPlayer,
  originOf,
} from '#tests/support/region-site.ts';
import { sendPost, signIn } from '#tests/support/sign-in.ts';

test.use({ baseURL: originOf('na') });

const status = (page: Page) => page.getByRole('region', { name: 'Messages' });
const dialog = (page: Page) => page.getByRole('dialog');
const reasons = (page: Page) => dialog(page).getByRole('list', { name: 'Recent reasons' });

test('A recent reason is reused with one click, and the post keeps the focus (Rules 11.12, 28.43)', async ({
  page,
}) => {
  let loads = 0;
  await page.goto('/guidelines');
  const [author, target, other] = [
    await inventedPlayer(page, 240),
    await inventedPlayer(page, 241),
    await inventedPlayer(page, 242),
  ];
  await signIn(page, author.username, '/guidelines');
  for (const { id } of [target, other]) expect(await sendPost(page, author.id, id, 'To be judged')).toBe(201);
  const sent = `/player/${author.id},${encodeURIComponent(author.username)}?tab=sent`;
  await page.context().clearCookies();
  await signIn(page, 'Cossack_Mod', sent);
  const card = (index: number) =>
    page.getByRole('main').getByRole('article', { name: 'To be judged' }).nth(index);

  await card(0).getByRole('button', { name: 'Mod Delete' }).click();
  await expect(reasons(page)).toHaveCount(0);
  page.on('load', () => {
    loads += 1;
  });
  await dialog(page)
    .getByRole('textbox', { name: /^Reason/ })
    .fill('Insults are no evidence.');
  await page.keyboard.press('Control+Enter');
  await expect(card(0)).toContainText('Removed by a moderator');
  await expect(card(0)).toBeFocused();

  await page.keyboard.press('Tab');
  await card(1).getByRole('button', { name: 'Mod Edit' }).click();
  await reasons(page).getByRole('button', { name: 'Insults are no evidence.' }).click();
  await expect(dialog(page).getByRole('textbox', { name: /^Reason/ })).toHaveValue(
    'Insults are no evidence.',
  );
  await dialog(page).getByRole('button', { name: 'Save mod edit' }).click();
  await expect(card(1)).toContainText('Read-only after a moderator’s edit.');
  await expect(card(1)).toBeFocused();
  await expect(status(page)).toContainText('Changes saved.');
  await page.keyboard.press('Control+z');
  await expect(status(page)).toContainText('The mod action was reverted.');
  await expect(card(1)).not.toContainText('Read-only');
  await expect(card(1)).toBeFocused();
  expect(loads).toBe(0);
});

test('A ban shows on an open profile and in the settings, until it is reverted (Rule 12.9)', async ({
  page,
  browser,
}) => {
  await page.goto('/guidelines');
  const [player, target] = [await inventedPlayer(page, 243), await inventedPlayer(page, 244)];
  const connected = authHubOpen(page);
  await signIn(page, player.username, `/player/${target.id},${encodeURIComponent(target.username)}`);
  const newPost = page.getByRole('button', { name: 'New Post' });
  await expect(newPost).toBeVisible();
  await connected;

  const moderator = await anotherBrowser(browser, 'na', 'Cossack_Mod');
  const ban = { userId: player.id, reason: 'Threats in private messages.' };
  expect(await callApi(moderator, 'POST', '/api/mod/bans?days=3', ban)).toBe(202);
  await expect(page.getByText('You are banned from posting on the platform.')).toBeVisible();
  await expect(newPost).toHaveCount(0);
  await page.getByRole('link', { name: 'See reason and end date' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'You have been banned from the platform.' });
  await expect(notice).toContainText('Threats in private messages.');
  const end = (await notice.getByRole('time').getAttribute('datetime')) ?? '';
  expect((Date.parse(end) - Date.now()) / 86_400_000).toBeCloseTo(3, 1);

  await page.goBack();
  await expect(page.getByText('You are banned from posting on the platform.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Notifications, \d+ new/ })).toBeVisible();
  const [issued] = await getJson<{ id: string }[]>(moderator, `/api/mod/bans/${player.id}`);
  expect(await callApi(moderator, 'DELETE', `/api/mod/bans/${issued?.id}`)).toBe(205);
  await expect(newPost).toBeVisible();
  await moderator.context().close();
});
