/** Dialogs in the browser's history, and the focus in and after them (Rule 2.16). */
import { expect, type Page, test } from 'playwright/test';
import { quietPostHub } from '#tests/support/gate.ts';
import { chooseInMenu } from '#tests/support/post-menu.ts';
import { signIn } from '#tests/support/sign-in.ts';

const GNEISENAU = '/player/500000007,Gneisenau_Hidden';
const FUSO = '/player/500000006,Fuso_Banned';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).first();
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const editor = (page: Page) => dialog(page, /^New post about/);
const help = (page: Page) => dialog(page, 'Reporting to Customer Support');
const title = (page: Page) => editor(page).getByRole('textbox', { name: /^Title/ });
/** Index of the current history entry. */
const entry = (page: Page) => page.evaluate(() => window.navigation.currentEntry?.index);

/** Tabs forwards and backwards: the focus never reaches the page behind the editor. */
async function expectFocusKept(page: Page): Promise<void> {
  const where = () =>
    editor(page).evaluate((element) => {
      const { activeElement } = document;
      if (activeElement === document.body) return 'the browser';
      return element.contains(activeElement) ? 'inside' : String(activeElement?.outerHTML.slice(0, 80));
    });
  for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    expect(await where(), key).toMatch(/^(inside|the browser)$/);
  }
}

test('Dialogs close by Escape, button and back, one history entry each (Rule 2.16)', async ({ page }) => {
  await signIn(page, 'Hood_Clanless', '/guidelines');
  await page.goto(GNEISENAU);
  const index = await entry(page);
  const opener = button(page, /New Post/);
  const openHelp = async () => {
    await editor(page).getByRole('group', { name: 'Teamplay' }).getByText('Negative').click();
    await button(page, 'How do I get a ticket ID?').click();
    await expect(help(page)).toBeVisible();
  };

  for (const close of ['Escape', 'button', 'back'])
    await test.step(`the editor closes by ${close}, and the focus returns`, async () => {
      await opener.press('Enter');
      await expect(editor(page)).toBeVisible();
      await expect.poll(() => entry(page)).toBe((index ?? 0) + 1);
      await expectFocusKept(page);
      if (close === 'Escape') await page.keyboard.press('Escape');
      else if (close === 'button') await editor(page).getByRole('button', { name: 'Close' }).click();
      else await page.goBack();
      await expect(editor(page)).toHaveCount(0);
      await expect(opener).toBeFocused();
      await expect.poll(() => entry(page)).toBe(index);
      expect(page.url()).toMatch(new RegExp(`${GNEISENAU}$`));
    });

  await test.step('forward does not open it again', async () => {
    await page.goForward();
    await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? null)).toBeNull();
    await expect(editor(page)).toHaveCount(0);
    await expect.poll(() => entry(page)).toBe(index);
  });

  await test.step('back closes the one on top', async () => {
    await opener.click();
    await title(page).fill('Half a thought');
    await openHelp();
    await page.goBack();
    await expect(help(page)).toHaveCount(0);
    await expect(title(page)).toHaveValue('Half a thought');
  });

  await test.step('a reload removes their entries and keeps the draft', async () => {
    await button(page, 'How do I get a ticket ID?').click();
    await expect.poll(() => entry(page)).toBe((index ?? 0) + 2);
    await page.reload();
    await expect(button(page, /Continue draft/)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => entry(page)).toBe(index);
    await button(page, /Continue draft/).click();
    await expect(title(page)).toHaveValue('Half a thought');
    await page.goBack();
    await expect(editor(page)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL('/guidelines');
  });
});

test('While a request runs, a dialog stays open: back stops sending first (Rule 2.16)', async ({ page }) => {
  await signIn(page, 'Hood_Clanless', GNEISENAU);
  await page.route(/\/api\/Post(\?.*)?$/i, (route) =>
    route.request().method() === 'POST' ? undefined : route.fallback(),
  );
  await button(page, 'New Post').click();
  await title(page).fill('Held back for a while');
  await editor(page)
    .getByRole('textbox', { name: /^Content/ })
    .fill('Written by a test, and never sent: back is pressed while that is being tried.');
  await editor(page)
    .getByRole('checkbox', { name: /guidelines/ })
    .check();
  await button(page, 'Publish post').click();
  await expect(button(page, 'Stop sending')).toBeVisible();
  await page.goBack();
  await expect(button(page, 'Cancel')).toBeVisible();
  await expect(title(page)).toHaveValue('Held back for a while');
  await page.goBack();
  await expect(editor(page)).toHaveCount(0);
  await expect(page).toHaveURL(GNEISENAU);

  await quietPostHub(page);
  await signIn(page, 'Dreadnought_Admin', '/player/500000004,Dreadnought_Admin?tab=sent');
  const refusals: (() => Promise<void>)[] = [];
  await page.route(/\/api\/Post\/[^/]+$/i, (route) =>
    route.request().method() === 'DELETE' ? void refusals.push(() => route.abort()) : route.continue(),
  );
  const box = dialog(page, 'Delete post');
  const action = box.getByRole('button', { name: 'Delete' });
  await chooseInMenu(page, 'Delete');
  await action.click();
  await expect(action).toHaveAttribute('aria-busy', 'true');
  for (const _ of ['first', 'second', 'third']) {
    await page.keyboard.press('Escape');
    await expect(action).toBeFocused();
  }
  await expect.poll(() => refusals.length).toBe(1);
  await refusals[0]?.();
  await expect(box.getByRole('alert')).toContainText('could not be reached');
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  await expect(button(page, 'More actions')).toBeFocused();
});

test('A moderation list opened by its address closes in place (Rule 2.16)', async ({ page }) => {
  await signIn(page, 'Cossack_Mod', `${FUSO}?moderation=bans`);
  const index = await entry(page);
  await dialog(page, /^Platform bans of/)
    .getByRole('button', { name: 'Close' })
    .click();
  await expect(page).toHaveURL(FUSO);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => entry(page)).toBe(index);
});
