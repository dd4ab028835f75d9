/** Also covers Rules 12.6, 12.8, 12.9. */
import { expect, type Page, test } from 'playwright/test';
import { expectAccessible, expectAccessibleInBothViews } from '#tests/support/axe.ts';
import { anotherBrowser, authHubOpen, originOf } from '#tests/support/region-site.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const PROFILE = /\/api\/Profile$/i;
const RENEW = /\/api\/Auth\/renew-seed$/i;

const optOut = (page: Page) => page.getByRole('checkbox', { name: 'Opt out of the platform' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm Seed Token Rotation' });

const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Opt out of the platform?' });

async function saveAndConfirm(page: Page): Promise<void> {
  await save(page).click();
  await confirmation(page).getByRole('button', { name: 'Opt out' }).click();
}

test('The settings show Loading... until the session is known (Rule 12.1)', async ({ page }) => {
  const watch = await watchPage(page);
  await signIn(page, 'Aurora_Captain', '/guidelines');
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/Profile\/500000001/i, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/settings');
  await expect(page).toHaveTitle(/^Settings · /);
  await expect(page.getByText('Loading...')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Danger Zone' })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await expect(optOut(page)).toBeEnabled();
  await expect(optOut(page)).toHaveAccessibleDescription(
    /publicly hides your metrics on this site and the posts you received, and you cannot post on other players’ profiles\. Existing posts stay\. The opt-out is independent of the visibility settings of your game account\./,
  );
  await watch.expectClean();
});

test.describe('Opting out', () => {
  test.use({ baseURL: originOf('na') });

  test('asks first, and is then disabled for 7 days (Rule 12.10)', async ({ page }) => {
    const watch = await watchPage(page);
    await signIn(page, 'Jutland_Admin', '/settings');
    await optOut(page).check();
    await save(page).click();
    await expect(confirmation(page)).toContainText('You cannot change this again for 7 days.');
    await confirmation(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(save(page)).toBeFocused();
    await expect(optOut(page)).toBeChecked();
    await saveAndConfirm(page);
    await expect(page.getByText('Your changes have been saved.')).toBeVisible();
    for (const after of ['at once', 'after a reload']) {
      await expect(page.getByText('Opt-Out change is currently on Cooldown.'), after).toBeVisible();
      await expect(optOut(page)).toBeDisabled();
      await expect(optOut(page)).toBeChecked();
      const until = page.locator('p', { hasText: 'on Cooldown.' }).getByRole('time');
      const days = (Date.parse((await until.getAttribute('datetime')) ?? '') - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(6.9);
      expect(days).toBeLessThanOrEqual(7);
      await page.reload();
    }
    await watch.expectClean();
  });
});

test.describe('A save that fails keeps the choice and shows why', () => {
  const cases: [what: string, status: number, sentence: RegExp][] = [
    ['an unexpected error', 500, /Something went wrong on our side/],
    ['the cooldown', 423, /Opt-Out change is currently on Cooldown/],
    ['a ban', 403, /You have been banned from the platform/],
    ['too many requests', 429, /You are changing settings too quickly/],
  ];
  for (const [what, status, sentence] of cases) {
    test(`${what} (Rule 12.7)`, async ({ page }) => {
      await signIn(page, 'Borodino_Gunner', '/settings');
      await page.route(PROFILE, (route) => route.fulfill({ status, headers: cors(page) }));
      await optOut(page).check();
      await saveAndConfirm(page);
      const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t save your changes.' });
      await expect(alert.getByText(sentence)).toBeVisible();
      await expect(optOut(page)).toBeChecked();
      // The closed question leaves the history.
      await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? 0)).toBe(0);
      await page.reload();
      await expect(optOut(page)).toBeChecked();
      await expect(save(page)).toBeEnabled();
    });
  }

  test('no connection, and saving again works (Rule 12.7)', async ({ page, context }) => {
    await signIn(page, 'Borodino_Gunner', '/settings');
    await optOut(page).check();
    await context.setOffline(true);
    await saveAndConfirm(page);
    await expect(page.getByText(/You are offline/)).toBeVisible();
    await context.setOffline(false);
    await page.route(PROFILE, (route) => route.fulfill({ status: 204, headers: cors(page) }));
    await saveAndConfirm(page);
    await expect(page.getByText('Your changes have been saved.')).toBeVisible();
  });
});

/** Headers that let the page read an answer which the test gives instead of the API. */
function cors(page: Page): Record<string, string> {
  return {
    'access-control-allow-origin': new URL(page.url()).origin,
    'access-control-allow-credentials': 'true',
  };
}

test('Banned users see the end date and reason, and can use seed and token (Rule 12.2)', async ({ page }) => {
  await signIn(page, 'Fuso_Banned', '/settings');
  await expect(page.getByText('You have been banned from the platform.')).toBeVisible();
  await expect(page.getByText('Account settings cannot be changed.')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(/The ban is permanent\..*Reason\S/);
  await expect(optOut(page)).toBeDisabled();
  await expect(save(page)).toBeDisabled();
  for (const name of ['Reset Seed', 'Copy Token'])
    await expect(page.getByRole('button', { name })).toBeEnabled();
  await expectAccessible(page);
});

test('The token shows its expiry, and can be copied, revealed and requested again (Rule 12.4)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'Aurora_Captain', '/settings');
  const section = page.getByRole('region', { name: 'Personal Token' });
  await expect(section).toContainText('Your key to the API');
  await expect(section).toContainText('A token expires after 8 days');
  await expect(section).toContainText('Never reveal your token.');
  const expiry = (await section.getByRole('time').getAttribute('datetime')) ?? '';
  const days = (Date.parse(expiry) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(7.9);
  expect(days).toBeLessThanOrEqual(8);
  await section.getByRole('button', { name: 'Copy Token' }).click();
  await expect(page.getByText('Token copied to clipboard!')).toBeVisible();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  expect(token).toBe((await context.cookies()).find(({ name }) => name === 'Auth_EU')?.value);
  await expect(section.getByText(token)).toBeHidden();
  await section.getByText('Show the token').click();
  await expect(section.getByText(token)).toBeVisible();
  await expect(page.getByText('Token copied to clipboard!')).toHaveCount(0);
  await section.getByRole('button', { name: 'Get a new token' }).click();
  await expect(page.getByText(/^This is a new token/)).toBeVisible();
});

test.describe('Renewing the seed', () => {
  test.use({ baseURL: originOf('cis') });

  test('needs a confirmation, then signs out this browser and all others (Rule 12.5)', async ({
    page,
    browser,
    context,
  }) => {
    const other = await anotherBrowser(browser, 'cis', 'Iowa_CS');
    const heard = authHubOpen(other);
    await other.goto('/posts');
    await heard;
    await signIn(page, 'Iowa_CS', '/settings');
    await page.getByRole('button', { name: 'Reset Seed' }).click();
    await expect(dialog(page)).toContainText('Do you want to rotate your seed token?');
    await expect(dialog(page)).toContainText('All devices will be signed out');
    await expect(dialog(page)).toContainText('may break until you give them a new one');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Reset Seed' })).toBeFocused();

    await page.route(RENEW, (route) => route.fulfill({ status: 500, headers: cors(page) }));
    await page.getByRole('button', { name: 'Reset Seed' }).click();
    await dialog(page).getByRole('button', { name: 'Renew' }).click();
    await expect(dialog(page).getByRole('alert')).toBeVisible();
    await page.unroute(RENEW);
    await dialog(page).getByRole('button', { name: 'Renew' }).click();

    await expect(page).toHaveURL('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('Auth_CIS');

    const message = other.getByRole('alert').filter({ hasText: 'signed out on all devices' });
    await expect(message).toBeVisible();
    await expect(other.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await expectAccessible(other);
    await message.getByRole('link', { name: 'Sign in again' }).click();
    await other.getByRole('link', { name: 'Iowa_CS' }).click();
    await expect(other).toHaveURL('/posts');
    await other.context().close();
  });
});

test('A browser that blocks cookies stays at /login with a message (Rule 3.12)', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} });
  });
  await page.goto('/login?redirectUri=/posts');
  await expect(page.getByText('Your browser blocks cookies for this site.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

test('The settings are accessible and fit at 390 and 1440 px, light and dark', async ({ page }) => {
  const watch = await watchPage(page);
  await signIn(page, 'Aurora_Captain', '/settings');
  await expect(optOut(page)).toBeVisible();
  await expectAccessibleInBothViews(page, page.locator('html'));
  await watch.expectClean();
});
