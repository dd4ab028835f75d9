/** Logout and what the account wrote on this device (Rule 3.15). */
import { expect, type Page, test } from 'playwright/test';
import { signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const PROFILE = '/player/500000002,Borodino_Gunner';

/** Begins a post about the player, and closes the editor. */
async function beginPost(page: Page, title: string): Promise<void> {
  await page.goto(PROFILE);
  await page.getByRole('button', { name: /New Post/ }).click();
  await page.getByLabel(/^Title/).fill(title);
  await page.getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /draft|recent-reasons/.test(key)));

const chooseLogout = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('link', { name: 'Logout' }).click();
};

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`Logout asks before it deletes a draft, with the keyboard alone, at ${width} px (Rule 3.15)`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height });
    const watch = await watchPage(page);
    await signIn(page, 'Aurora_Captain', PROFILE);
    await beginPost(page, 'Not to be read by others');
    expect(await drafts(page)).toHaveLength(1);
    await chooseLogout(page);
    const question = page.getByRole('region', { name: /You have a draft that was not sent\./ });
    await expect(question).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(PROFILE);
    await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
    expect(await drafts(page)).toHaveLength(1);

    const other = await context.newPage();
    await other.goto(PROFILE);
    await other.getByRole('button', { name: 'New Post: Continue draft' }).click();
    await chooseLogout(page);
    await expect(question).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: 'Sign out and delete' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    expect(await drafts(page)).toEqual([]);
    // The form in the other tab keeps what it shows, and stores nothing.
    await expect(other.getByText('You signed out in another tab.')).toBeVisible();
    await other.getByLabel(/^Title/).fill('Typed after Logout');
    expect(await drafts(other)).toEqual([]);
    await other.close();
    await watch.expectClean();
  });

test('Logout without a draft asks nothing (Rules 3.7, 3.15)', async ({ page }) => {
  await signIn(page, 'Aurora_Captain', '/guidelines');
  await chooseLogout(page);
  await expect(page).toHaveURL('/');
  await expect(page.getByText('You are signed out.')).toBeVisible();
});
