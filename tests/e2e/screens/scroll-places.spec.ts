/** The scroll place survives reloads and going back, without the browser's page cache (Rule 2.48). */
import { expect, type Page, test } from 'playwright/test';
import { originOf } from '#tests/support/region-site.ts';
import { askRegion } from '#tests/support/screens.ts';
import { placeInPage, SCROLLED } from '#tests/support/scroll-cases.ts';

// No other test writes posts there.
const region = 'sea';
test.use({ baseURL: originOf(region) });

const SIZES = [
  [390, 844],
  [1440, 900],
] as const;

const place = (page: Page) => page.evaluate(placeInPage, undefined);

/** Scrolls as a user does, so that everything above is laid out, and waits until the place is final. */
async function scrollTo(page: Page, top: number): Promise<Awaited<ReturnType<typeof place>>> {
  await expect(page.locator('main article[id], main tbody tr').first()).toBeVisible();
  await page.waitForFunction((wanted) => document.body.scrollHeight > wanted + innerHeight, top);
  await page.mouse.move(200, 400);
  for (let at = 0; at < top; at += 500) {
    await page.mouse.wheel(0, Math.min(500, top - at));
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
  await expect.poll(async () => Math.abs((await place(page)).top - top)).toBeLessThanOrEqual(250);
  return place(page);
}

const expectPlace = (page: Page, before: Awaited<ReturnType<typeof place>>) =>
  expect
    .poll(async () => {
      const { top, first, offset } = await place(page);
      return {
        first,
        isThere: Math.abs(top - before.top) <= 2 && Math.abs(offset - before.offset) <= 2,
        top,
      };
    })
    .toMatchObject({ first: before.first, isThere: true });

for (const [width, height] of SIZES)
  for (const { name, address, top } of SCROLLED)
    test(`${name} keeps its place over a reload and on going back, at ${width} px (Rule 2.48)`, async ({
      page,
      request,
    }) => {
      await page.setViewportSize({ width, height });
      await page.goto(await address(askRegion(request, region)));
      const before = await scrollTo(page, top);
      await page.reload();
      await expectPlace(page, before);
      await page.goto('/guidelines');
      // Other screens leave their place to the browser.
      expect(await page.evaluate(() => history.scrollRestoration)).toBe('auto');
      await page.goBack();
      await expectPlace(page, before);
    });

test('each page of a list has its place when going back within the page (Rule 2.48)', async ({ page }) => {
  await page.goto('/posts');
  const first = await scrollTo(page, 1200);
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('a[aria-label="Page 2"], nav a[href*="page=2"]')?.click(),
  );
  await expect(page).toHaveURL(/page=2/);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect.poll(async () => (await place(page)).top).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/posts');
  await expectPlace(page, first);
});

test('the tabs of a profile have their places when going back within the page (Rule 2.48)', async ({
  page,
}) => {
  await page.goto('/player/500000002,Borodino_Gunner');
  const received = await scrollTo(page, 900);
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href*="tab=sent"]')?.click());
  await expect(page).toHaveURL(/tab=sent/);
  await page.goBack();
  await expect(page).not.toHaveURL(/tab=sent/);
  await expectPlace(page, received);
});

test('a user who scrolls while the posts load stays there (Rule 2.48)', async ({ page }) => {
  await page.goto('/posts?page=3');
  await scrollTo(page, 1200);
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/Post\/latest/i, async (route) => {
    await asked;
    await route.continue();
  });
  await page.reload();
  await page.mouse.wheel(0, 90);
  await expect.poll(async () => (await place(page)).top).toBeGreaterThan(0);
  const { top } = await place(page);
  answer();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  expect((await place(page)).top).toBe(top);
});

test('a reload with an open dialog keeps the place (Rules 2.16, 2.48)', async ({ page }) => {
  await page.goto('/posts?page=3');
  const before = await scrollTo(page, 1200);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  await expectPlace(page, before);
  await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? 0)).toBe(0);
});
