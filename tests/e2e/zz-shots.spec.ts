import { test } from 'playwright/test';
import { signIn } from '#tests/support/sign-in.ts';
for (const [width, height] of [[390, 844], [1440, 900]] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`shot ${width} ${colorScheme}`, async ({ browser }) => {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme, baseURL: 'http://localhost:14352' });
      const page = await context.newPage();
      await signIn(page, 'Aurora_Captain', '/guidelines');
      await page.evaluate(() => { localStorage.setItem('post-draft:500000001:create:7', '{"title":"x"}'); localStorage.setItem('ban-draft:500000001:7', '{}'); });
      await page.goto('/logout');
      await page.locator('#question').waitFor();
      await page.screenshot({ path: `/tmp/f-shot-logout-${width}-${colorScheme}.png` });
      await page.route(/cooldown/i, () => {});
      await page.goto('/player/500000002,Borodino_Gunner');
      await page.getByText('We couldn’t check that.').waitFor();
      await page.screenshot({ path: `/tmp/f-shot-slot-${width}-${colorScheme}.png` });
      await context.close();
    });
