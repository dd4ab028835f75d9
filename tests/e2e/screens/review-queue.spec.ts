/** Two moderators on one queue, and what others see of it. */
import { expect, type Page, test } from 'playwright/test';
import type { ReviewList } from '#lib/schemas/review.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import {
  anotherBrowser,
  callApi,
  getJson,
  inventedPlayer,
  newestPostOf,
  originOf,
} from '#tests/support/region-site.ts';
import { sendPost, signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const REGION = 'sea';
test.use({ baseURL: originOf(REGION) });
// Both tests look at all reported posts of the region.
test.describe.configure({ mode: 'serial' });

const heading = (page: Page) => page.locator('#item-title');
const items = (page: Page) => page.getByRole('navigation', { name: 'Items' });
const sentence = (page: Page) => page.getByRole('textbox', { name: /^Why it stays/ });
const status = (page: Page) => page.getByRole('region', { name: 'Messages' });
const link = (page: Page) => page.getByRole('link', { name: /^Moderation/ });

/** Keeps the open reported post, once it has loaded. */
async function keep(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'Keep', exact: true })).toBeVisible();
  await page.keyboard.press('k');
  await sentence(page).fill(words);
  await sentence(page).press('Control+Enter');
}

/** Keeps all reported posts of the seed. */
async function keepSeeded(page: Page): Promise<void> {
  await signIn(page, 'Dreadnought_Admin', '/guidelines');
  const list = '/api/mod/reviews?tab=reported&page=1';
  for (const { postId } of (await getJson<ReviewList>(page, list)).entries) {
    expect(await callApi(page, 'POST', `/api/mod/reviews/${postId}/claim`)).toBe(200);
    const sentence = { sentence: 'It is fair.' };
    expect(await callApi(page, 'POST', `/api/mod/reviews/${postId}/keep`, sentence)).toBe(204);
  }
  await page.context().clearCookies();
}

/** Writes posts as invented players, and reports each as another one. */
async function reportPosts(page: Page, titles: readonly string[], from: number): Promise<void> {
  await page.goto('/guidelines');
  for (const [index, title] of titles.entries()) {
    const [author, player, reporter] = [
      await inventedPlayer(page, from + 3 * index),
      await inventedPlayer(page, from + 3 * index + 1),
      await inventedPlayer(page, from + 3 * index + 2),
    ];
    await signIn(page, author.username, '/guidelines');
    expect(await sendPost(page, author.id, player.id, title)).toBe(201);
    const postId = await newestPostOf(page, author.id);
    await signIn(page, reporter.username, '/guidelines');
    const report = { postId, rule: 'respectful', words: 'This is an insult.', moment: null };
    expect(await callApi(page, 'POST', '/api/report', report)).toBe(201);
  }
  await page.context().clearCookies();
}

test('Two moderators share a queue, over a reload and a lost connection (Rules 28.45 to 28.50)', async ({
  page,
  browser,
}) => {
  await page.goto('/guidelines');
  await keepSeeded(page);
  await reportPosts(page, ['First reported', 'Second reported', 'Third reported'], 400);
  await signIn(page, 'Cossack_Mod', '/moderation');
  await expect(heading(page)).toContainText('First reported');
  await expectAccessible(page);
  const other = await anotherBrowser(browser, REGION, 'Dreadnought_Admin', '/moderation');
  await expect(heading(other)).toContainText('Second reported');
  await expect(items(other).getByRole('link', { name: /^First/ })).toContainText('Cossack_Mod is deciding');
  await expect(items(page).getByRole('link', { name: /^Second/ })).toContainText(
    'Dreadnought_Admin is deciding',
  );

  await expect(page.getByRole('button', { name: 'Keep', exact: true })).toBeVisible();
  await page.keyboard.press('k');
  await expect(sentence(page)).toBeFocused();
  await page.keyboard.type('Skills are fair game.');
  await page.reload();
  await expect(heading(page)).toContainText('First reported');
  await expect(sentence(page)).toHaveValue('Skills are fair game.');
  await page.context().setOffline(true);
  await sentence(page).press('Control+Enter');
  await expect(page.getByText('Couldn’t keep the post.')).toBeVisible();
  await expect(sentence(page)).toHaveValue('Skills are fair game.');
  await page.context().setOffline(false);
  await sentence(page).press('Control+Enter');
  await expect(heading(page)).toContainText('Third reported');
  await expect(heading(page)).toBeFocused();
  await expect(items(other).getByRole('link', { name: /^First/ })).toHaveCount(0);

  await expect(other.getByRole('button', { name: 'Remove', exact: true })).toBeVisible();
  await other.keyboard.press('r');
  await other
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Reason/ })
    .fill('Insults are no evidence.');
  await other.keyboard.press('Control+Enter');
  await expect(other.getByText('Others are deciding about the rest.')).toBeVisible();
  await expect(items(page).getByRole('link', { name: /^Second/ })).toHaveCount(0);
  await other.keyboard.press('u');
  await expect(heading(other)).toContainText('Second reported');
  await expect(status(other)).toContainText('The decision was undone.');
  await expect(items(page).getByRole('link', { name: /^Second/ })).toContainText(
    'Dreadnought_Admin is deciding',
  );

  await other.goto('/guidelines');
  await expect(items(page).getByRole('link', { name: /^Second/ })).not.toContainText('is deciding');
  await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible();
  await page.keyboard.press('s');
  await expect(heading(page)).toContainText('Second reported');
  for (const left of ['Second', 'Third']) {
    await expect(heading(page)).toContainText(left);
    await keep(page, 'It is fair.');
    await expect(heading(page).filter({ hasText: left })).toHaveCount(0);
  }
  await expect(page.getByText('Nothing to decide.')).toBeVisible();
});

test('Staff find the queue in their menu, with its count (Rule 28.51)', async ({ page, browser }) => {
  await reportPosts(page, ['To be counted'], 412);
  const watch = await watchPage(page);
  await signIn(page, 'Cossack_Mod', '/guidelines');
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(link(page)).toContainText(/\d+/);
  const before = Number.parseInt((await link(page).textContent())?.replace(/\D/g, '') ?? '', 10);
  const other = await anotherBrowser(browser, REGION, 'Dreadnought_Admin', '/moderation');
  await expect(heading(other)).toContainText('To be counted');
  await keep(other, 'It is fair.');
  await expect(heading(other).filter({ hasText: 'To be counted' })).toHaveCount(0);
  await expect
    .poll(async () => Number.parseInt((await link(page).textContent())?.replace(/\D/g, '') || '0', 10))
    .toBeLessThan(before);
  await watch.expectClean();
});

for (const [account, goesTo] of [
  [null, '/unauthorized?redirectUri=%2Fmoderation'],
  ['Hood_Clanless', '/forbidden'],
  ['Iowa_CS', '/forbidden'],
] as const)
  test(`${account ?? 'A visitor'} is sent to ${goesTo} and loads nothing of the queue (Rule 28.45)`, async ({
    page,
  }) => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    if (account === null) await page.goto('/moderation');
    else await signIn(page, account, '/moderation');
    await expect(page).toHaveURL(goesTo);
    expect(loaded.filter((url) => url.includes('/api/mod/'))).toEqual([]);
    if (account === null) return;
    await page.getByRole('button', { name: 'Account' }).click();
    await expect(page.locator('#account-menu').getByRole('link', { name: 'Settings' })).toBeVisible();
    await expect(link(page)).toHaveCount(0);
    expect(loaded.filter((url) => url.includes('ModerationLink'))).toEqual([]);
  });
