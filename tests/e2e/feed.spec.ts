/** Also covers Rule 1.3. */
import { expect, type Page, test } from 'playwright/test';
import { quietPostHub } from '#tests/support/gate.ts';
import { chooseInMenu } from '#tests/support/post-menu.ts';
import { deletePostTitled, sendPost, signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const LATEST = /\/api\/Post\/latest/i;
const HUB = /\/api\/hubs\/post/i;

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const pages = (page: Page) => page.getByRole('navigation', { name: 'Latest posts, pages' });
const perPage = (page: Page) => page.getByLabel('Per page');

test('The feed lists ten posts of all players, newest first (Rule 7.1)', async ({ page }) => {
  const watch = await watchPage(page);
  await page.goto('/posts');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Latest Posts');
  await expect(cards(page)).toHaveCount(10);
  const times = await cards(page).evaluateAll((all) =>
    all.map((card) => card.querySelector('time')?.getAttribute('datetime')),
  );
  expect(times).toEqual(times.toSorted().reverse());
  await watch.expectClean();
});

test('Count and filter are part of the address and follow the back button (Rule 7.3)', async ({ page }) => {
  await page.goto('/posts?page=3');
  await expect(cards(page)).toHaveCount(10);
  await perPage(page).selectOption('25');
  await expect(page).toHaveURL('/posts?count=25');
  await expect(cards(page)).toHaveCount(25);
  await page.getByLabel('Has replay').check();
  await expect(page).toHaveURL('/posts?count=25&hasReplay=true');
  await expect(page.getByText('No replay is attached.')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByLabel('Has replay')).not.toBeChecked();
  await page.goto('/posts?count=50&hasReplay=true&page=2');
  await expect(perPage(page)).toHaveValue('50');
  await expect(page.getByLabel('Has replay')).toBeChecked();
  await expect(pages(page).getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
});

test('The pagination shows five pages between the first and the last (Rule 7.4)', async ({ page }) => {
  await page.goto('/posts?page=7');
  const numbers = pages(page).getByRole('link', { name: /^Page \d/ });
  await expect(numbers).toHaveText(['5', '6', '7', '8', '9']);
  await pages(page).getByRole('link', { name: 'Last page' }).click();
  await expect(numbers.last()).toHaveAttribute('aria-current', 'page');
  await expect(cards(page).first()).toBeInViewport();
  await pages(page).getByRole('link', { name: 'First page' }).click();
  await expect(page).toHaveURL('/posts');
});

test('A page beyond the last shows the last one (Rule 7.5)', async ({ page }) => {
  await page.goto('/posts');
  await expect(cards(page)).toHaveCount(10);
  await page.goto('/posts?page=99999');
  await expect(page.getByText('There is no page 99999. This is the last page.')).toBeVisible();
  const last = await pages(page).locator('[aria-current=page]').textContent();
  expect(Number(last)).toBeGreaterThan(1);
  await expect(page).toHaveURL(`/posts?page=${last}`);
  await page.goBack();
  await expect(page).toHaveURL('/posts');
  await expect(cards(page)).toHaveCount(10);
});

test('Only signed-in users may have 500 posts a page (Rule 7.2)', async ({ page }) => {
  await page.goto('/posts?count=500');
  await expect(perPage(page).getByRole('option')).toHaveText(['10', '25', '50', '100']);
  await expect(perPage(page)).toHaveValue('100');
  await expect(cards(page).first()).toBeVisible();
  await signIn(page, 'Aurora_Captain', '/posts?count=500');
  await expect(perPage(page).getByRole('option').last()).toHaveText('500');
  await expect(perPage(page)).toHaveValue('500');
  await expect(cards(page).first()).toBeVisible();
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
    await expect(pages(page)).toBeInViewport({ timeout: 5000 });
  }).toPass();
});

test('Only moderators can exclude removed posts (Rule 7.6)', async ({ page }) => {
  const exclude = page.getByLabel('Exclude Mod-Actions');
  await page.goto('/posts');
  await expect(cards(page)).toHaveCount(10);
  await expect(exclude).toHaveCount(0);
  await signIn(page, 'Cossack_Mod', '/posts?count=500');
  const asked = page.waitForResponse((response) => /hideModActions=true/.test(response.url()));
  await exclude.check();
  await expect(page).toHaveURL('/posts?count=500&hideModActions=true');
  const posts = (await (await asked).json()) as { modLocked: boolean }[];
  expect(posts.filter((post) => post.modLocked)).toEqual([]);
});

test('An empty feed shows a message (Rule 7.5)', async ({ page }) => {
  await page.route(LATEST, (route) => route.fulfill({ json: [] }));
  await page.goto('/posts');
  await expect(page.getByText('No posts found.')).toBeVisible();
  await expect(pages(page)).toHaveCount(0);
});

test('A visitor sees a post appear, change and disappear live (Rule 14.1)', async ({ page, browser }) => {
  await signIn(page, 'Gneisenau_Hidden', '/posts');
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(new URL('/posts', page.url()).href);
  await expect(visitor.getByText(/^1–10 of [\d,]+$/)).toBeVisible();
  await expect(visitor.getByText('Live', { exact: true })).toBeVisible();

  const title = 'Seen by everybody at once';
  expect(await sendPost(page, 500_000_007, 500_000_009, title)).toBe(201);
  await expect(visitor.getByRole('heading', { name: title })).toBeVisible();
  await expect(cards(visitor)).toHaveCount(10);

  await chooseInMenu(cards(page).filter({ hasText: title }), 'Edit');
  await page.getByLabel(/^Title/).fill('Changed before your eyes');
  await page.getByRole('checkbox', { name: /guidelines/ }).check();
  const saved = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await saved;
  await expect(visitor.getByRole('heading', { name: 'Changed before your eyes' })).toBeVisible();
  await expect(visitor.getByText(title)).toHaveCount(0);

  expect(await deletePostTitled(page, 500_000_007, 'Changed before your eyes')).toBe(205);
  await expect(visitor.getByText('Changed before your eyes')).toHaveCount(0);
  await expect(cards(visitor)).toHaveCount(10);
  await visitor.context().close();
});

test('New posts wait while a post is under the pointer, until the user requests them (Rule 14.8)', async ({
  page,
  browser,
}) => {
  const author = await (await browser.newContext()).newPage();
  await page.goto('/posts');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await signIn(author, 'Gneisenau_Hidden', new URL('/posts', page.url()).href);
  const second = cards(page).nth(1);
  const heading = (await second.getByRole('heading').textContent()) ?? '';
  await second.hover();
  const held = page.getByRole('heading', { name: heading, exact: true }).first();
  const before = await held.boundingBox();
  expect(await sendPost(author, 500_000_007, 500_000_010, 'Held back for a while')).toBe(201);
  const show = page.getByRole('button', { name: /^\d+ new posts?$/ });
  await expect(show).toBeVisible();
  await expect(page.getByText('New posts are available.')).toBeAttached();
  const added = page.getByRole('heading', { name: 'Held back for a while' });
  await expect(added).toHaveCount(0);
  expect((await held.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);

  await page.mouse.wheel(0, 400);
  await expect(show).toBeInViewport();
  await show.click();
  await expect(added).toBeInViewport();
  await expect(show).toHaveCount(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.keyboard.press('Tab');
  await expect(cards(page).first().getByRole('link').first()).toBeFocused();
  expect(await deletePostTitled(author, 500_000_007, 'Held back for a while')).toBe(205);
  await author.context().close();
});

test('A feed without live updates shows a note and a Resume button (Rule 14.4)', async ({ page }) => {
  await page.clock.install();
  await page.route(HUB, (route) => route.abort());
  await page.goto('/posts');
  await expect(cards(page)).toHaveCount(10);
  const stopped = page.getByText('Live updates have stopped.');
  await expect(async () => {
    await page.clock.runFor(15_000);
    await expect(stopped).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(cards(page)).toHaveCount(10);
  await page.unroute(HUB);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
});

for (const { path, choose, address } of [
  {
    path: '/posts',
    choose: async (page: Page) => {
      await page.getByLabel('Per page').selectOption('25');
      await page.getByLabel('Has replay').check();
    },
    address: '/posts?hasReplay=true&count=25',
  },
  {
    path: '/player?search=silver',
    choose: (page: Page) => page.getByRole('searchbox', { name: 'Username' }).fill('Borodino'),
    address: '/player?search=Borodino',
  },
  {
    path: '/clan',
    choose: (page: Page) => page.getByRole('searchbox', { name: 'Tag or name' }).fill('a'),
    address: '/clan?search=a',
  },
])
  test(`Input at ${path} before hydration is kept (Rule 16.11)`, async ({ page }) => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(/\/hashed\/.*\.js$/, (route) => arrived.then(() => route.continue()));
    await page.goto(path, { waitUntil: 'commit' });
    await choose(page);
    const chosen = () =>
      page
        .locator('main :is(select, input)')
        .evaluateAll((controls) =>
          controls.map((control) =>
            control instanceof HTMLInputElement && control.type === 'checkbox'
              ? control.checked
              : (control as HTMLInputElement).value,
          ),
        );
    const before = await chosen();
    arrive();
    await expect(page).toHaveURL(address);
    expect(await chosen()).toEqual(before);
  });
