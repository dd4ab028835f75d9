/** The layout of moderation on a profile. */
import { expect, test } from 'playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { screenDrawn } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

test('The bar is steady, and a refused ban accessible, at 390 and 1440 px', async ({ page }) => {
  test.slow();
  await signIn(page, 'Dreadnought_Admin', '/guidelines');
  const watch = await watchPage(page);
  const bar = page.getByRole('region', { name: 'Moderation' });
  const form = page.getByRole('form', { name: 'Ban this player' });
  /** Checks with axe in both views, and that so many open dialogs do not scroll sideways. */
  const expectSound = async (dialogs: number) => {
    for (const [width, colorScheme] of [
      [390, 'light'],
      [1440, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `${width} px, ${colorScheme}`, dialogs > 0 ? { within: 'dialog' } : {});
      const overflow = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('dialog')].map((box) => box.scrollWidth - box.clientWidth),
        );
      await expect.poll(overflow).toEqual(Array(dialogs).fill(0));
    }
  };
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/player/500000002,Borodino_Gunner');
    await expect(bar.getByRole('button', { name: /^Platform bans/ })).toHaveText(/\d$/);
    await screenDrawn(page);
    await expect(page.getByRole('article').first()).toBeVisible();
    await watch.expectSteady();
  }
  await expectSound(0);
  await page.goto('/player/500000006,Fuso_Banned?moderation=bans');
  await page.getByRole('button', { name: 'Ban this player' }).click();
  await form.getByText('Custom').click();
  await form.getByRole('button', { name: 'Ban…' }).click();
  await expect(form.getByText('This field is required.')).toHaveCount(2);
  await expectSound(1);
  await watch.expectClean();
});
