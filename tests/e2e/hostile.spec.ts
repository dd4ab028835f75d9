import { expect, test } from 'playwright/test';
import { openHostile, overflow, poisonApi } from '#tests/support/hostile-page.ts';
import { CLUSTERS } from '#tests/support/payloads.ts';
import { askRegion, screenNamed } from '#tests/support/screens.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('No hostile text runs or breaks the latest posts (Rule 16.2)', async ({ page }) => {
  const check = await openHostile(page, async () => void (await page.goto('/posts?count=100')));
  await expect(page.getByRole('article').first()).toBeVisible();
  await check();
});

test('Unbreakable text never makes a page wider than the screen (Rule 16.10)', async ({ page, request }) => {
  await poisonApi(page, CLUSTERS);
  for (const name of ['A profile', 'The replay of a post', 'A clan']) {
    const { address, ready } = screenNamed(name);
    await page.goto(await address(askRegion(request, 'eu')));
    await expect(ready(page)).toBeVisible();
    expect(await overflow(page), name).toBeLessThanOrEqual(0);
  }
});
