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

type Place = ReturnType<typeof placeInPage>;

const place = (page: Page): Promise<Place> => page.evaluate(placeInPage, undefined);
const leftPlace = (page: Page): Promise<Place> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('left-at') ?? '{}'));

/** Scrolls step by step, so that everything above is laid out. Not with the wheel: its scrolling may go on in the next page. */
async function scrollTo(page: Page, top: number): Promise<void> {
  await expect(page.locator('main article[id], main tbody tr').first()).toBeVisible();
  await page.waitForFunction((wanted) => document.body.scrollHeight > wanted + innerHeight, top);
  // Posts change their estimated height when they are laid out, so a step may end elsewhere.
  for (let at = Math.min(500, top); at < top + 500; at += 500)
    await expect
      .poll(() =>
        page.evaluate(
          (wanted) => {
            window.scrollTo({ top: wanted, behavior: 'instant' });
            return new Promise<number>((done) =>
              requestAnimationFrame(() => requestAnimationFrame(() => done(Math.abs(scrollY - wanted)))),
            );
          },
          Math.min(at, top),
        ),
      )
      .toBeLessThanOrEqual(1);
  await page.evaluate(placeInPage, 'left-at');
}

/** Within 2 pixels of where the page was left: posts above it may have another estimated height. */
async function expectPlace(page: Page): Promise<void> {
  const before = await leftPlace(page);
  await expect(async () => {
    const { first, offset } = await place(page);
    const moved = Math.abs(offset - before.offset) > 2 ? offset - before.offset : 0;
    expect({ first, moved }).toEqual({ first: before.first, moved: 0 });
  }).toPass();
}

for (const [width, height] of SIZES)
  for (const { name, address, top } of SCROLLED)
    test(`${name} keeps its place over a reload and on going back, at ${width} px (Rule 2.48)`, async ({
      page,
      request,
    }) => {
      await page.setViewportSize({ width, height });
      await page.goto(await address(askRegion(request, region)));
      await scrollTo(page, top);
      await page.reload();
      await expectPlace(page);
      await page.goto('/guidelines');
      // Other screens leave their place to the browser.
      expect(await page.evaluate(() => history.scrollRestoration)).toBe('auto');
      await page.goBack();
      await expectPlace(page);
    });

test('each page of a list has its place when going back within the page (Rule 2.48)', async ({ page }) => {
  await page.goto('/posts');
  await scrollTo(page, 1200);
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('a[aria-label="Page 2"], nav a[href*="page=2"]')?.click(),
  );
  await expect(page).toHaveURL(/page=2/);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect.poll(async () => (await place(page)).top).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/posts');
  await expectPlace(page);
});

test('the tabs of a profile have their places when going back within the page (Rule 2.48)', async ({
  page,
}) => {
  await page.goto('/player/500000002,Borodino_Gunner');
  await scrollTo(page, 900);
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href*="tab=sent"]')?.click());
  await expect(page).toHaveURL(/tab=sent/);
  await page.goBack();
  await expect(page).not.toHaveURL(/tab=sent/);
  await expectPlace(page);
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
  await expect.poll(async () => (await place(page)).top).toBe(90);
  answer();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  expect((await place(page)).top).toBe(90);
});

test('a reload with an open dialog keeps the place (Rules 2.16, 2.48)', async ({ page }) => {
  await page.goto('/posts?page=3');
  await scrollTo(page, 1200);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  await expectPlace(page);
  await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? 0)).toBe(0);
});
