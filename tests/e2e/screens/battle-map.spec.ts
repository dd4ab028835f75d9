import { expect, type Page, test } from 'playwright/test';
import { battleMap, battlePicture, serveBattle } from '#tests/support/battle-page.ts';
import { makeFleetTimeline } from '#tests/support/timelines.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const WORKER = /\/map-worker[^/]*\.js/;
const workers = (page: Page) => page.workers().filter((worker) => WORKER.test(worker.url()));

/** How many colours the map has: one before it is drawn. */
const colours = (page: Page) =>
  battleMap(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const copy = new OffscreenCanvas(width, height).getContext('2d');
      copy?.drawImage(canvas, 0, 0);
      return new Set(new Uint32Array(copy?.getImageData(0, 0, width, height).data.buffer ?? [])).size;
    });

/** Whether the page itself could draw on the map's canvas. */
const isDrawnByPage = (page: Page) =>
  battleMap(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      try {
        return canvas.getContext('2d') !== null;
      } catch {
        return false;
      }
    });

async function open(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${await serveBattle(page, { timeline: makeFleetTimeline() })}?t=420`);
}

/** The map is drawn, and drawn again for another moment. */
async function expectDrawing(page: Page): Promise<void> {
  await expect.poll(() => colours(page)).toBeGreaterThan(20);
  const before = await battlePicture(page);
  await page.getByRole('slider', { name: 'Position in the battle' }).fill('1000');
  await expect.poll(() => battlePicture(page)).not.toBe(before);
  expect(await colours(page)).toBeGreaterThan(20);
}

test('A worker draws the map, as long as the map is on the page (Rule 25.32)', async ({ page }) => {
  const watch = await watchPage(page, /\/hubs\//);
  await open(page);
  await expectDrawing(page);
  expect(await isDrawnByPage(page)).toBe(false);
  expect(workers(page)).toHaveLength(1);
  await watch.expectClean();
  await page.getByRole('link', { name: 'All posts' }).click();
  await expect.poll(() => workers(page)).toEqual([]);
});

test('A browser whose workers cannot draw has the same map (Rule 25.32)', async ({ page }) => {
  await open(page);
  await expectDrawing(page);
  const byWorker = await battlePicture(page);
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
  });
  await open(page);
  await expectDrawing(page);
  expect(await isDrawnByPage(page)).toBe(true);
  expect(workers(page)).toEqual([]);
  expect(await battlePicture(page)).toBe(byWorker);
});

test('The map is drawn when its worker cannot be loaded (Rule 25.32)', async ({ page }) => {
  await page.route(WORKER, (route) => route.abort());
  await open(page);
  await expectDrawing(page);
  expect(await isDrawnByPage(page)).toBe(true);
});

test('The map is drawn when its worker does not answer (Rule 25.32)', async ({ page }) => {
  await page.route(WORKER, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await open(page);
  await expectDrawing(page);
  expect(await isDrawnByPage(page)).toBe(true);
});
