/** Pages that a browser translates: nothing breaks, and the texts stay up to date. Other screens: `screens/translated-page.spec.ts`. */
import { expect, type Page } from 'playwright/test';
import { screenDrawn } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { translatePage } from '#tests/support/translate-page.ts';
import { test } from '#tests/support/twin-pages.ts';

const GNEISENAU = '/player/500000007,Gneisenau_Hidden';

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: RegExp) => dialog(page).getByRole('textbox', { name });
const siteSearch = (page: Page) => page.getByRole('combobox', { name: 'Search players and clans' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('A post is written on a translated page (Rule 16.15)', async ({ openTwins }) => {
  test.slow();
  const inBoth = await openTwins(async (page) => {
    await signIn(page, 'Jutland_Admin', GNEISENAU);
    await screenDrawn(page);
    await expect(page.getByRole('article').nth(1)).toBeVisible();
  });
  await inBoth('the editor opens', async (page) => {
    await button(page, 'New Post').click();
    await expect(field(page, /^Title/)).toBeVisible();
  });
  for (const letter of 'Shots')
    await inBoth(`"${letter}" is typed`, (page) => field(page, /^Title/).press(letter));
  await inBoth('the title is too long', (page) => field(page, /^Title/).fill('x'.repeat(61)));
  for (const rating of ['Positive', 'Negative', 'Neutral'])
    await inBoth(rating, (page) =>
      dialog(page).getByRole('radio', { name: rating }).first().check({ force: true }),
    );
  await inBoth('a text', (page) => field(page, /^Content/).fill('Held the **cap**'));
  await inBoth('the preview', (page) => button(page, 'Preview').click());
  await inBoth('sent too early', (page) => page.keyboard.press('Control+Enter'));
  await inBoth('closed', (page) => page.keyboard.press('Escape'));
  await inBoth('continued', (page) => page.getByRole('button', { name: /Continue draft/ }).click());
  await inBoth('discarded', (page) => button(page, 'Discard draft').click());
  await inBoth('closed again', (page) => page.keyboard.press('Escape'));
});

test('A page that is translated before its code has loaded becomes the screen', async ({ page }) => {
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => (${translatePage})())`);
  await page.goto(GNEISENAU);
  await screenDrawn(page);
  await expect(page.getByRole('article').nth(1)).toBeVisible();
  await expect(page.locator('font').first()).toBeAttached();
  await page.getByRole('main').getByRole('link', { name: /^Sent/ }).click();
  await expect(page).toHaveURL(`${GNEISENAU}?tab=sent`);
});

for (const [path, query] of [
  ['/player', 'borodino'],
  ['/clan', 'a'],
] as const)
  test(`Searches on a translated ${path} show what was found (Rule 16.15)`, async ({ openTwins }) => {
    const search = (page: Page) => page.getByRole('main').getByRole('searchbox');
    const inBoth = await openTwins(async (page) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: /praised this week/ }).first()).toBeVisible();
    });
    for (const text of [query, `${query}zzz`, '', query, '\u0001', query])
      await inBoth(`"${text}"`, async (page) => {
        await search(page).fill(text);
        if (text === query) await expect(page.getByText(/^(Found )?\d+ (player|Clan)/)).toBeVisible();
      });
    await inBoth('the search of every page', async (page) => {
      await siteSearch(page).fill('aurora');
      await expect(page.getByRole('option', { name: 'Aurora_Captain' })).toBeVisible();
    });
    await inBoth('finds nothing', (page) => siteSearch(page).fill('aurorazzz'));
  });
