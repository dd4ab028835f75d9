import { expect, type Page, test } from 'playwright/test';
import { anotherBrowser, hubOpen, inventedPlayer } from '#tests/support/region-site.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const optOut = (page: Page) => page.getByRole('checkbox', { name: 'Opt out of the platform' });
const dialog = (page: Page) => page.getByRole('dialog');

test('Opting out asks first, and a choice that was not saved survives a reload', async ({
  page,
  context,
}) => {
  const watch = await watchPage(page, /ERR_INTERNET_DISCONNECTED/);
  await page.goto('/guidelines');
  const { username } = await inventedPlayer(page, 440);
  const connected = Promise.all([hubOpen(page, 'auth'), hubOpen(page, 'notifications')]);
  await signIn(page, username, '/settings');
  await connected;
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Opt out' }).click();
  };
  await optOut(page).check();
  await context.setOffline(true);
  await save();
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await context.setOffline(false);
  // The closed question leaves the history.
  await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? 0)).toBe(0);
  await page.reload();
  await expect(optOut(page)).toBeChecked();
  await save();
  await expect(page.getByText('Your changes have been saved.')).toBeVisible();
  await expect(page.getByText('Opt-Out change is currently on Cooldown.')).toBeVisible();
  await expect(optOut(page)).toBeDisabled();
  await expect(optOut(page)).toBeChecked();
  await watch.expectClean();
});

test('The token is copied, and renewing the seed signs out this browser and all others', async ({
  page,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/guidelines');
  const { username } = await inventedPlayer(page, 441);
  const other = await anotherBrowser(browser, 'eu', username);
  const heard = hubOpen(other, 'auth');
  await other.goto('/posts');
  await heard;
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

  const message = other.getByRole('alert').filter({ hasText: 'signed out on all devices' });
  await message.getByRole('link', { name: 'Sign in again' }).click();
  await expect(other.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  await other.context().close();
});

test('A browser that blocks cookies stays at /login with a message (Rule 3.12)', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} });
  });
  await page.goto('/login?redirectUri=/posts');
  await expect(page.getByText('Your browser blocks cookies for this site.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});
