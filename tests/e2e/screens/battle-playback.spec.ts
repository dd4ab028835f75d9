import { expect, type Page, test } from 'playwright/test';
import { battlePicture, REPLAY_FILE, serveBattle, TIMELINE } from '#tests/support/battle-page.ts';
import { fileOf } from '#tests/support/replay-file.ts';
import { makeFleetTimeline, makeTimeline } from '#tests/support/timelines.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const battle = (page: Page) => page.getByRole('region', { name: 'Battle player' });
const slider = (page: Page) => page.getByRole('slider', { name: 'Position in the battle' });
const time = async (page: Page) => Number(await slider(page).inputValue());
const event = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Events of the battle' }).getByRole('button', { name });

test('A battle plays on the map, and can be paused and moved (Rule 25.35)', async ({ page }) => {
  const watch = await watchPage(page, /\/hubs\//);
  await page.goto(await serveBattle(page, { timeline: makeFleetTimeline() }));
  await battle(page).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => time(page)).toBeGreaterThan(20);
  const before = await battlePicture(page);
  await expect.poll(() => battlePicture(page)).not.toBe(before);
  await page.getByRole('button', { name: 'Pause' }).click();
  await slider(page).fill('4500');
  await expect(battle(page)).toContainText('12:30 left');
  await slider(page).press('ArrowRight');
  expect(await time(page)).toBe(4550);
  await slider(page).press('End');
  expect(await time(page)).toBe(9000);
  await slider(page).press('Home');
  expect(await time(page)).toBe(-300);
  await slider(page).press(' ');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await watch.expectClean();
  await watch.expectSteady();
});

test('Events and times in the text lead to their moment (Rules 25.34, 25.36)', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const path = await serveBattle(page, {
    timeline: makeTimeline(),
    content:
      'He rammed me at 10:00 in the middle of the battle, which was at 20:30 UTC. Never again, please.',
  });
  await page.goto(path);
  await event(page, /captured A/).click();
  expect(await time(page)).toBe(3900);
  await expect(event(page, /captured A/)).toHaveAttribute('aria-current', 'true');
  const text = page.getByRole('article');
  await expect(text.getByRole('link', { name: '20:30' })).toHaveCount(0);
  await text.getByRole('link', { name: '10:00' }).click();
  await expect(page).toHaveURL(`${path}?t=600`);
  expect(await time(page)).toBe(6000);
  await expect(page.getByRole('img', { name: /^Map of the battle/ })).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL(path);
});

test('A link to a moment opens the player there, in place of the video (Rule 25.37)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const path = await serveBattle(page, { timeline: makeTimeline(), video: true });
  await page.goto(`${path}?t=312`);
  await expect(battle(page)).toContainText('14:48 left');
  await expect(page.getByLabel('Replay minimap')).toHaveCount(0);
  await slider(page).fill('6009');
  await page.getByRole('button', { name: 'Copy link to this moment' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    new URL(`${path}?t=600`, page.url()).href,
  );
});

test('The battle player replaces the video, and is not loaded before (Rule 25.31)', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/BattlePlayer|timeline/.test(request.url())) scripts.push(request.url());
  });
  await page.goto(await serveBattle(page, { timeline: makeTimeline(), video: true }));
  await expect(page.getByLabel('Replay minimap')).toBeVisible();
  expect(scripts).toEqual([]);
  await page.getByRole('button', { name: 'Open the battle player' }).click();
  await expect(slider(page)).toBeVisible();
  await expect(page.getByLabel('Replay minimap')).toHaveCount(0);
  await page.keyboard.press('End');
  await expect.poll(() => time(page)).toBe(9000);
});

test('A battle that cannot be read shows why and can be retried (Rule 25.38)', async ({ page }) => {
  const path = await serveBattle(page, { timeline: makeTimeline() });
  await page.route(TIMELINE, (route) => route.fulfill({ json: { v: 1, ships: 'none' } }));
  await page.goto(path);
  await expect(page.getByText('Couldn’t load the battle.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Teams' }).getByRole('table').first()).toBeVisible();
  await page.unroute(TIMELINE);
  await page.route(TIMELINE, (route) => route.fulfill({ json: makeTimeline() }));
  await battle(page).getByRole('button', { name: 'Try again' }).click();
  await expect(slider(page)).toBeVisible();
});

test('Without a timeline the file is decoded on the device after a click (Rule 25.31)', async ({ page }) => {
  const path = await serveBattle(page, {});
  let downloads = 0;
  await page.route(REPLAY_FILE, (route) => {
    downloads += 1;
    const headers = {
      'access-control-allow-origin': new URL(page.url()).origin,
      'access-control-allow-credentials': 'true',
    };
    return route.fulfill({ body: Buffer.from(fileOf()), headers });
  });
  const watch = await watchPage(page, /\/hubs\//);
  await page.goto(path);
  const open = page.getByRole('button', { name: 'Open the battle player' });
  await expect(open).toBeVisible();
  expect(downloads).toBe(0);
  await open.click();
  await expect(slider(page)).toBeVisible();
  await expect(event(page, /The battle started/)).toBeVisible();
  expect(downloads).toBe(1);
  await watch.expectClean();
});
