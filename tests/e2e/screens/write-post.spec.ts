/** Posts that start with a replay, and the foot of the editor. */
import { expect, type Page, test } from 'playwright/test';
import { expectAccessible, expectAccessibleInBothViews } from '#tests/support/axe.ts';
import { replayFile } from '#tests/support/replay-file.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

/** Who posts nothing in other tests. */
const AUTHOR = { accountId: 500_000_008, name: 'Hood_Clanless' };
const SUBJECT = { accountId: 500_000_007, name: 'Gneisenau_Hidden' };

const dialog = (page: Page) => page.getByRole('dialog');
const write = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Write', exact: true });

async function drop(page: Page): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], 'battle.wowsreplay'));
      return transfer;
    },
    [...replayFile(AUTHOR, SUBJECT)],
  );
  await write(page).dispatchEvent('dragover', { dataTransfer });
  await write(page).dispatchEvent('drop', { dataTransfer });
}

test('A replay that is dropped on "Write" opens its battle on any page (Rule 30.42)', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const watch = await watchPage(page);
  await signIn(page, AUTHOR.name, '/guidelines');
  await drop(page);
  const subject = dialog(page).getByRole('button', { name: new RegExp(SUBJECT.name) });
  await expect(subject).toBeVisible();
  await expect(dialog(page).getByRole('definition').first()).toHaveText('Tierra del Fuego');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, colorScheme);
  }
  await subject.click();
  await expect(dialog(page).getByRole('heading', { name: `New post about ${SUBJECT.name}` })).toBeVisible();
  await expect(dialog(page).getByText('Both shown, on opposing teams.')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await watch.expectClean();
});

test('"Write" is next to "Posts" at the bottom of phones (Rule 30.42)', async ({ page }) => {
  await signIn(page, AUTHOR.name, '/guidelines');
  const watch = await watchPage(page);
  const posts = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Posts' });
  for (const height of [300, 844]) {
    await page.setViewportSize({ width: 390, height });
    await page.reload();
    const [tab, link] = [await write(page).boundingBox(), await posts.boundingBox()];
    expect(tab?.x).toBeCloseTo((link?.x ?? 0) + (link?.width ?? 0), 0);
    expect((tab?.y ?? 0) + (tab?.height ?? 0)).toBeCloseTo((link?.y ?? 0) + (link?.height ?? 0), 0);
    expect(await watch.shift()).toBe(0);
  }
  await write(page).click();
  await expect(dialog(page).getByLabel('Replay of the battle')).toBeVisible();
  await expectAccessible(page);
});

test('The consent and what is missing are in view at 1440×900 (Rule 30.40)', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, AUTHOR.name, `/player/${SUBJECT.accountId},${SUBJECT.name}`);
  await page.getByRole('button', { name: 'New Post' }).click();
  const consent = dialog(page).getByRole('checkbox', { name: /guidelines/ });
  await expect(consent).toBeInViewport({ ratio: 1 });
  await expect(dialog(page).getByText('To publish, accept the guidelines.')).toBeInViewport({ ratio: 1 });
  // A field that gets the focus is not behind it.
  const replayField = dialog(page).getByLabel(/^Replay/);
  await replayField.focus();
  const [field, bar] = await Promise.all([replayField.boundingBox(), consent.boundingBox()]);
  expect(field && field.y + field.height).toBeLessThanOrEqual(bar?.y ?? 0);
  await replayField.press('Control+Enter');
  await expect(dialog(page).getByText('This field is required.').first()).toBeVisible();
  await expectAccessibleInBothViews(page, dialog(page), { within: 'dialog' });
});
