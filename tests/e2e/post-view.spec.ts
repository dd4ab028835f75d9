import { expect, type Locator, type Page, test } from 'playwright/test';
import { changeAnswers } from '#tests/support/change-answers.ts';

const GET_POST = /\/api\/Post\/[0-9a-f-]{36}(\?|$)/i;

/** The path of one of the latest posts with a video, found as another program would. */
async function postWithVideo(page: Page): Promise<string> {
  await page.goto('/guidelines');
  const api = await page.evaluate(() => document.documentElement.dataset.api ?? '');
  const answer = await page.request.get(`${api}/api/Post/latest?pageSize=100&hasReplay=true`);
  const posts: { id: string; replayState: number }[] = await answer.json();
  const post = posts.find(({ replayState }) => replayState === 2);
  if (post === undefined) throw new Error('the seed has no such post');
  return `/posts/${post.id}`;
}

test('A post with a replay comes first at every width, and plays its video (Rule 30.30)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const path = await postWithVideo(page);
  await page.goto(path);
  const battle = page.getByRole('region', { name: 'Battle', exact: true });
  const chat = page.getByRole('region', { name: 'Chat', exact: true });
  const box = async (part: Locator) => {
    const found = await part.boundingBox();
    if (!found) throw new Error('A part of the page is not shown.');
    return { ...found, right: found.x + found.width, bottom: found.y + found.height };
  };
  await expect(battle).toBeVisible();
  await expect(page.locator('.notices .notice')).toHaveCount(2);
  expect((await box(page.getByRole('heading', { level: 1 }))).y).toBeLessThanOrEqual(220);
  const article = page.getByRole('article');
  expect((await box(battle)).y).toBeGreaterThanOrEqual((await box(article)).bottom);

  const video = page.getByLabel('Replay minimap');
  await expect(video).toHaveJSProperty('paused', false);
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(0);
  await expect(page.getByRole('region', { name: 'Teams' }).getByRole('table')).toHaveCount(2);
  await expect(chat.getByRole('region', { name: 'Chat messages' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('href', path);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download replay' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.wowsreplay$/);

  await page.setViewportSize({ width: 1100, height: 900 });
  for (const part of [battle, page.getByRole('region', { name: 'Author of this post' }), chat])
    await expect.poll(async () => (await box(part)).x).toBeGreaterThanOrEqual((await box(article)).right);
});

test('A video from an origin that the policy blocks says that it could not be played (Rule 8.9)', async ({
  page,
}) => {
  const path = await postWithVideo(page);
  await changeAnswers(page, GET_POST, ({ model }) => ({
    model: { ...model, replay: { ...model.replay, minimapUri: 'https://blobs.example.test/minimap.mp4' } },
  }));
  await page.goto(path);
  await expect(page.getByText('Couldn’t play the video.')).toBeVisible();
});
