/** The bar of filters above the feed: by sign, on narrow screens, and in front of an API without the filter by sign. */
import { expect, type Page, test } from 'playwright/test';
import { signOf } from '#lib/domain/flairs.ts';
import { expectAccessibleInBothViews } from '#tests/support/axe.ts';
import { openOriginal } from '#tests/support/original-site.ts';
import { deletePostTitled, sendPost, signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

// It would answer instead of the recordings, 30 s after a page has loaded.
test.use({ serviceWorkers: 'block' });

const GNEISENAU = 500_000_007;
const PHONE = { width: 390, height: 844 };

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const signs = (page: Page) => page.getByRole('navigation', { name: 'Filter by rating' });
const choice = (page: Page, name: string) => signs(page).getByRole('link', { name });
/** The signs of the posts that the next request for posts of a sign returns. It is repeated, as a page that is left takes answers along. */
async function nextSigns(page: Page, sign: string): Promise<Set<number>> {
  const asked = await page.waitForRequest((request) => request.url().includes(`&sign=${sign}`));
  const answer = await page.request.get(asked.url());
  return new Set(((await answer.json()) as { flairs: number }[]).map(({ flairs }) => signOf(flairs)));
}

test('A visitor filters the feed by sign and replay, also by the address (Rule 7.8)', async ({ page }) => {
  const watch = await watchPage(page);
  await page.goto('/posts?page=2');
  await expect(choice(page, 'All')).toHaveAttribute('aria-current', 'true');
  let found = nextSigns(page, 'negative');
  await choice(page, 'Negative').click();
  await expect(page).toHaveURL('/posts?sign=negative');
  expect(await found).toEqual(new Set([-1]));
  await expect(choice(page, 'Negative')).toHaveAttribute('aria-current', 'true');
  await page.getByLabel('Has replay').check();
  await expect(page).toHaveURL('/posts?sign=negative&hasReplay=true');
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/posts?page=2');
  await expect(choice(page, 'All')).toHaveAttribute('aria-current', 'true');
  found = nextSigns(page, 'positive');
  await page.goto('/posts?sign=positive');
  expect(await found).toEqual(new Set([1]));
  await expect(cards(page)).toHaveCount(10);
  await expect(choice(page, 'Positive')).toHaveAttribute('aria-current', 'true');
  await watch.expectClean();
});

test('A live post of another sign is left out (Rule 7.8)', async ({ page, browser }) => {
  const author = await (await browser.newContext()).newPage();
  await page.goto('/posts?sign=positive');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await signIn(author, 'Gneisenau_Hidden', new URL('/posts', page.url()).href);
  const [neutral, positive] = ['Neither good nor bad', 'Good all around'];
  expect(await sendPost(author, GNEISENAU, 500_000_002, neutral)).toBe(201);
  expect(await sendPost(author, GNEISENAU, 500_000_004, positive, 1)).toBe(201);
  await expect(page.getByRole('heading', { name: positive })).toBeVisible();
  await expect(page.getByRole('heading', { name: neutral })).toHaveCount(0);
  for (const title of [neutral, positive]) expect(await deletePostTitled(author, GNEISENAU, title)).toBe(205);
  await author.context().close();
});

test('A filter that leaves nothing offers all posts (Rule 7.8)', async ({ page }) => {
  await page.route(/\/api\/Post\/latest\?.*sign=neutral/, (route) => route.fulfill({ json: [] }));
  await page.goto('/posts?sign=neutral');
  await page.getByRole('link', { name: 'Show all posts' }).click();
  await expect(page).toHaveURL('/posts');
  await expect(cards(page)).toHaveCount(10);
});

test('So does the exclusion of removed posts (Rule 7.8)', async ({ page }) => {
  await page.route(/\/api\/Post\/latest\?.*hideModActions=true/, (route) => route.fulfill({ json: [] }));
  await signIn(page, 'Cossack_Mod', '/posts?hideModActions=true');
  await page.getByRole('link', { name: 'Show all posts' }).click();
  await expect(page).toHaveURL('/posts');
  await expect(cards(page)).toHaveCount(10);
});

test('On phones a button shows the filters, and the bar stays in view (Rule 7.7)', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, 'Cossack_Mod', '/posts');
  const range = page.getByText(/^1–10 of [\d,]+$/);
  await expect(range).toBeInViewport({ ratio: 1 });
  const exclude = page.getByLabel('Exclude Mod-Actions');
  await expect(exclude).toBeHidden();
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(exclude).toBeVisible();
  await choice(page, 'Negative').click();
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
  await expect(page).toHaveURL('/posts?sign=negative');
  await page.mouse.wheel(0, 1500);
  for (const part of [range, signs(page), exclude]) await expect(part).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessibleInBothViews(page, page.locator('html'), { within: 'main' });
  await page.setViewportSize({ width: 320, height: 568 });
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
});

test('Nothing moves when the filter by sign appears (Rule 7.8)', async ({ page }) => {
  const { promise: isMeasured, resolve: measured } = Promise.withResolvers<void>();
  await page.route(/\/api\/features/, async (route) => {
    await isMeasured;
    await route.continue();
  });
  await page.goto('/posts');
  await expect(cards(page)).toHaveCount(10);
  const places = () =>
    Promise.all(
      [
        page.getByLabel('Per page'),
        page.getByLabel('Has replay'),
        page.getByText(/^1–10 of/),
        cards(page).first(),
      ].map((part) => part.boundingBox()),
    );
  const before = await places();
  await expect(signs(page)).toHaveCount(0);
  measured();
  await expect(signs(page)).toBeVisible();
  expect(await places()).toEqual(before);
});

test('In front of the original, there is no filter by sign, and the address has none (Rule 7.9)', async ({
  page,
}) => {
  const api = await openOriginal(page);
  api.now('latest');
  await api.open('/posts');
  await expect(cards(page)).toHaveCount(3);
  await expect(page.getByLabel('Has replay')).toBeVisible();
  // No request has the sign: the recordings would not answer it.
  await api.open('/posts?sign=negative');
  await expect(cards(page)).toHaveCount(3);
  await expect(signs(page)).toHaveCount(0);
  await api.expectSound();
});

test('A tab that opens with a sign shows all posts of the original (Rule 7.9)', async ({ page }) => {
  const api = await openOriginal(page);
  api.now('latest');
  // It ignores parameters that it does not know.
  api.nowAs({ at: '/api/post/latest?sign=negative' }, 'latest');
  await api.open('/posts?sign=negative');
  await expect(cards(page)).toHaveCount(3);
  await expect(signs(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /\(1\)/ })).toHaveCount(0);
  await api.expectSound();
});
