/** Also covers Rules 5.4, 5.5, 5.9. */
import { expect, type Page, test } from 'playwright/test';
import { changeAnswers } from '#tests/support/change-answers.ts';
import { colourOf } from '#tests/support/colour.ts';
import { expectLive } from '#tests/support/live-pages.ts';
import { deletePostTitled, sendPost, signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const AURORA = '/player/500000001,Aurora_Captain';
const BORODINO = '/player/500000002,Borodino_Gunner';
const EMDEN = '/player/500000005,Emden_OptedOut';
const GNEISENAU = '/player/500000007,Gneisenau_Hidden';
const HOOD = '/player/500000008,Hood_Clanless';
const JUTLAND = '/player/500000010,Jutland_Admin';
const GET_RECEIVED = /\/received/i;

const main = (page: Page) => page.getByRole('main');
/** The value next to a label of the header. */
const fact = (page: Page, label: string) =>
  main(page).locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]');

test('A profile shows the player, their clan and rank (Rule 5.1)', async ({ page }) => {
  const watch = await watchPage(page);
  await page.goto(BORODINO);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Borodino_Gunner');
  await expect(page).toHaveTitle('Borodino_Gunner · Received posts · Fleet Karma EU');
  for (const label of ['In-Game Karma', 'Platform Karma', 'Performance', 'Teamplay', 'Courtesy'])
    await expect(fact(page, label)).toHaveText(/^[+−]?[\d,]+$/);
  await expect(fact(page, 'Account ID')).toHaveText('500000002');
  await expect(fact(page, 'Created').getByRole('time')).toHaveAttribute('datetime', /^\d{4}-.*Z$/);
  await expect(fact(page, 'Last battle').getByRole('time')).toBeVisible();
  await expect(fact(page, 'Statistics').getByRole('link')).toHaveAttribute(
    'href',
    'https://wows-numbers.com/player/500000002,Borodino_Gunner',
  );
  await expect(
    main(page)
      .getByRole('link', { name: /^\[.+\]$/ })
      .first(),
  ).toHaveAttribute('href', /^\/clan\/\d+,/);
  await expect(
    main(page)
      .getByRole('img', { name: /Commander|Officer|Recruiter|Private/ })
      .first(),
  ).toBeVisible();
  await watch.expectClean();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`In the ${colorScheme} theme karma is green, red or yellow by its sign (Rule 10.5)`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    const karma = { gameKarma: 3, siteKarma: -8, ratingPerformance: 0 };
    await changeAnswers(page, /\/api\/Player\/500000002\b/i, (player) => ({ ...player, ...karma }));
    await page.goto(BORODINO);
    for (const [label, text, colour] of [
      ['In-Game Karma', '+3', 'green'],
      ['Platform Karma', '−8', 'red'],
      ['Performance', '0', 'yellow'],
    ] as const)
      expect(await colourOf(fact(page, label).getByText(text, { exact: true })), label).toBe(colour);
  });
}

test('The edge of a post is green or red by the sum of its flairs (Rule 8.2)', async ({ page }) => {
  await changeAnswers(page, GET_RECEIVED, ([post]) =>
    [1, 2, 1 | 8].map((flairs) => ({ ...post, id: crypto.randomUUID(), title: `${flairs}`, flairs })),
  );
  await page.goto(BORODINO);
  for (const [flairs, colour] of [
    [1, 'green'],
    [2, 'red'],
    [1 | 8, 'grey'],
  ] as const) {
    const card = main(page).getByRole('article', { name: `${flairs}`, exact: true });
    expect(await colourOf(card, 'border-inline-start-color'), `flairs ${flairs}`).toBe(colour);
  }
});

test('Role badges have names (Rule 5.2)', async ({ page }) => {
  await page.goto('/player/500000003,Cossack_Mod');
  await expect(main(page).getByRole('button', { name: 'Community Manager' })).toBeVisible();
});

test('Details that the publisher hides show N/A (Rule 5.3)', async ({ page }) => {
  await page.goto(GNEISENAU);
  await expect(page.getByText('Player Details Hidden')).toBeVisible();
  for (const label of ['In-Game Karma', 'Platform Karma']) await expect(fact(page, label)).toHaveText('N/A');
  await expect(page.getByText('Total Karma').locator('xpath=..')).toContainText('N/A');
});

test('A player who opted out has no Received tab and a note (Rule 5.7)', async ({ page }) => {
  await page.goto(`${EMDEN}?tab=received`);
  await expect(page.getByText('Player has opted out.')).toHaveCount(1);
  const tabs = page.getByRole('navigation', { name: 'Posts', exact: true }).getByRole('link');
  await expect(tabs).toHaveText([/^Sent/]);
  await expect(fact(page, 'Platform Karma')).toHaveText('N/A');
  await expect(fact(page, 'Courtesy')).toHaveText('N/A');
});

test('Tab and page are part of the address and follow the back button (Rule 5.6)', async ({ page }) => {
  await page.goto(BORODINO);
  const tabs = page.getByRole('navigation', { name: 'Posts', exact: true });
  await expect(main(page).getByRole('article').first()).toBeVisible();
  await tabs.getByRole('link', { name: 'Sent' }).click();
  await expect(page).toHaveURL(`${BORODINO}?tab=sent`);
  await expect(tabs.getByRole('link', { name: 'Sent' })).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveTitle('Borodino_Gunner · Sent posts · Fleet Karma EU');
  await page.goBack();
  await expect(tabs.getByRole('link', { name: 'Received' })).toHaveAttribute('aria-current', 'page');
  await page.goto(`${BORODINO}?page=9999`);
  await expect(main(page).getByRole('article').first()).toBeVisible();
});

test('A long list has pages of 20 (Rule 5.6)', async ({ page }) => {
  await changeAnswers(page, GET_RECEIVED, (posts) => posts, {
    headers: { 'content-page-total': '12', 'content-items-total': '233' },
  });
  await page.goto(AURORA);
  const pages = page.getByRole('navigation', { name: 'Received posts, pages' });
  await expect(pages.getByRole('link', { name: /^Page \d/ })).toHaveText(['1', '2', '3', '4', '5']);
  const answered = page.waitForResponse(/page=12&pageSize=20/);
  await pages.getByRole('link', { name: 'Last page' }).click();
  await answered;
});

test('A player without posts has an empty list (Rule 5.11)', async ({ page }) => {
  await page.goto(HOOD);
  await expect(page.getByText('No posts found.')).toBeVisible();
});

for (const path of ['/player/499999999,No_Such_Player', '/player/abc', '/player/500000001x']) {
  test(`${path} shows that no player was found (Rule 5.10)`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByText('Sorry, no player was found.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Search players' })).toBeVisible();
  });
}

test.describe('The place for a new post shows exactly one thing (Rule 5.8)', () => {
  const sentences = [
    'You must first login before creating posts.',
    'You cannot create a post for yourself.',
    'You are banned from posting on the platform.',
    'You have opted out of the platform.',
    'Player has opted out.',
  ];

  const cases: [who: string, account: string | null, path: string, sentence: string | null][] = [
    ['a visitor', null, BORODINO, 'You must first login before creating posts.'],
    ['the player', 'Aurora_Captain', AURORA, 'You cannot create a post for yourself.'],
    ['a banned user', 'Fuso_Banned', BORODINO, 'You are banned from posting on the platform.'],
    ['a user who opted out', 'Emden_OptedOut', BORODINO, 'You have opted out of the platform.'],
    ['any user, about a player who opted out', 'Aurora_Captain', EMDEN, 'Player has opted out.'],
    ['any other user', 'Hood_Clanless', GNEISENAU, null],
  ];
  for (const [who, account, path, sentence] of cases) {
    test(`for ${who}: ${sentence ?? 'the New Post button'}`, async ({ page }) => {
      if (account === null) await page.goto(path);
      else await signIn(page, account, path);
      const button = page.getByRole('button', { name: 'New Post' });
      if (sentence === null) await expect(button).toBeVisible();
      else await expect(page.getByText(sentence)).toBeVisible();
      await expect(button).toHaveCount(sentence === null ? 1 : 0);
      for (const other of sentences.filter((text) => text !== sentence))
        await expect(page.getByText(other)).toHaveCount(0);
    });
  }

  test('for a visitor, who returns to the profile after login', async ({ page }) => {
    await page.goto(`${BORODINO}?tab=sent`);
    await main(page).getByRole('link', { name: 'Login' }).click();
    await page.getByRole('link', { name: 'Hood_Clanless' }).click();
    await expect(page).toHaveURL(`${BORODINO}?tab=sent`);
    await expect(page.getByRole('button', { name: 'New Post' })).toBeVisible();
  });

  test('when the viewer’s flags fail to load: a retry', async ({ page }) => {
    await signIn(page, 'Hood_Clanless', '/guidelines');
    await page.route(/\/api\/Profile\/500000008/i, (route) => route.fulfill({ status: 500 }));
    await page.goto(GNEISENAU);
    await expect(page.getByText('We couldn’t check whether you can post.')).toBeVisible();
    await page.unroute(/\/api\/Profile\/500000008/i);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'New Post' })).toBeVisible();
  });
});

test('A new post and its deletion reach an open profile; the cooldown stays (Rule 14.2)', async ({
  page,
  browser,
}) => {
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
