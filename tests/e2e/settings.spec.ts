import { expect, type Page, test } from 'playwright/test';
import { inventedPlayer } from '#tests/support/region-site.ts';
import { signIn } from '#tests/support/sign-in.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test('The token is copied, and renewing the seed signs out this browser', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/guidelines');
  const { username } = await inventedPlayer(page, 441);
  await signIn(page, username, '/settings');
  await page.getByRole('button', { name: 'Copy Token' }).click();
  await expect(page.getByText('Token copied to clipboard!')).toBeVisible();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  const cookie = async () => (await context.cookies()).find(({ name }) => name === 'Auth_EU')?.value;
  expect(token).toBe(await cookie());
  await expect(page.getByText(token)).toBeHidden();
  await page.getByText('Show the token').click();
  await expect(page.getByText(token)).toBeVisible();

  await page.getByRole('button', { name: 'Reset Seed' }).click();
  await dialog(page).getByRole('button', { name: 'Renew' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await cookie()).toBeUndefined();
});

test('A browser that blocks cookies stays at /login with a message (Rule 3.12)', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} });
  });
  await page.goto('/login?redirectUri=/posts');
  await expect(page.getByText('Your browser blocks cookies for this site.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});
