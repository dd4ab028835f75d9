/** The profile's layout on phones and wide screens, its filters, and an API without their fields. */
import { expect, type Page, test } from 'playwright/test';
import { expectAccessibleInBothViews } from '#tests/support/axe.ts';
import { changeAnswers } from '#tests/support/change-answers.ts';
import { signIn } from '#tests/support/sign-in.ts';

const BORODINO = '/player/500000002,Borodino_Gunner';
const BANNED = '/player/500000006,Fuso_Banned';
const GNEISENAU = '/player/500000007,Gneisenau_Hidden';
const PHONE = { width: 390, height: 844 };

const posts = (page: Page) => page.getByRole('region', { name: 'Posts', exact: true });
const cards = (page: Page) => posts(page).getByRole('article');
const signs = (page: Page) => page.getByRole('navigation', { name: 'Filter by rating' });
/** How many posts the filters leave. */
const found = (page: Page) => posts(page).getByText(/^\d+ of \d+ posts$/);
const top = async (page: Page, locator = cards(page).first()): Promise<number> =>
  (await locator.boundingBox())?.y ?? Number.NaN;

test('On a phone the first post starts above 480 px (Rule 5.1)', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(BORODINO);
  await expect(cards(page).first()).toBeVisible();
  expect(await top(page)).toBeLessThan(480);
});

test('On a moderator’s phone, too, the first post starts above 480 px (Rule 5.1)', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, 'Cossack_Mod', BANNED);
  await expect(page.getByRole('button', { name: /^Platform bans/ })).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
  expect(await top(page)).toBeLessThan(480);
});

test('From 1,100 px the posts are next to the header, below that under it (Rule 5.1)', async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 900 });
  await page.goto(BORODINO);
  const header = page.getByRole('region', { name: 'Borodino_Gunner' });
  await expect(header).toBeVisible();
  await expect(posts(page)).toBeVisible();
  expect(await top(page, posts(page))).toBeLessThanOrEqual(await top(page, header));
  await page.setViewportSize({ width: 1099, height: 900 });
  const box = await header.boundingBox();
  expect(await top(page, posts(page))).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0));
});

test('On a phone New Post stays in view, and continues a draft (Rules 5.8, 9.14)', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, 'Hood_Clanless', BORODINO);
  const newPost = page.getByRole('button', { name: 'New Post', exact: true });
  await expect(newPost).toBeInViewport();
  await cards(page).nth(3).scrollIntoViewIfNeeded();
  await expect(newPost).toBeInViewport({ ratio: 1 });
  await newPost.click();
  await page.getByRole('textbox', { name: /^Title/ }).fill('Half a thought');
  await page.keyboard.press('Escape');
  const draft = page.getByRole('button', { name: 'Continue draft' });
  await expect(draft).toBeFocused();
  await page.reload();
  await draft.click();
  await expect(page.getByRole('textbox', { name: /^Title/ })).toHaveValue('Half a thought');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.keyboard.press('Escape');
  await expect(newPost).toBeFocused();
});

test('On a phone a button shows the account’s facts (Rule 5.4)', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(BORODINO);
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByText('500000002')).toBeHidden();
  await page.getByRole('button', { name: 'Account details' }).click();
  await expect(page.getByText('500000002')).toBeVisible();
});

test('Filters are part of the address and follow the back button (Rule 5.15)', async ({ page }) => {
  await page.goto(BORODINO);
  await expect(cards(page).first()).toBeVisible();
  await signs(page).getByRole('link', { name: 'Negative' }).click();
  await expect(page).toHaveURL(`${BORODINO}?sign=negative`);
  await expect(signs(page).getByRole('link', { name: 'Negative' })).toHaveAttribute('aria-current', 'true');
  const colours = () => cards(page).evaluateAll((all) => all.map((card) => card.className));
  await expect.poll(async () => new Set(await colours()).size, 'one kind of edge').toBe(1);
  await expect(found(page)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Has replay' }).check();
  await expect(page).toHaveURL(`${BORODINO}?sign=negative&hasReplay=true`);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(BORODINO);
  await expect(found(page)).toHaveCount(0);
  await expect(signs(page).getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'true');
});

test('A filter that leaves nothing offers all posts (Rules 5.11, 5.15)', async ({ page }) => {
  await changeAnswers(page, /received\?.*sign=neutral/, () => [], {
    headers: { 'content-items-total': '0', 'content-page-total': '0' },
  });
  await page.goto(`${BORODINO}?sign=neutral`);
  await expect(page.getByText('No posts found.')).toBeVisible();
  await expect(found(page)).toHaveText(/^0 of/);
  await page.getByRole('link', { name: 'Show all posts' }).click();
  await expect(page).toHaveURL(BORODINO);
  await expect(cards(page).first()).toBeVisible();
});

test('An API without counts has no bars, numbers or filters (Rules 5.14, 5.15)', async ({ page }) => {
  await changeAnswers(
    page,
    /\/api\/Player\/500000002/i,
    ({ postCounts: _, ratingCounts: __, ...player }) => player,
  );
  await page.goto(`${BORODINO}?sign=negative`);
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByText('Teamplay').first()).toBeVisible();
  await expect(page.getByText(/\d positive$/)).toHaveCount(0);
  await expect(signs(page)).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Posts', exact: true }).getByRole('link')).toHaveText([
    'Received',
    'Sent',
  ]);
  const { total } = await page.evaluate(async () => {
    const url = `${document.documentElement.dataset.api}/api/Post/500000002/received?pageSize=20`;
    return { total: ((await (await fetch(url)).json()) as unknown[]).length };
  });
  await expect(cards(page)).toHaveCount(total);
});

test('Profiles of all kinds are accessible, and fit on phones and wide screens', async ({ page }) => {
  await signIn(page, 'Cossack_Mod', '/guidelines');
  for (const path of [
    `${BORODINO}?sign=negative`,
    '/player/500000005,Emden_OptedOut',
    BANNED,
    GNEISENAU,
    '/player/500000008,Hood_Clanless',
    '/player/500000003,Cossack_Mod',
  ]) {
    await page.goto(path);
    await expect(
      posts(page).getByRole('article').or(page.getByText('No posts found.')).first(),
    ).toBeVisible();
    await expectAccessibleInBothViews(page, page.locator('html'), { within: 'main' });
    await page.setViewportSize({ width: 320, height: 568 });
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth, path).toBe(clientWidth);
  }
});

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`A clan’s name has room or is not shown, at ${width} px (Rule 5.1)`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/player/500000003,Cossack_Mod');
    const api = await page.evaluate(() => document.documentElement.dataset.api);
    const answer = await page.request.get(`${api}/api/Player/500000003?includeClanInfo=true`);
    const player = (await answer.json()) as { clan: { clanInfo: { name: string } } };
    const header = page.getByRole('region', { name: 'Cossack_Mod' });
    const clan = header.getByText(player.clan.clanInfo.name, { exact: true });
    await expect(header.getByRole('button', { name: 'Community Manager' })).toBeVisible();
    const [room, opacity] = await clan.evaluate((name) => [
      name.getBoundingClientRect().width,
      getComputedStyle(name).opacity,
    ]);
    expect(room > 64 || opacity === '0', `${room} px at opacity ${opacity}`).toBe(true);
  });
