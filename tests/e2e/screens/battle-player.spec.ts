/** The battle player on screens of all sizes, where the browser lacks something, and where the battle does not load. */
import { expect, type Page, test } from 'playwright/test';
import { makeFleetTimeline, makeTimeline } from 'wows-replay/encode/sample-timelines';
import type { Timeline } from 'wows-replay/timeline';
import { expectAccessibleInBothViews } from '#tests/support/axe.ts';
import {
  MAP_WORKER,
  battleMap as map,
  battlePicture as picture,
  REPLAY_FILE,
  serveBattle,
  slider,
  TIMELINE,
} from '#tests/support/battle-page.ts';
import { fileOf } from '#tests/support/replay-file.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const battle = (page: Page) => page.getByRole('region', { name: 'Battle player' });
const event = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Events of the battle' }).getByRole('button', { name });

async function open(page: Page, timeline: Timeline, query = ''): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto((await serveBattle(page, { timeline })) + query);
  await expect(slider(page)).toBeVisible();
}

/** Pixels from edge to edge of the map's canvas. */
const canvasWidth = (page: Page) =>
  map(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => canvas.width);

/** The map is drawn: until then its canvas is 300 pixels wide, as every new one. */
const seeMap = (page: Page) => expect.poll(() => canvasWidth(page)).toBeGreaterThan(300);

/** Answers with a file as the API does. */
const sendFile = (page: Page, body: Buffer | string) =>
  page.route(REPLAY_FILE, (route) =>
    route.fulfill({
      body,
      headers: {
        'access-control-allow-origin': new URL(page.url()).origin,
        'access-control-allow-credentials': 'true',
      },
    }),
  );

test('The player is accessible, follows theme and window, and describes the ship pointed at', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, makeTimeline(), '?t=200');
  // With reduced motion it starts paused.
  await expect(map(page)).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(await slider(page).inputValue()).toBe('2000');
  await seeMap(page);
  const before = await picture(page);
  const box = await map(page).boundingBox();
  // Borodino_Gunner is at (1700, 1200) of 2047 then.
  await page.mouse.move(
    (box?.x ?? 0) + (1700 / 2047) * (box?.width ?? 0),
    (box?.y ?? 0) + (1 - 1200 / 2047) * (box?.height ?? 0),
  );
  await expect.poll(() => picture(page)).not.toBe(before);
  await page.mouse.move(5, 5);
  await expect.poll(() => picture(page)).toBe(before);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => picture(page)).not.toBe(before);
  const wide = await canvasWidth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => canvasWidth(page)).toBeLessThan(wide);
  await expectAccessibleInBothViews(page, page.locator('html'));
});

test('On phones controls are large enough for fingers, and extreme names and chat stay inside', async ({
  page,
}) => {
  const timeline = makeFleetTimeline();
  const wild = ['W'.repeat(100), 'قبطان_البحر_الأحمر_الكبير', '🚢⚓🌊'.repeat(20), '<b>bold</b>', ''];
  const ships = timeline.ships.map((ship, index) => ({ ...ship, name: wild[index % wild.length] ?? '' }));
  const chat: Timeline['chat'] = [[10, 1, 'all', 'x'.repeat(500)]];
  await page.setViewportSize({ width: 320, height: 844 });
  await open(page, { ...timeline, ships, chat }, '?t=420');
  const { overflow, parts } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const isWide = (element: Element) => element.getBoundingClientRect().right > clientWidth;
    const parts = [...document.querySelectorAll('main *')].filter(isWide);
    return { overflow: scrollWidth - clientWidth, parts: parts.map(({ className }) => className) };
  });
  expect(overflow, parts.join()).toBe(0);
  await expect(page.locator('b', { hasText: 'bold' })).toHaveCount(0);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const team of ['Author’s team', 'Other team']) {
      const icon = battle(page).getByText(team, { exact: true }).locator('svg');
      expect(await icon.boundingBox(), `${team} at ${width} px`).toMatchObject({ width: 8, height: 16 });
    }
  }
  const controls = [slider(page), page.getByRole('combobox', { name: 'Speed' })];
  for (const control of [...(await battle(page).getByRole('button').all()), ...controls]) {
    const box = await control.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});

test('The map is the same where its worker cannot draw, load or answer', async ({ page }) => {
  const seePicture = async (query = '?t=420') => {
    await open(page, makeFleetTimeline(), query);
    await seeMap(page);
    const first = await picture(page);
    await slider(page).fill('1000');
    await expect.poll(() => picture(page)).not.toBe(first);
    return picture(page);
  };
  const byWorker = await seePicture();
  await page.route(MAP_WORKER, (route) => route.abort());
  expect(await seePicture()).toBe(byWorker);
  await page.unroute(MAP_WORKER);
  await page.route(MAP_WORKER, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  expect(await seePicture()).toBe(byWorker);
  await page.unroute(MAP_WORKER);
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
    Object.defineProperty(document, 'fullscreenEnabled', { value: false });
  });
  expect(await seePicture()).toBe(byWorker);
  expect(page.workers().filter((worker) => MAP_WORKER.test(worker.url()))).toEqual([]);

  await test.step('without the full screen the player fills the window', async () => {
    await page.getByRole('button', { name: 'Full screen' }).click();
    const box = await slider(page).evaluate((element) => {
      const player = element.closest('[tabindex="-1"]')?.getBoundingClientRect();
      return [player?.x, player?.y, player?.height];
    });
    expect(box).toEqual([0, 0, page.viewportSize()?.height]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible();
  });
});

test('Nothing moves while the battle loads (Rule 25.38)', async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const watch = await watchPage(page, /\/hubs\//);
    const path = await serveBattle(page, { timeline: makeFleetTimeline() });
    const held = Promise.withResolvers<void>();
    await page.route(TIMELINE, async (route) => {
      await held.promise;
      await route.fulfill({ json: makeFleetTimeline() });
    });
    await page.goto(path);
    await expect(page.getByText('Loading the battle...')).toBeVisible();
    const teams = page.getByRole('region', { name: 'Teams' });
    await expect(teams.getByRole('table').first()).toBeVisible();
    const before = await teams.boundingBox();
    held.resolve();
    await expect(slider(page)).toBeVisible();
    expect(await teams.boundingBox()).toEqual(before);
    await watch.expectSteady();
  }
});

test('A battle that fails shows why; it can be retried unless the file is no replay (Rule 25.38)', async ({
  page,
}) => {
  const retry = battle(page).getByRole('button', { name: 'Try again' });
  const path = await serveBattle(page, { timeline: makeTimeline() });
  await page.route(TIMELINE, (route) => route.fulfill({ json: { v: 1, ships: 'none' } }));
  await page.goto(path);
  await expect(page.getByText('Couldn’t load the battle.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Teams' }).getByRole('table').first()).toBeVisible();
  await page.unroute(TIMELINE);
  await page.route(TIMELINE, (route) => route.fulfill({ json: makeTimeline() }));
  await retry.click();
  await expect(slider(page)).toBeVisible();

  await page.goto(await serveBattle(page, {}));
  await page.route(REPLAY_FILE, (route) => route.abort());
  await page.getByRole('button', { name: 'Open the battle player' }).click();
  await expect(retry).toBeVisible();
  await page.unroute(REPLAY_FILE);
  await sendFile(page, 'not a replay');
  await retry.click();
  await expect(retry).toHaveCount(0);
  await expect(page.getByText('Couldn’t load the battle.')).toBeVisible();
});

test('Without a timeline the file is decoded on the device, after a click', async ({ page }) => {
  const path = await serveBattle(page, {});
  await sendFile(page, Buffer.from(fileOf()));
  const watch = await watchPage(page, /\/hubs\//);
  const downloads: string[] = [];
  page.on('request', (request) => REPLAY_FILE.test(request.url()) && downloads.push(request.url()));
  await page.goto(path);
  const button = page.getByRole('button', { name: 'Open the battle player' });
  await expect(button).toBeVisible();
  expect(downloads).toEqual([]);
  await button.click();
  await expect(event(page, /The battle started/)).toBeVisible();
  expect(downloads).toHaveLength(1);
  await watch.expectClean();
});

test('The player takes the place of a video at a moment, which links lead to and which can be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const content = 'He rammed me at 10:00 in the middle of the battle, which was at 20:30 UTC. Never again.';
  const path = await serveBattle(page, { timeline: makeTimeline(), video: true, content });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/BattlePlayer/.test(request.url())) scripts.push(request.url());
  });
  await page.goto(path);
  const video = page.getByLabel('Replay minimap');
  await expect(video).toBeVisible();
  expect(scripts).toEqual([]);
  await page.getByRole('button', { name: 'Open the battle player' }).click();
  await expect(slider(page)).toBeVisible();
  await expect(video).toHaveCount(0);
  await event(page, /captured A/).click();
  await expect(slider(page)).toHaveValue('3900');
  await page.getByRole('article').getByRole('link', { name: '10:00' }).click();
  await expect(page).toHaveURL(`${path}?t=600`);
  await expect(slider(page)).toHaveValue('6000');
  await expect(map(page)).toBeInViewport();
  await page.reload();
  await expect(slider(page)).toHaveValue('6000');
  await expect(video).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy link to this moment' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
});
