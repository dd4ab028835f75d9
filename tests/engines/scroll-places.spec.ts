import type { EnginePage } from '#scripts/testing/engines/page.ts';
import { readApi, reloadPage } from '#tests/engines/actions.ts';
import { expect, test } from '#tests/engines/engine-test.ts';
import { placeInPage, SCROLLED } from '#tests/support/scroll-cases.ts';

const SIZES = [
  [460, 844],
  [1440, 900],
] as const;

const place = (page: EnginePage) =>
  page.evaluate(placeInPage).catch(() => ({ top: -1, first: '', offset: 0 }));

/** Scrolls in steps, as a user does, so that everything above is laid out. */
async function scrollTo(page: EnginePage, top: number): Promise<Awaited<ReturnType<typeof place>>> {
  await expect
    .poll(() => page.evaluate(() => document.querySelectorAll('main article[id], main tbody tr').length))
    .toBeGreaterThan(0);
  await expect
    .poll(() => page.evaluate(() => document.body.scrollHeight - window.innerHeight))
    .toBeGreaterThan(top);
  await page.evaluate(async (wanted) => {
    for (let at = 0; at < wanted; at += 500) {
      window.scrollBy({ top: Math.min(500, wanted - at), behavior: 'instant' });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
  }, top);
  await expect.poll(async () => Math.abs((await place(page)).top - top)).toBeLessThanOrEqual(250);
  return place(page);
}

const expectPlace = (page: EnginePage, before: Awaited<ReturnType<typeof place>>) =>
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
      tab: page,
    }) => {
      await page.resize(width, height);
      await page.goto('/guidelines');
      await page.goto(await address((path) => readApi(page, path)));
      const before = await scrollTo(page, top);
      await reloadPage(page);
      await expectPlace(page, before);
      // Keeps the page out of the browser's page cache.
      await page.evaluate(() => window.addEventListener('unload', () => {}));
      await page.goto('/guidelines');
      await page.back();
      await expectPlace(page, before);
    });
