/** The scroll place survives reloads and going back, without the browser's page cache (Rule 2.48). */
import { expect, type Page, test } from 'playwright/test';
import { originOf } from '#tests/support/region-site.ts';
import { askRegion, screenDrawn } from '#tests/support/screens.ts';
import { placeInPage, SCROLLED } from '#tests/support/scroll-cases.ts';

// No other test writes posts there.
const region = 'sea';
test.use({ baseURL: originOf(region) });

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

test('Lists keep their place over a reload and on going back to the page (Rule 2.48)', async ({
  page,
  request,
}) => {
  for (const { name, address, top } of SCROLLED)
    await test.step(name, async () => {
      await page.setViewportSize(
        name === 'a clan' ? { width: 1440, height: 900 } : { width: 390, height: 844 },
      );
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
  await test.step('with an open dialog', async () => {
    await screenDrawn(page);
    await page.evaluate(placeInPage, 'left-at');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.reload();
    await expectPlace(page);
    await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? 0)).toBe(0);
  });
});

test('Pages of a list and tabs of a profile keep their places within the page (Rule 2.48)', async ({
  page,
}) => {
  for (const { address, top, link, query } of [
    { address: '/posts', top: 1200, link: 'a[aria-label="Page 2"], nav a[href*="page=2"]', query: /page=2/ },
    {
      address: '/player/500000002,Borodino_Gunner',
      top: 900,
      link: 'a[href*="tab=sent"]',
      query: /tab=sent/,
    },
  ]) {
    await page.goto(address);
    await scrollTo(page, top);
    await page.evaluate((selector) => document.querySelector<HTMLElement>(selector)?.click(), link);
    await expect(page).toHaveURL(query);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    if (address === '/posts') await expect.poll(async () => (await place(page)).top).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expectPlace(page);
  }
});
