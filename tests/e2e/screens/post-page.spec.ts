import { expect, test } from 'playwright/test';
import { PREVIEW_IMAGE } from '#lib/schemas/preview.ts';

test('Times in chat and teams lead to the player, which is left of the chat on a wide screen (Rule 25.39)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1100, height: 900 });
  await page.goto('/posts?hasReplay=true');
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  const player = page.getByRole('region', { name: 'Battle player' });
  const chat = page.getByRole('region', { name: 'Chat', exact: true });
  await expect(player.getByRole('list', { name: 'Events of the battle' })).toBeVisible();
  const [left, right] = [await player.boundingBox(), await chat.boundingBox()];
  expect(right?.x).toBeGreaterThanOrEqual((left?.x ?? 0) + (left?.width ?? 0));
  for (const part of [chat, page.getByRole('region', { name: 'Teams' })]) {
    const moment = part.getByRole('link', { name: /^\d+:\d\d$/ }).first();
    const href = await moment.getAttribute('href');
    await moment.click();
    await expect(page).toHaveURL(new URL(href ?? '', page.url()).href);
    expect(new URL(page.url()).searchParams.get('t')).toMatch(/^\d+$/);
    await expect(player).toBeInViewport();
  }
});

test('"Copy as picture" copies the picture of the post and of a profile (Rule 30.35)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/posts');
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  for (const address of [null, '/player/500000002,Borodino_Gunner']) {
    if (address) await page.goto(address);
    await page.getByRole('button', { name: 'Copy as picture' }).click();
    await expect(page.getByText('Picture copied')).toBeVisible();
    const size = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const { width, height } = await createImageBitmap((await item?.getType('image/png')) ?? new Blob());
      return [width, height];
    });
    expect(size).toEqual([PREVIEW_IMAGE.width, PREVIEW_IMAGE.height]);
  }
});
