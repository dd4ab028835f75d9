import { expect, test } from 'playwright/test';
import { signIn } from '#tests/support/sign-in.ts';

test('Times in chat and teams lead to the player, which is next to the chat on a wide screen (Rule 25.39)', async ({
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
  expect(right?.y).toBe(left?.y);
  for (const part of [chat, page.getByRole('region', { name: 'Teams' })]) {
    const moment = part.getByRole('link', { name: /^\d+:\d\d$/ }).first();
    const href = await moment.getAttribute('href');
    await moment.click();
    await expect(page).toHaveURL(new URL(href ?? '', page.url()).href);
    expect(new URL(page.url()).searchParams.get('t')).toMatch(/^\d+$/);
    await expect(player).toBeInViewport();
  }
});

test('The editor is usable at 320 by 256 pixels (Rule 9.18)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await signIn(page, 'Hood_Clanless', '/player/500000007,Gneisenau_Hidden');
  await page.getByRole('button', { name: 'New Post' }).click();
  const dialog = page.getByRole('dialog', { name: /^New post about/ });
  const close = dialog.getByRole('button', { name: 'Close' });
  await expect(close).toBeInViewport();
  const size = await close.boundingBox();
  expect([size?.width, size?.height]).toEqual([40, 40]);
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const box = await dialog.boundingBox();
  expect([box?.width, box?.height]).toEqual([320, 256]);
  for (const field of [
    dialog.getByRole('textbox', { name: /^Title/ }),
    dialog.getByRole('textbox', { name: /^Content/ }),
    dialog.getByRole('checkbox', { name: /guidelines/ }),
    dialog.getByRole('button', { name: 'Cancel' }),
  ]) {
    await field.focus();
    await field.scrollIntoViewIfNeeded();
    const isCovered = await field.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(
        x + width / 2,
        Math.min(Math.max(y + height / 2, 1), window.innerHeight - 1),
      );
      return hit !== element && !element.contains(hit);
    });
    expect(isCovered).toBe(false);
  }
});
