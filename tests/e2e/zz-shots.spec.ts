import { type Page, test } from 'playwright/test';
const OUT = '/tmp/b/31c-shots';
const settle = async (page: Page) => { await page.waitForLoadState('networkidle').catch(() => {}); await page.waitForTimeout(500); };
for (const scheme of ['dark', 'light'] as const)
  for (const width of [390, 768, 1440])
    test(`shots ${scheme} ${width}`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      const shot = async (name: string) => page.screenshot({ path: `${OUT}/${name}-${width}-${scheme}.png` });
      await page.goto('/player/500000002,Borodino_Gunner'); await settle(page);
      await page.goto('/clan?search=sea'); await settle(page);
      await page.goto('/player'); await settle(page); await shot('players');
      await page.goto('/clan'); await settle(page); await shot('clans');
      await page.goto('/player/500000002,Borodino_Gunner'); await settle(page); await shot('profile');
      await page.getByRole('main').getByRole('link', { name: /^\[.+\]$/ }).first().click(); await settle(page); await shot('clan');
      if (width < 1440) { await page.getByRole('button', { name: /^All values/ }).nth(1).click().catch(() => {}); }
      await page.getByRole('row').nth(width < 1440 ? 0 : 1).evaluate((row) => row.scrollIntoView({ block: 'start' })); await page.mouse.wheel(0, -120); await page.waitForTimeout(400); await shot('members');
      await page.goto('/guidelines'); await settle(page); await shot('guidelines');
      if (width < 700) await page.getByRole('button', { name: 'Search' }).first().click();
      await page.locator('#site-search input').click(); await page.waitForTimeout(1500); await shot('recent');
      await page.locator('#site-search input').fill('sea'); await page.waitForTimeout(2000); await shot('suggest');
      await context.close();
    });
