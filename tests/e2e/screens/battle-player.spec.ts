import { expect, type Page, test } from 'playwright/test';
import type { Timeline } from '#lib/schemas/timeline.ts';
import { expectAccessibleInBothViews } from '#tests/support/axe.ts';
import {
  battleMap as map,
  battlePicture as picture,
  REPLAY_FILE,
  serveBattle,
  TIMELINE,
} from '#tests/support/battle-page.ts';
import { makeFleetTimeline, makeTimeline } from '#tests/support/timelines.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const battle = (page: Page) => page.getByRole('region', { name: 'Battle player' });
const slider = (page: Page) => page.getByRole('slider', { name: 'Position in the battle' });

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

test('The battle player is accessible on phones and desktops, in both themes (Rule 25.34)', async ({
  page,
}) => {
  await open(page, makeFleetTimeline(), '?t=420');
  await expectAccessibleInBothViews(page, page.locator('html'));
});

test('Controls are large enough for fingers on phones (Rule 25.35)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, makeFleetTimeline());
  const controls = [
    ...(await battle(page).getByRole('button').all()),
    slider(page),
    page.getByRole('combobox', { name: 'Speed' }),
  ];
  for (const control of controls) {
    const box = await control.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
  }
});

test('Both teams keep the size of their icons on phones (Rule 25.32)', async ({ page }) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await open(page, makeFleetTimeline(), '?t=420');
    for (const team of ['Recorder’s team', 'Other team']) {
      const icon = battle(page).getByText(team, { exact: true }).locator('svg');
      expect(await icon.boundingBox(), `${team} at ${width} px`).toMatchObject({ width: 8, height: 16 });
    }
  }
});

test('With reduced motion the battle starts paused (Rule 25.35)', async ({ page }) => {
  await open(page, makeFleetTimeline(), '?t=100');
  await expect(map(page)).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(await slider(page).inputValue()).toBe('1000');
});

test('The map follows the theme and the size of the window (Rule 25.32)', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, makeFleetTimeline(), '?t=420');
  await seeMap(page);
  const light = await picture(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => picture(page)).not.toBe(light);
  const before = await canvasWidth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => canvasWidth(page)).toBeLessThan(before);
});

test('Pointing at a ship describes it (Rule 25.32)', async ({ page }) => {
  await open(page, makeTimeline(), '?t=200');
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
});

test('The full screen has map, controls and events (Rule 25.35)', async ({ page }) => {
  await open(page, makeFleetTimeline(), '?t=420');
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  for (const part of [map(page), slider(page), page.getByRole('list', { name: 'Events of the battle' })])
    await expect(part).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible();
});

test('Where the full screen is refused, the player fills the window (Rule 25.35)', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'fullscreenEnabled', { value: false });
  });
  await open(page, makeFleetTimeline(), '?t=420');
  await page.getByRole('button', { name: 'Full screen' }).click();
  const box = await slider(page).evaluate((element) => {
    const player = element.closest('[tabindex="-1"]')?.getBoundingClientRect();
    return [player?.x, player?.y, player?.height];
  });
  expect(box).toEqual([0, 0, page.viewportSize()?.height]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible();
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

test('Extreme names and chat stay inside the player (Rule 25.32)', async ({ page }) => {
  const timeline = makeFleetTimeline();
  const wild = ['W'.repeat(100), 'قبطان_البحر_الأحمر_الكبير', '🚢⚓🌊'.repeat(20), '<b>bold</b>', ''];
  const ships = timeline.ships.map((ship, index) => ({ ...ship, name: wild[index % wild.length] ?? '' }));
  const chat: Timeline['chat'] = [[10, 1, 'all', 'x'.repeat(500)]];
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, { ...timeline, ships, chat }, '?t=420');
  const { overflow, parts } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const isWide = (element: Element) => element.getBoundingClientRect().right > clientWidth;
    const parts = [...document.querySelectorAll('main *')].filter(isWide);
    return { overflow: scrollWidth - clientWidth, parts: parts.map(({ className }) => className) };
  });
  expect(overflow, parts.join()).toBe(0);
  await expect(page.locator('b', { hasText: 'bold' })).toHaveCount(0);
});

test('A file that would be refused shows why, without a retry (Rule 25.38)', async ({ page }) => {
  const path = await serveBattle(page, {});
  await page.route(REPLAY_FILE, (route) =>
    route.fulfill({
      body: 'not a replay',
      headers: {
        'access-control-allow-origin': new URL(page.url()).origin,
        'access-control-allow-credentials': 'true',
      },
    }),
  );
  await page.goto(path);
  await page.getByRole('button', { name: 'Open the battle player' }).click();
  await expect(page.getByText('Couldn’t load the battle.')).toBeVisible();
  await expect(battle(page).getByRole('alert')).not.toContainText('Try again');
  await expect(battle(page).getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('A file that cannot be downloaded can be retried (Rule 25.38)', async ({ page }) => {
  const path = await serveBattle(page, {});
  await page.route(REPLAY_FILE, (route) => route.abort());
  await page.goto(path);
  await page.getByRole('button', { name: 'Open the battle player' }).click();
  await expect(battle(page).getByRole('button', { name: 'Try again' })).toBeVisible();
});
