import type { EnginePage } from '#scripts/testing/engines/page.ts';
import { button, readApi, shownText } from '#tests/engines/actions.ts';
import { expect, test } from '#tests/engines/engine-test.ts';

/** The position of the slider, in tenths of a second, and whether the map has a drawing. */
const state = (page: EnginePage) =>
  page.evaluate(() => {
    const slider = document.querySelector<HTMLInputElement>('input[type=range]');
    const canvas = document.querySelector<HTMLCanvasElement>('[aria-labelledby="battle-title"] canvas');
    // Copied, because a canvas that a worker draws has no context on the page.
    const copy = document.createElement('canvas').getContext('2d');
    if (canvas) copy?.drawImage(canvas, 0, 0, 300, 150);
    const colours = new Set(new Uint32Array(copy?.getImageData(0, 0, 300, 150).data.buffer ?? [])).size;
    return { time: Number(slider?.value), from: Number(slider?.min), to: Number(slider?.max), colours };
  });

/** Opens a seeded post whose battle has a timeline, at a moment of it. */
async function openBattle(page: EnginePage, seconds: number): Promise<void> {
  await page.goto('/');
  const posts = await readApi<{ id: string; replayId: string }[]>(
    page,
    '/api/Post/latest?hasReplay=true&pageSize=100',
  );
  for (const { id, replayId } of posts) {
    const replay = await readApi<{ timelineUri?: string | null }>(page, `/api/Replay/${replayId}`);
    if (!replay.timelineUri) continue;
    await page.goto(`/posts/${id}?t=${seconds}`);
    return;
  }
  throw new Error('the seed has no battle with a timeline');
}

test('A battle opens at a moment, plays, and follows keys and events', async ({ tab: page, shot }) => {
  await openBattle(page, 120);
  await page.see({ role: 'heading', name: 'Battle player' });
  await page.see(button(/^(Play|Pause)$/));
  await expect.poll(async () => (await state(page)).time).toBeGreaterThan(1200);
  if (await page.isVisible(button('Pause'))) await page.click(button('Pause'));
  await expect.poll(async () => (await state(page)).colours).toBeGreaterThan(20);
  const paused = await state(page);
  expect((await state(page)).time).toBe(paused.time);
  await shot('battle-player');
  await page.press('End');
  await expect.poll(async () => (await state(page)).time).toBe(paused.to);
  await page.press('Home');
  await expect.poll(async () => (await state(page)).time).toBe(paused.from);
  await page.click(button(/The battle started$/));
  expect((await state(page)).time).toBe(0);
  expect(await shownText(page)).toMatch(/\d+:\d\d\s+left/);
});

test('The full screen can be opened and left', async ({ tab: page }) => {
  await openBattle(page, 120);
  await page.click(button('Full screen'));
  await page.see(button('Leave full screen'));
  await page.click(button('Leave full screen'));
  await page.see(button('Full screen'));
});
