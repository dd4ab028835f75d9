import type { EnginePage } from '#scripts/testing/engines/page.ts';
import { readApi, reloadPage, address as shownAddress } from '#tests/engines/actions.ts';
import { expect, test } from '#tests/engines/engine-test.ts';
import { placeInPage, SCROLLED } from '#tests/support/scroll-cases.ts';

const SIZES = [
  [460, 844],
  [1440, 900],
] as const;

const place = (page: EnginePage) =>
  page.evaluate(placeInPage).catch(() => ({ top: -1, first: '', offset: 0 }));
/** Makes the page store where it is when it is left: browsers without anchoring may still move it on their own until then. */
const storeWhenLeft = (page: EnginePage) => page.evaluate(placeInPage, 'left-at');
const leftPlace = (page: EnginePage): Promise<{ first: string; offset: number }> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('left-at') ?? '{}'));

/** Waits until the page has been drawn, once. A busy machine may draw nothing for a second. */
const draw = (page: EnginePage) => page.evaluate(() => new Promise(requestAnimationFrame));

/** Scrolls in steps, as a user does, so that everything above is laid out. */
async function scrollTo(page: EnginePage, top: number): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.querySelectorAll('main article[id], main tbody tr').length))
    .toBeGreaterThan(0);
  await expect
    .poll(() => page.evaluate(() => document.body.scrollHeight - window.innerHeight))
    .toBeGreaterThan(top);
  for (let at = 0; at < top; at += 500)
    await page.evaluate(
      (by) => {
        window.scrollBy({ top: by, behavior: 'instant' });
        return new Promise<void>((done) => setTimeout(() => requestAnimationFrame(() => done())));
      },
      Math.min(500, top - at),
    );
  let last = await place(page);
  // Cards above may still be laid out, which moves the rest where scrolling is not anchored.
  const isSteady = async () => {
    for (let frame = 0; frame < 10; frame += 1) await draw(page);
    const now = await place(page);
    const isSame = now.first === last.first && now.offset === last.offset;
    last = now;
    return isSame && Math.abs(now.top - top) <= 250;
  };
  await expect.poll(isSteady, { intervals: [1000] }).toBe(true);
}

/** Pixels from the top of the window to a card or row; null without it. */
const offsetOf = (page: EnginePage, name: string) =>
  page
    .evaluate((wanted) => {
      const items = [...document.querySelectorAll('main article[id], main tbody tr')];
      const found = items.find((item) => (item.id || item.querySelector('th')?.textContent) === wanted);
      return found ? Math.round(found.getBoundingClientRect().top) : null;
    }, name)
    .catch(() => null);

/**
 * Within 8 pixels of where the page was left. The distance from the top is not compared: browsers differ in the height of posts that
 * are not near the window, and WebKit does not anchor the scroll position when they change.
 */
async function expectPlace(page: EnginePage): Promise<void> {
  const left = await leftPlace(page);
  await expect
    .poll(async () => {
      const offset = await offsetOf(page, left.first);
      return offset === null ? 'missing' : Math.round(Math.abs(offset - left.offset) / 16);
    })
    .toBe(0);
  await storeWhenLeft(page);
}

for (const [width, height] of SIZES)
  for (const { name, address, top } of SCROLLED)
    test(`${name} keeps its place over a reload and on going back, at ${width} px`, async ({ tab: page }) => {
      await page.resize(width, height);
      await page.goto('/guidelines');
      await page.goto(await address((path) => readApi(page, path)));
      await scrollTo(page, top);
      await storeWhenLeft(page);
      await reloadPage(page);
      await expectPlace(page);
      await page.goto('/guidelines');
      // From the page cache where the browser keeps the page.
      await page.back();
      await expect.poll(() => shownAddress(page)).not.toBe('/guidelines');
      await expectPlace(page);
    });
