/** The layout of the latest posts: heights of cards, the bar of filters, and long lists. */
import { expect, type Page, test } from 'playwright/test';
import { expectAccessibleInBothViews } from '#tests/support/axe.ts';
import { changeAnswers } from '#tests/support/change-answers.ts';
import { quietPostHub } from '#tests/support/gate.ts';
import { overflow } from '#tests/support/hostile-page.ts';
import { screenDrawn } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/sign-in.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const signs = (page: Page) => page.getByRole('navigation', { name: 'Filter by rating' });

test('Three posts fit on a wide screen; on a phone a card takes at most 300 px, and names a finger', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/posts?count=25');
  await expect(cards(page)).toHaveCount(25);
  await screenDrawn(page);
  const visible = await cards(page).evaluateAll(
    (all) => all.filter((card) => card.getBoundingClientRect().bottom <= window.innerHeight).length,
  );
  expect(visible).toBeGreaterThanOrEqual(3);
  await page.setViewportSize({ width: 390, height: 844 });
  // Without the strip that shows the battle, and its caption.
  const heights = () =>
    cards(page).evaluateAll((all) =>
      all.map(
        (card) =>
          card.getBoundingClientRect().height - ('pictured' in (card as HTMLElement).dataset ? 88 : 0),
      ),
    );
  await expect.poll(async () => Math.max(...(await heights()))).toBeLessThanOrEqual(300);
  const links = cards(page).first().locator('header a');
  const places = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
  expect(places.length).toBeGreaterThanOrEqual(2);
  expect(Math.min(...places)).toBeGreaterThanOrEqual(24);
});

test('Names of classes disappear before map and ship are cut (Rule 25.55)', async ({ page }) => {
  const ship = { shipParamsId: 3_338_548_944, shipName: null };
  const battle = { map: 'Shoreside', author: { ...ship, shipName: 'Admiral Graf Spee' }, player: ship };
  await changeAnswers(page, /\/latest\?/, ([post, ...rest]) => [{ ...post, battle }, ...rest]);
  await page.goto('/posts');
  const kind = cards(page).first().getByText('destroyer', { exact: true });
  await expect(kind).toBeInViewport({ ratio: 1 });
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(kind).not.toBeInViewport();
    const names = cards(page).first().locator('footer [translate="no"]');
    const cut = await names.evaluateAll((all) => all.map((name) => name.scrollWidth - name.clientWidth));
    expect(cut, `${width} px`).toEqual([0, 0]);
  }
});

test('On phones a button shows the filters, and the bar stays in view (Rule 7.7)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'Cossack_Mod', '/posts');
  const range = page.getByText(/^1–10 of [\d,]+$/);
  await expect(range).toBeInViewport({ ratio: 1 });
  const exclude = page.getByLabel('Exclude Mod-Actions');
  await expect(exclude).toBeHidden();
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(exclude).toBeVisible();
  await page.mouse.wheel(0, 1500);
  for (const part of [range, signs(page), exclude]) await expect(part).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessibleInBothViews(page, page.locator('html'), { within: 'main' });
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await overflow(page)).toBe(0);
});

for (const width of [1000, 1280])
  test(`At ${width} px the filters stay in view and never cover what has the focus (Rule 7.7)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 720 });
    await page.goto('/posts?count=25');
    await expect(cards(page)).toHaveCount(25);
    await page.mouse.wheel(0, 2500);
    await expect(page.getByLabel('Per page')).toBeInViewport();
    await cards(page).nth(20).getByRole('heading').getByRole('link').focus();
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press('Shift+Tab');
      const covered = await page.evaluate(() => {
        const { activeElement: focused } = document;
        if (!focused?.closest('article')) return false;
        const { left, bottom } = focused.getBoundingClientRect();
        const covers = (selector: string): boolean => {
          const bar = document.querySelector(selector)?.getBoundingClientRect();
          if (!bar) throw new Error(`There is no ${selector}.`);
          return left < bar.right && bottom <= bar.bottom;
        };
        return covers('.navbar') || covers('main div:has(> label select)');
      });
      expect(covered, `step ${step}`).toBe(false);
    }
  });

test('The filter by sign is there before its feature is known, and nothing moves', async ({ page }) => {
  const { promise: isMeasured, resolve: measured } = Promise.withResolvers<void>();
  await quietPostHub(page);
  await page.route(/\/api\/features/, async (route) => {
    await isMeasured;
    await route.continue();
  });
  await page.goto('/posts');
  await expect(cards(page)).toHaveCount(10);
  const parts = [
    page.getByLabel('Per page'),
    page.getByLabel('Has replay'),
    page.getByText(/^1–10 of/),
    cards(page).first(),
  ];
  const places = () => Promise.all(parts.map((part) => part.boundingBox()));
  await expect(signs(page)).toBeVisible();
  const before = await places();
  const answer = page.waitForResponse(/\/api\/features/);
  measured();
  await answer;
  await screenDrawn(page);
  expect(await places()).toEqual(before);
});

test('Of 500 posts only those near the viewport are drawn', async ({ page }) => {
  test.slow();
  // Other tests delete posts.
  await quietPostHub(page);
  await signIn(page, 'Aurora_Captain', '/posts?count=500');
  await expect(cards(page).first()).toBeVisible();
  expect(await cards(page).count()).toBeLessThan(100);
  // Posts drawn on the way take more or less room than was kept for them, so that the end may move once.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(cards(page)).toHaveCount(500, { timeout: 5000 });
    const pages = page.getByRole('navigation', { name: 'Latest posts, pages' });
    await expect(pages).toBeInViewport({ timeout: 5000 });
  }).toPass();
});
