/** Pictures of battles on cards. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, type Page, test } from 'playwright/test';
import { STRIP, THUMBNAIL } from 'wows-replay/battle/surface';
import { changeAnswers } from '#tests/support/change-answers.ts';
import { screenDrawn } from '#tests/support/screens.ts';
import { watchPage } from '#tests/support/watch-page.ts';

declare global {
  interface Window {
    /** Elements that were the largest paint of the page, in turn. */
    __largest?: string[];
  }
}

const pictured = (page: Page) => page.getByRole('main').locator('article[data-pictured]');

/** Records the largest paints from the start of the page. */
const recordLargest = (page: Page) =>
  page.addInitScript(() => {
    window.__largest = [];
    new PerformanceObserver((list) => {
      for (const { element } of list.getEntries() as (PerformanceEntry & { element?: Element })[])
        window.__largest?.push(element?.tagName ?? '');
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`At ${width} px cards show their battle in a reserved place, never as the largest paint (Rules 30.10, 30.11)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await recordLargest(page);
    const watch = await watchPage(page);
    await page.goto('/posts?hasReplay=true');
    const picture = pictured(page).first().locator('img');
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBe(width < 768 ? STRIP.width : THUMBNAIL.width);
    await screenDrawn(page);
    await watch.expectSteady();
    const [place, card, line] = await Promise.all(
      [
        pictured(page).first().locator('canvas'),
        pictured(page).first(),
        pictured(page).first().locator('footer p').nth(1),
      ].map((part) => part.boundingBox()),
    );
    if (!place || !card || !line) throw new Error('A part of the card is not shown.');
    if (width < 768) {
      expect(place.height).toBe(72);
      expect(place.y + place.height + 16).toBeLessThanOrEqual(line.y);
    } else {
      expect([place.width, place.height]).toEqual([216, 144]);
      expect(card.x + card.width - place.x - place.width).toBeLessThan(16);
    }
    const starts = await page
      .getByRole('link', { name: 'Play battle' })
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().left));
    expect(new Set(starts).size, 'places of "Play battle"').toBe(1);
    const largest = await page.evaluate(() => window.__largest);
    expect(largest?.length).toBeGreaterThan(0);
    expect(largest).not.toContain('IMG');
  });

test('A picture that arrives after the posts is not the largest paint either (Rule 30.10)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await recordLargest(page);
  let send = (): void => {};
  const drawn = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(/\/thumbnail\?/, async (route) => {
    await drawn;
    await route.continue();
  });
  await page.goto('/player/500000002,Borodino_Gunner');
  await expect(pictured(page).first()).toBeVisible();
  await page.waitForFunction(() => document.getAnimations().length === 0);
  send();
  const picture = pictured(page).first().locator('img');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(STRIP.width);
  await screenDrawn(page);
  expect(await page.evaluate(() => window.__largest)).not.toContain('IMG');
});

test('Pictures far below the window are not loaded (Rule 30.10)', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/thumbnail?')) loaded.push(request.url());
  });
  await page.goto('/posts?hasReplay=true&count=50');
  await expect.poll(() => loaded.length).toBeGreaterThan(2);
  await screenDrawn(page);
  await expect(pictured(page).nth(40)).toBeAttached();
  expect(new Set(loaded).size).toBeLessThan(40);
});

test('The battle player draws its chart over the operator’s picture of the map (Rules 30.11, 30.13)', async ({
  page,
}) => {
  const land = createCanvas(64, 64);
  const context = land.getContext('2d');
  context.fillStyle = '#00ff00';
  context.fillRect(0, 0, 64, 64);
  await page.route(/\/api\/Map\/\w+$/, (route) =>
    route.fulfill({
      body: land.encodeSync('png'),
      contentType: 'image/png',
      headers: {
        'access-control-allow-origin': new URL(page.url()).origin,
        'access-control-allow-credentials': 'true',
      },
    }),
  );
  await changeAnswers(page, /\/api\/features$/, ({ features }) => ({ features: [...features, 'minimaps'] }));
  await page.goto('/posts?hasReplay=true');
  await page.getByRole('main').getByRole('link', { name: 'Play battle' }).first().click();
  await expect(page.getByRole('heading', { name: 'Battle player' })).toBeVisible();
  const map = page.getByRole('img', { name: 'Map of the battle' });
  const greenShare = async (): Promise<number> => {
    const picture = await loadImage(await map.screenshot());
    const copy = createCanvas(picture.width, picture.height).getContext('2d');
    copy.drawImage(picture, 0, 0);
    const { data } = copy.getImageData(0, 0, picture.width, picture.height);
    let green = 0;
    for (let at = 0; at < data.length; at += 4)
      if ((data[at + 1] ?? 0) > 200 && (data[at] ?? 0) < 60 && (data[at + 2] ?? 0) < 60) green += 1;
    return green / (data.length / 4);
  };
  await expect.poll(greenShare).toBeGreaterThan(0.5);
});
