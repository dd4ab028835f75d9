import { expect, type Page, test } from 'playwright/test';
import { chooseInMenu } from '#tests/support/post-menu.ts';
import { deletePostTitled, sendPost, signIn } from '#tests/support/sign-in.ts';

const CONTENT = 'Held the cap for six minutes, shared smoke, and thanked everyone when it was over.';
const REQUIRED = 'This field is required.';
/** Whose profile no other test changes. */
const GNEISENAU = '/player/500000007,Gneisenau_Hidden';

const dialog = (page: Page) => page.getByRole('dialog');
const title = (page: Page) => dialog(page).getByRole('textbox', { name: /^Title/ });
const content = (page: Page) => dialog(page).getByRole('textbox', { name: /^Content/ });
const replay = (page: Page) => dialog(page).getByLabel(/^Replay/);
const guidelines = (page: Page) => dialog(page).getByRole('checkbox', { name: /guidelines/ });
const newPost = (page: Page) => page.getByRole('button', { name: 'New Post', exact: true });
const performance = (page: Page, sign: string) =>
  dialog(page).getByRole('group', { name: 'Performance' }).getByRole('radio', { name: sign });
const firstField = (page: Page) => performance(page, 'Neutral');

test('On a phone a draft survives a click outside, Escape, a reload and a lost session (Rule 9.14)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'Jutland_Admin', GNEISENAU);
  await expect(newPost(page)).toBeInViewport();
  await page.getByRole('article').nth(3).scrollIntoViewIfNeeded();
  await expect(newPost(page)).toBeInViewport({ ratio: 1 });
  await newPost(page).click();
  await title(page).fill('Half a thought');
  await content(page).fill('Not yet long enough');
  await page.setViewportSize({ width: 1000, height: 844 });
  await page.mouse.click(3, 3);
  await expect(dialog(page)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  const draft = page.getByRole('button', { name: 'Continue draft' });
  await expect(draft).toBeFocused();
  await page.context().clearCookies();
  await page.reload();
  await signIn(page, 'Jutland_Admin', GNEISENAU);
  await draft.click();
  await expect(title(page)).toHaveValue('Half a thought');
  await expect(content(page)).toHaveValue('Not yet long enough');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.keyboard.press('Escape');
  await expect(newPost(page)).toBeFocused();
});

test('The editor is usable with the keyboard alone, also at 320 by 256 pixels (Rule 9.18)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await signIn(page, 'Jutland_Admin', GNEISENAU);
  await newPost(page).focus();
  await page.keyboard.press('Enter');
  // No shortcut, though the form may not be drawn yet (Rule 9.21).
  await page.keyboard.press('?');
  await expect(replay(page)).toBeFocused();
  await expect(dialog(page)).toHaveCount(1);
  const close = dialog(page).getByRole('button', { name: 'Close' });
  await expect(close).toBeInViewport();
  expect(await close.boundingBox()).toMatchObject({ width: 40, height: 40 });
  expect(await dialog(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(await dialog(page).boundingBox()).toMatchObject({ width: 320, height: 256 });

  await page.keyboard.press('Tab');
  await expect(firstField(page)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(performance(page, 'Positive')).toBeChecked();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab');
  await expect(title(page)).toBeFocused();
  await page.keyboard.type('Typed and tabbed');
  await page.keyboard.press('Tab');
  await page.keyboard.type(CONTENT);
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('button', { name: 'Preview' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page).getByText(REQUIRED)).toHaveCount(2);
  await expect(replay(page)).toBeFocused();

  for (const field of [
    title(page),
    content(page),
    guidelines(page),
    dialog(page).getByRole('button', { name: 'Cancel' }),
  ]) {
    await field.focus();
    await field.scrollIntoViewIfNeeded();
    const isCovered = await field.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const middle = Math.min(Math.max(y + height / 2, 1), window.innerHeight - 1);
      const hit = document.elementFromPoint(x + width / 2, middle);
      return hit !== element && !element.contains(hit);
    });
    expect(isCovered).toBe(false);
  }
});

test('An edit restores the scroll position, in the same entry of the history', async ({ page }) => {
  await signIn(page, 'Dreadnought_Admin', '/posts');
  await page.goto('/player/500000004,Dreadnought_Admin?tab=sent');
  await expect(page.getByRole('article').first()).toBeVisible();
  const last = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: 'Edit', exact: true, includeHidden: true }) })
    .last();
  // By its id: the list grows, and then another one is the last.
  const card = page.locator(`[id="${await last.getAttribute('id')}"]`);
  await card.getByRole('button', { name: 'More actions' }).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => Math.round(window.scrollY));
  expect(before).toBeGreaterThan(200);
  const entry = () => page.evaluate(() => window.navigation.currentEntry?.index);
  const index = await entry();
  await chooseInMenu(card, 'Edit');
  await guidelines(page).check();
  const saved = page.waitForEvent('load');
  await page.keyboard.press('Control+Enter');
  await saved;
  await expect(page.getByRole('article').first()).toBeAttached();
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBeGreaterThan(before - 60);
  await expect.poll(entry).toBe(index);
});

test('A moderator edits a post, deletes it and reverts the deletion', async ({ page, browser }) => {
  const author = await (await browser.newContext()).newPage();
  await signIn(author, 'Iowa_CS', '/posts');
  expect(await sendPost(author, 500_000_009, 500_000_006, 'To be moderated')).toBe(201);
  await signIn(page, 'Cossack_Mod', '/player/500000006,Fuso_Banned');
  await page.getByRole('link', { name: 'To be moderated', exact: true }).click();

  await page.getByRole('button', { name: 'Mod Edit' }).click();
  await title(page).fill('Put more mildly');
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page).getByText(REQUIRED)).toBeVisible();
  await dialog(page)
    .getByRole('textbox', { name: /^Reason/ })
    .fill('Names a clan.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Put more mildly');
  await expect(page.getByText('Read-only after a moderator’s')).toBeVisible();
  await author.goto(page.url());
  await expect(author.getByText('Names a clan.')).toBeVisible();
  await expect(author.getByRole('button', { name: 'Edit', exact: true, includeHidden: true })).toHaveCount(0);

  await page.getByRole('button', { name: 'Mod Delete' }).click();
  await dialog(page)
    .getByRole('textbox', { name: /^Reason/ })
    .fill('Insults after all.');
  await dialog(page).getByRole('button', { name: 'Remove post' }).click();
  await expect(page.getByText('Removed by a moderator')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Mod / })).toHaveCount(0);
  const actions = page.getByRole('region', { name: 'Moderator actions' });
  await expect(actions.getByText(/^(Deletion|Edit) by /)).toHaveText([/^Deletion/, /^Edit/]);

  await actions.getByRole('button', { name: 'Revert' }).first().click();
  await dialog(page).getByRole('button', { name: 'Revert' }).click();
  await expect(page.getByText('Removed by a moderator')).toHaveCount(0);
  await expect(actions.getByText(/^Edit by /)).toBeVisible();
  await deletePostTitled(author, 500_000_009, 'Put more mildly');
  await author.context().close();
});
