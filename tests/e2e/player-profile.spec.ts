import { expect, type Page, test } from 'playwright/test';
import { changeAnswers } from '#tests/support/change-answers.ts';
import { colourOf } from '#tests/support/colour.ts';
import { expectLive } from '#tests/support/live-pages.ts';
import { deletePostTitled, sendPost, signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const BORODINO = '/player/500000002,Borodino_Gunner';
const JUTLAND = '/player/500000010,Jutland_Admin';

const main = (page: Page) => page.getByRole('main');
const posts = (page: Page) => page.getByRole('region', { name: 'Posts', exact: true });
const cards = (page: Page) => posts(page).getByRole('article');
/** The value next to a label of the header. */
const fact = (page: Page, label: string) =>
  main(page).locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]');

test('A visitor reads a profile, follows its tabs and filters, goes back, and logs in', async ({ page }) => {
  const watch = await watchPage(page);
  const tabs = page.getByRole('navigation', { name: 'Posts', exact: true });
  const signs = page.getByRole('navigation', { name: 'Filter by rating' });
  await page.goto(BORODINO);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Borodino_Gunner');
  await expect(fact(page, 'Platform Karma')).toHaveText(/^[+−]?[\d,]+$/);
  await expect(
    main(page)
      .getByRole('link', { name: /^\[.+\]$/ })
      .first(),
  ).toHaveAttribute('href', /^\/clan\/\d+,/);
  await expect(cards(page).first()).toBeVisible();
  await signs.getByRole('link', { name: 'Negative' }).click();
  await expect(page).toHaveURL(`${BORODINO}?sign=negative`);
  await expect(posts(page).getByText(/^\d+ of \d+ posts$/)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(BORODINO);
  await expect(signs.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'true');
  await tabs.getByRole('link', { name: 'Sent' }).click();
  await expect(page).toHaveURL(`${BORODINO}?tab=sent`);
  await expect(page).toHaveTitle('Borodino_Gunner · Sent posts · Fleet Karma EU');
  await watch.expectClean();
  await main(page).getByRole('link', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'Hood_Clanless' }).click();
  await expect(page).toHaveURL(`${BORODINO}?tab=sent`);
  await expect(page.getByRole('button', { name: 'New Post' })).toBeVisible();
});

test('Karma and the edges of posts are green, red, or neither, in both themes (Rules 8.2, 10.5)', async ({
  page,
}) => {
  const karma = { gameKarma: 3, siteKarma: -8, ratingPerformance: 0 };
  await changeAnswers(page, /\/api\/Player\/500000002\b/i, (player) => ({ ...player, ...karma }));
  await changeAnswers(page, /\/received/i, ([post]) =>
    [1, 2, 1 | 8].map((flairs) => ({ ...post, id: crypto.randomUUID(), title: `${flairs}`, flairs })),
  );
  await page.goto(BORODINO);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [label, text, colour] of [
      ['In-Game Karma', '+3', 'green'],
      ['Platform Karma', '−8', 'red'],
      ['Performance', '0', 'yellow'],
    ] as const)
      expect(await colourOf(fact(page, label).getByText(text, { exact: true })), label).toBe(colour);
    for (const [flairs, colour] of [
      [1, 'green'],
      [2, 'red'],
      [1 | 8, 'grey'],
    ] as const) {
      const card = main(page).getByRole('article', { name: `${flairs}`, exact: true });
      expect(await colourOf(card, 'border-inline-start-color'), `flairs ${flairs}`).toBe(colour);
    }
  }
});

test('A post that does not count yet has a hatched edge and a grey sum (Rule 28.55)', async ({ page }) => {
  await changeAnswers(page, /\/received/i, ([post]) => [{ ...post, flairs: 1, held: true }]);
  await page.goto(BORODINO);
  const card = cards(page).filter({ hasText: 'Waiting for review' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await colourOf(card.getByText('+1', { exact: true }))).toBe('grey');
    await expect(card).toHaveCSS('border-inline-start-color', 'rgba(0, 0, 0, 0)');
    await expect(card).toHaveCSS('background-image', /repeating-linear-gradient/);
  }
});

test('Posts start above 480 px on a phone, and are next to the header from 1,100 px (Rules 5.1, 5.4)', async ({
  page,
}) => {
  const header = page.getByRole('region', { name: 'Fuso_Banned' });
  const top = async (locator = cards(page).first()) => (await locator.boundingBox())?.y ?? Number.NaN;
  await page.setViewportSize({ width: 390, height: 844 });
  // Moderators have more in the header.
  await signIn(page, 'Cossack_Mod', '/player/500000006,Fuso_Banned');
  await expect(page.getByRole('button', { name: /^Platform bans/ })).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
  expect(await top()).toBeLessThan(480);
  await expect(page.getByText('500000006')).toBeHidden();
  await page.getByRole('button', { name: 'Account details' }).click();
  await expect(page.getByText('500000006')).toBeVisible();
  await page.setViewportSize({ width: 1099, height: 900 });
  const box = await header.boundingBox();
  expect(await top(posts(page))).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0));
  await page.setViewportSize({ width: 1100, height: 900 });
  expect(await top(posts(page))).toBeLessThanOrEqual(await top(header));
});

test('A message on a phone is above New Post', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'Aurora_Captain', BORODINO);
  const button = page.getByRole('button', { name: 'New Post', exact: true });
  await expect(button).toBeVisible();
  await cards(page).nth(1).getByRole('button', { name: 'Copy link' }).click();
  const message = await page.getByRole('status').filter({ hasText: 'Link copied' }).boundingBox();
  const end = (message?.y ?? 0) + (message?.height ?? Number.NaN);
  expect(end).toBeLessThanOrEqual((await button.boundingBox())?.y ?? Number.NaN);
});

test('A new post and its deletion reach an open profile; the cooldown stays', async ({ page, browser }) => {
  await signIn(page, 'Iowa_CS', JUTLAND);
  await expect(page.getByRole('button', { name: 'New Post' })).toBeVisible();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(new URL(JUTLAND, page.url()).href);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Jutland_Admin');
  await expectLive(visitor);

  const title = 'Fair play in the fog';
  expect(await sendPost(page, 500_000_009, 500_000_010, title)).toBe(201);
  await expect(visitor.getByRole('link', { name: title })).toBeVisible();
  await expect(page.getByText(/^You must wait until .+ before posting again\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'New Post' })).toHaveCount(0);

  expect(await deletePostTitled(page, 500_000_009, title)).toBe(205);
  await expect(visitor.getByRole('link', { name: title })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(/^You must wait until .+ before posting again\.$/)).toBeVisible();
  await visitor.context().close();
});
