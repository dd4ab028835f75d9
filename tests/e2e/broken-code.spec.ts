import { expect, test } from 'playwright/test';
import { screenNamed } from '#tests/support/screens.ts';

test('A page without its scripts says so and can be reloaded (Rule 16.8)', async ({ page }) => {
  const SEARCH = '/player?search=silver';
  const { ready } = screenNamed('The player search');
  const broken = page.getByRole('alert').filter({ hasText: 'Couldn’t load part of this page.' });

  await test.step('no message when a file arrives at the second attempt', async () => {
    await page.route(/\/hashed\/PlayerSearch\..*\.js$/, (route) => route.abort());
    await page.goto(SEARCH);
    await expect(ready(page)).toBeVisible();
    await expect(broken).toBeHidden();
  });

  await test.step('a message when none arrives, until a reload', async () => {
    let isUnreachable = true;
    await page.route(/\/hashed\/.*\.js/, (route) => (isUnreachable ? route.abort() : route.continue()));
    await page.reload();
    await expect(broken).toBeVisible();
    isUnreachable = false;
    await broken.getByRole('link', { name: 'reload the page' }).click();
    await expect(ready(page)).toBeVisible();
    await expect(broken).toBeHidden();
    await expect(page).toHaveURL(SEARCH);
  });

  await test.step('without JavaScript the page says what it needs', async () => {
    // The switch that tests have for JavaScript does not draw what is in <noscript>.
    const noscript =
      '<noscript><p class="needs-script">This page shows live data and needs JavaScript.</p></noscript>';
    for (const [path, needs] of [
      ['/posts', true],
      ['/settings', true],
      ['/guidelines', false],
    ] as const)
      expect((await (await page.request.get(path)).text()).includes(noscript), path).toBe(needs);
  });
});
