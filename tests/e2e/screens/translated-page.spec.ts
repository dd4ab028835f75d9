/** Every screen on a page that the browser translates: what is pressed and what happens live changes the same texts as elsewhere. */
import { expect, type Page } from 'playwright/test';
import { openAndListen } from '#tests/support/live-pages.ts';
import { originOf } from '#tests/support/region-site.ts';
import { askRegion, READING_SCREENS, screenDrawn } from '#tests/support/screens.ts';
import { deletePostTitled, sendPost, signIn } from '#tests/support/sign-in.ts';
import { test } from '#tests/support/twin-pages.ts';

const REGION = 'sea';
/** As many as the first posts of a list have. */
const PRESSED_MAX = 20;

test.use({ baseURL: originOf(REGION), reducedMotion: 'reduce' });

/** Those that send nothing. A battle that plays has its own time in each page. */
const buttons = (page: Page) => page.getByRole('main').locator('button[type=button]:not([aria-label=Play])');

for (const screen of READING_SCREENS)
  test(`${screen.name} stays up to date on a translated page`, async ({ openTwins, request }) => {
    test.slow();
    const address = await screen.address(askRegion(request, REGION));
    const inBoth = await openTwins(async (page) => {
      await signIn(page, 'Aurora_Captain', '/guidelines');
      await screen.prepare?.(page);
      await page.goto(address);
      await expect(screen.ready(page)).toBeVisible();
      await screenDrawn(page);
    });
    for (let index = 0; index < PRESSED_MAX; index += 1) {
      await inBoth(`button ${index} is pressed`, async (page) => {
        if (index < (await buttons(page).count())) await buttons(page).nth(index).dispatchEvent('click');
      });
      await inBoth(`button ${index} was pressed`, (page) => page.keyboard.press('Escape'));
    }
  });

test('Live events change the texts of a translated page', async ({ openTwins, browser }) => {
  test.slow();
  const title = 'Seen in translation';
  const author = await (await browser.newContext()).newPage();
  await signIn(author, 'Iowa_CS', '/posts');
  const inBoth = await openTwins(async (page) => {
    await openAndListen(page, 'Borodino_Gunner', '/posts');
    await screenDrawn(page);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
  });
  expect(await sendPost(author, 500_000_009, 500_000_002, title)).toBe(201);
  await inBoth('a post arrives', (page) => expect(page.getByText(title).first()).toBeVisible());
  expect(await deletePostTitled(author, 500_000_009, title)).toBe(205);
  await inBoth('it is deleted', (page) =>
    expect(page.getByRole('main').getByRole('heading', { name: title })).toHaveCount(0),
  );
  await author.context().close();
});
