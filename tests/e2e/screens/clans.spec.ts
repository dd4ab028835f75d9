/** Also covers Rules 6.1, 6.6, 6.7, 6.8, 6.9. */
import { expect, type Page, test } from 'playwright/test';
import { tagColors } from '#lib/domain/tag-colors.ts';
import { putGate } from '#tests/support/gate.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const BORODINO = '/player/500000002,Borodino_Gunner';
const SEARCH = /\/api\/Clan\/search\//i;
const GET_CLAN = /\/api\/Clan\/\d+/i;

const field = (page: Page) => page.getByRole('searchbox', { name: 'Tag or name' });
const results = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link');
const column = (page: Page, name: string) => page.getByRole('columnheader', { name });

/** A hexadecimal colour as browsers write it. */
const rgbOf = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

/** Opens the clan of a player who has one. */
async function openClan(page: Page): Promise<void> {
  await page.goto(BORODINO);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^\[.+\]$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/clan\/\d+,/);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
}

/** The texts of one column, top to bottom. */
async function cells(page: Page, index: number): Promise<string[]> {
  const texts = await page.locator(`tbody tr > :nth-child(${index})`).allInnerTexts();
  return texts.map((text) => text.trim());
}

test('A clan is found by part of its name and opened (Rule 6.3)', async ({ page }) => {
  const watch = await watchPage(page);
  await page.goto('/clan');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search Clans');
  await expect(field(page)).toHaveAttribute('placeholder', 'Clan tag/name');
  const release = (await putGate(page, SEARCH)).hold();
  await field(page).fill('a');
  await expect(page.getByText('Searching...')).toBeVisible();
  release();
  await expect(page.getByText(/^Found \d+ Clan\(s\) :$/)).toBeVisible();
  const found = await results(page).count();
  await expect(page.getByText(`Found ${found} Clan(s) :`)).toBeVisible();
  await results(page).first().click();
  await expect(page).toHaveURL(/\/clan\/\d+,.+-.+/);
  await page.goBack();
  await expect(page).toHaveURL('/clan?search=a');
  await expect(results(page)).toHaveCount(found);
  await watch.expectClean();
});

test('A search without results shows a message, and a failed one can be retried (Rule 6.13)', async ({
  page,
}) => {
  await page.goto('/clan?search=qqqqqqqqqqqq');
  await expect(page.getByText('No results found')).toBeVisible();
  await field(page).fill('a');
  await expect(results(page).first()).toBeVisible();
  await page.route(SEARCH, (route) => route.abort());
  await field(page).fill('e');
  await expect(page.getByText('The search failed.')).toBeVisible();
  await expect(results(page)).toHaveCount(0);
  await page.unroute(SEARCH);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(results(page).first()).toBeVisible();
});

test('An empty field shows neither a state of the search nor its absence (Rule 6.2)', async ({ page }) => {
  const expectNothing = async () => {
    for (const text of ['Searching...', 'No results found'])
      await expect(page.getByText(text)).toHaveCount(0);
  };
  await page.goto('/clan');
  await expectNothing();
  await field(page).fill('a');
  await expect(results(page).first()).toBeVisible();
  await field(page).fill('');
  await expect(page).toHaveURL('/clan');
  await expectNothing();
});

test('A clan page shows tag, karma, description, details and metrics (Rule 6.5)', async ({ page }) => {
  const watch = await watchPage(page);
  await openClan(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\[.+\] .+/);
  const main = page.getByRole('main');
  await expect(main.getByText('Total Mixed Karma').locator('xpath=..')).toHaveText(/[+−]?[\d,]+$/);
  await expect(main.locator('dt', { hasText: 'Founded on' }).locator('xpath=..')).toHaveText(
    /\d{1,2} [A-Z][a-z]+ \d{4}$/,
  );
  await expect(main.getByRole('link', { name: /wows-numbers/ })).toHaveAttribute(
    'href',
    /^https:\/\/wows-numbers\.com\/clan\/\d+,/,
  );
  await expect(main.getByText(/sails most evenings/).locator('strong')).not.toBeEmpty();
  const metrics = page.getByRole('region', { name: 'Clan Metrics' }).getByRole('listitem');
  await expect(metrics.getByRole('heading')).toHaveText([
    'In-Game Karma',
    'Platform Karma',
    'Performance',
    'Teamplay',
    'Courtesy',
  ]);
  await expect(metrics.first()).toContainText(/Total[+−]?[\d,]+Min[+−]?[\d,]+Max[+−]?[\d,]+/);
  await watch.expectClean();
});

test('Members are sorted by rank, and by any column with the keyboard (Rule 6.10)', async ({ page }) => {
  await openClan(page);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Rank',
    'Username',
    'Account Created',
    'Joined Clan',
    'Game Karma',
    'Platform Karma',
    'Performance',
    'Teamplay',
    'Courtesy',
    'Last Battle',
  ]);
  await expect(column(page, 'Rank')).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('row').nth(1).getByRole('img', { name: 'Commander' })).toBeVisible();

  await column(page, 'Username').getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(column(page, 'Username')).toHaveAttribute('aria-sort', 'ascending');
  const names = await cells(page, 2);
  const sorted = [...names].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base', numeric: true }));
  expect(names).toEqual(sorted);
  await page.keyboard.press('Enter');
  await expect.poll(() => cells(page, 2)).toEqual(sorted.reverse());
  await expect(page).toHaveURL(/\?sort=-username$/);
  await page.reload();
  await expect(column(page, 'Username')).toHaveAttribute('aria-sort', 'descending');
});

test('The back button undoes sorting (Rule 6.10)', async ({ page }) => {
  await openClan(page);
  await column(page, 'Courtesy').getByRole('button').click();
  await expect(page).toHaveURL(/\?sort=-courtesy$/);
  await page.goBack();
  await expect(column(page, 'Rank')).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('row').nth(1).getByRole('img', { name: 'Commander' })).toBeVisible();
});

test('At 320 px members are rows that open, and nothing scrolls sideways (Rule 6.10)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openClan(page);
  await expect(page.getByRole('columnheader')).toHaveCount(0);
  const row = page.getByRole('row').first();
  await row.getByRole('button', { name: /^All values of / }).click();
  await row.scrollIntoViewIfNeeded();
  for (const cell of await row.getByRole('cell').all()) await expect(cell).toBeInViewport();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Platform Karma');
  await expect(page).toHaveURL(/\?sort=-siteKarma$/);
  await page.getByRole('button', { name: 'Descending. Reverse the order' }).click();
  await expect(page).toHaveURL(/\?sort=siteKarma$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('On a phone a closed member takes 64 px, and keeps all cells for screen readers (Rule 30.21)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openClan(page);
  const row = page.getByRole('row').first();
  const heightOf = async () => (await row.boundingBox())?.height ?? 0;
  expect(await heightOf()).toBe(64);
  await expect(row.getByRole('cell')).toHaveCount(9);
  const isSeen = (column: string) =>
    row.locator(`[data-label="${column}"]`).evaluate((cell) => cell.clientWidth > 1);
  expect([await isSeen('Platform Karma'), await isSeen('Last Battle')]).toEqual([true, false]);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Last Battle');
  await expect.poll(() => isSeen('Last Battle'), 'the column that orders the members').toBe(true);
  expect(await heightOf()).toBe(64);
  const toggle = row.getByRole('button', { name: /^All values of / });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  expect([await isSeen('Platform Karma'), await isSeen('Account Created')]).toEqual([true, true]);
});

test('At 1440 × 900 members of a clan with a description are on the first screen (Rule 30.20)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openClan(page);
  await expect(page.getByRole('region', { name: 'Description' })).toBeVisible();
  const boxes = await Promise.all([1, 2, 3].map((at) => page.getByRole('row').nth(at).boundingBox()));
  expect(boxes.map((box) => box?.height)).toEqual([40, 40, 40]);
  expect((boxes[2]?.y ?? Number.POSITIVE_INFINITY) + 40).toBeLessThan(900);
});

test('A clan of 250 members is shown whole, and sorted at once (Rule 6.10)', async ({ page }) => {
  const gate = await putGate(page, GET_CLAN);
  gate.answer((clan) => {
    const [member] = clan.members;
    const members = Array.from({ length: 250 }, (_, index) => ({
      ...member,
      id: 900_000_000 + index,
      username: `Member_${index}`,
      gameKarma: index * 31 - 2000,
      wgHidden: false,
    }));
    return { ...clan, members };
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await openClan(page);
  await expect(page.getByRole('row')).toHaveCount(250);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Game Karma');
  await expect(page.getByRole('row').first()).toContainText('Member_249');
  await expect(page.getByRole('img', { name: 'Members: 185 above zero, 0 at zero, 65 below' })).toBeVisible();
});

test('A slow clan page shows Loading... and then the clan (Rule 6.12)', async ({ page }) => {
  await page.goto(BORODINO);
  const link = page
    .getByRole('main')
    .getByRole('link', { name: /^\[.+\]$/ })
    .first();
  const href = (await link.getAttribute('href')) ?? '';
  const release = (await putGate(page, GET_CLAN)).hold();
  await page.goto(href);
  await expect(page.getByText('Loading...')).toBeVisible();
  release();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});

for (const path of ['/clan/999999999,NONE-None', '/clan/abc']) {
  test(`${path} shows that no clan was found (Rule 6.12)`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByText('Sorry, no clan was found.')).toBeVisible();
  });
}

test('A clan that fails to load shows the reason and can be retried (Rule 6.12)', async ({ page }) => {
  await page.route(GET_CLAN, (route) => route.fulfill({ status: 500 }));
  await page.goto('/clan/500000001,ABC-Any');
  await expect(page.getByText('Sorry, no clan was found.')).toBeVisible();
  await expect(page.getByText(/^Couldn’t load the clan\./)).toBeVisible();
  await page.unroute(GET_CLAN);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('404', { exact: true })).toBeVisible();
  await expect(page.getByText('Sorry, no clan was found.')).toBeVisible();
});

test('Tags in the results have their league’s colour, dark enough to be read (Rule 6.4)', async ({
  page,
  baseURL,
}) => {
  await page.route(SEARCH, (route) =>
    route.fulfill({
      json: [
        { id: 501, tag: 'A-B', name: 'Rolling Waves', leagueColor: 0xff_cc_99_66 },
        { id: 502, tag: 'WAVES', name: 'Still Waters', leagueColor: 0x33_cc_66 },
      ],
      headers: { 'access-control-allow-origin': baseURL ?? '', 'access-control-allow-credentials': 'true' },
    }),
  );
  await page.goto('/clan?search=wa');
  for (const [tag, league] of [
    ['[A-B]', 0xff_cc_99_66],
    ['[WAVES]', 0x33_cc_66],
  ] as const)
    await expect(page.getByText(tag)).toHaveCSS('color', rgbOf(tagColors(league)['--tag-light'] ?? ''));
  await expect(results(page)).toHaveText(['[A-B] Rolling Waves', '[WAVES] Still Waters']);
});

test('On a wide screen the member table does not scroll', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openClan(page);
  const around = page.getByRole('table', { name: 'Members' }).locator('xpath=..');
  expect(await around.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
