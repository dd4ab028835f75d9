import { expect, type Page, test } from 'playwright/test';
import { signIn } from '#tests/support/sign-in.ts';

const PROFILE = '/player/500000002,Borodino_Gunner';

const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /draft|recent-reasons/.test(key)));

const chooseLogout = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('link', { name: 'Logout' }).click();
};

test('Logout asks before it deletes a draft, with the keyboard alone (Rule 3.15)', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'Aurora_Captain', PROFILE);
  await page.getByRole('button', { name: 'New Post' }).click();
  await page.getByLabel(/^Title/).fill('Not to be read by others');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const question = page.getByRole('region', { name: /You have a draft that was not sent\./ });

  await test.step('Cancel returns to the page and keeps the draft', async () => {
    await chooseLogout(page);
    await expect(question).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(PROFILE);
    await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
    expect(await drafts(page)).toHaveLength(1);
  });

  await test.step('signing out deletes it; a form in another tab stores nothing', async () => {
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
    await expect(other.getByText('You signed out in another tab.')).toBeVisible();
    await other.getByLabel(/^Title/).fill('Typed after Logout');
    expect(await drafts(other)).toEqual([]);
    await other.close();
  });

  await test.step('without a draft it asks nothing', async () => {
    await signIn(page, 'Aurora_Captain', '/guidelines');
    await chooseLogout(page);
    await expect(page).toHaveURL('/');
    await expect(page.getByText('You are signed out.')).toBeVisible();
  });
});

test('A link asks before it signs out (Rule 3.16)', async ({ page }) => {
  await signIn(page, 'Aurora_Captain', '/guidelines');
  const follow = async (): Promise<void> => {
    const parts = { href: '/logout', textContent: 'The rules' };
    await page.locator('main').evaluate((main, made) => {
      main.prepend(Object.assign(document.createElement('a'), made));
    }, parts);
    await page.getByRole('link', { name: 'The rules' }).click();
  };
  const question = page.getByRole('region', { name: 'You followed a link that signs you out.' });
  await follow();
  await expect(question).toBeFocused();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/guidelines');
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  await page.addInitScript(() => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  });
  await follow();
  await expect(page.getByText('Signing you out…')).toBeVisible();
  await expect(question, 'loaded in advance').toBeHidden();
  await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')));
  await question.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
});
