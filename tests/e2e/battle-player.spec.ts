import { expect, type Page, test } from 'playwright/test';
import { makeFleetTimeline } from 'wows-replay/encode/sample-timelines';
import { battleMap, battlePicture, MAP_WORKER, serveBattle, slider } from '#tests/support/battle-page.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const time = async (page: Page) => Number(await slider(page).inputValue());

test('A battle plays on a map that a worker draws, and can be paused and moved (Rules 25.32, 25.35)', async ({
  page,
}) => {
  const workers = () => page.workers().filter((worker) => MAP_WORKER.test(worker.url()));
  const watch = await watchPage(page, /\/hubs\//);
  await page.goto(await serveBattle(page, { timeline: makeFleetTimeline() }));
  await battleMap(page).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => time(page)).toBeGreaterThan(20);
  const before = await battlePicture(page);
  await expect.poll(() => battlePicture(page)).not.toBe(before);
  expect(workers()).toHaveLength(1);
  await page.getByRole('button', { name: 'Pause' }).click();
  await slider(page).fill('4500');
  await expect(page.getByRole('region', { name: 'Battle player' })).toContainText('12:30 left');
  await slider(page).press('ArrowRight');
  expect(await time(page)).toBe(4550);
  await slider(page).press(' ');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await watch.expectSteady();
  await page.getByRole('button', { name: 'Full screen' }).click();
  for (const part of [
    battleMap(page),
    slider(page),
    page.getByRole('list', { name: 'Events of the battle' }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible();
  await watch.expectClean();
  await page.getByRole('link', { name: 'All posts' }).click();
  await expect.poll(workers).toEqual([]);
});
