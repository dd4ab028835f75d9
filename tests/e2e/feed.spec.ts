/** The latest posts and their cards in a browser: history, layout, keyboard, clipboard, hydration and live updates. */
import { expect, type Page, test } from 'playwright/test';
import { holdPosts, quietPostHub } from '#tests/support/gate.ts';
import { expectLive } from '#tests/support/live-pages.ts';
import { callApi, newestPostOf, originOf } from '#tests/support/region-site.ts';
import { screenDrawn } from '#tests/support/screens.ts';
import { deletePostTitled, POST_TEXT, sendPost, signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const LATEST = /\/api\/Post\/latest/i;

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const titled = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true });

test('Filters and pages are part of the address and of the history', async ({ page }) => {
  const watch = await watchPage(page, /status of 400/);
  const pages = page.getByRole('navigation', { name: 'Latest posts, pages' });
  const hasReplay = page.getByLabel('Has replay');
  await page.goto('/posts');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Latest Posts');
  await expect(cards(page)).toHaveCount(10);
  await pages.getByRole('link', { name: 'Last page' }).click();
  await expect(pages.getByRole('link', { name: /^Page \d/ }).last()).toHaveAttribute('aria-current', 'page');
  await expect(cards(page).first()).toBeInViewport();
  await pages.getByRole('link', { name: 'First page' }).click();
  await expect(page).toHaveURL('/posts');

  await page.getByLabel('Per page').selectOption('25');
  await expect(cards(page)).toHaveCount(25);
  await page.getByRole('link', { name: 'Negative', exact: true }).click();
  await hasReplay.check();
  await expect(page).toHaveURL('/posts?count=25&sign=negative&hasReplay=true');
  await expect(page.getByText('No replay', { exact: true })).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/posts?count=25&sign=negative');
  await expect(hasReplay).not.toBeChecked();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'All', exact: true })).toHaveAttribute('aria-current', 'true');

  await page.goto('/posts?count=25&page=99999');
  await expect(page.getByText('There is no page 99999. This is the last page.')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/posts?count=25');
  await watch.expectClean();
});

test('A long text is cut after four lines, and nothing in the hidden part gets the focus (Rules 8.18, 30.67)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const watch = await watchPage(page);
  const story = `${'A story. '.repeat(28)}[The middle](https://example.com/middle) ${'Goes on. '.repeat(120)}`;
  const content = `See [the start](https://example.com/start).\n\n${story}\n\n[The end](https://example.com/end)`;
  const short = 'One line.\n\nAnother line.\n\nA third one.';
  await holdPosts(page, LATEST, (posts) =>
    posts.slice(0, 2).map((post, index) => ({ ...post, content: index ? short : content })),
  );
  await page.goto('/posts');
  const long = cards(page).first();
  const toggle = long.getByRole('button', { name: /^Show / });
  await expect(toggle).toHaveText('Show more');
  await screenDrawn(page);
  await watch.expectSteady();
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(1);

  const link = (name: string) => long.getByRole('link', { name });
  const canFocus = (name: string) =>
    link(name).evaluate((element: HTMLElement) => {
      element.focus();
      return element === document.activeElement;
    });
  expect(await canFocus('The middle')).toBe(true);
  expect(await canFocus('The end')).toBe(false);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => canFocus('The middle')).toBe(false);
  await link('the start').focus();
  await page.keyboard.press('Tab');
  // The newest post may have no battle.
  const battle = long.getByRole('link', { name: /^Play battle|Watch replay$/ });
  for (const next of [...(await battle.all()), toggle]) {
    await expect(next).toBeFocused();
    await page.keyboard.press('Tab');
  }
  await toggle.focus();
  const folded = (await long.boundingBox())?.height ?? 0;
  expect(folded).toBeLessThanOrEqual(376);
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveText('Show less');
  expect((await long.boundingBox())?.height).toBeGreaterThan(folded + 50);
  expect(await canFocus('The end')).toBe(true);
  await toggle.click();
  await expect.poll(() => canFocus('The end')).toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => canFocus('The middle')).toBe(true);
  expect((await long.locator('footer').boundingBox())?.height).toBe(32);
  await watch.expectClean();
});

test('The buttons of a card are in its menu or next to it, by width and by keyboard (Rule 8.17)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 768, height: 900 });
  await quietPostHub(page);
  await signIn(page, 'Cossack_Mod', '/posts?hasReplay=true');
  const modEdit = page.getByRole('button', { name: 'Mod Edit' });
  const opener = page.getByRole('button', { name: 'More actions' }).first();
  await expect(modEdit.first()).toBeVisible();
  await expect(opener).toHaveCount(0);
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(modEdit).toHaveCount(0);
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(modEdit).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(modEdit).toHaveCount(0);
  await expect(opener).toBeFocused();

  const card = cards(page).nth(1);
  const path = await card.getByRole('heading').getByRole('link').getAttribute('href');
  await card.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    new URL(path ?? '', page.url()).href,
  );
});

test.describe('Live', () => {
  // A region in which no other test of the gate writes posts.
  test.use({ baseURL: originOf('cis') });
  const [GNEISENAU, JUTLAND, IOWA] = [500_000_007, 500_000_010, 500_000_009];

  test('a post appears, changes and disappears on every screen (Rules 14.1, 14.2, 14.3, 14.8)', async ({
    page: author,
    browser,
  }) => {
    const [first, edited, second] = ['Seen by everybody at once', 'Changed before your eyes', 'Held back'];
    await signIn(author, 'Gneisenau_Hidden', '/guidelines');
    const visitor = await browser.newContext({ baseURL: originOf('cis') });
    const openLive = async (path: string): Promise<Page> => {
      const page = await visitor.newPage();
      await page.goto(path);
      await expectLive(page);
      return page;
    };
    const screens = [await openLive('/posts'), await openLive(`/player/${JUTLAND},Jutland_Admin`)];
    const feed = screens[0] as Page;
    const onAll = (look: (page: Page) => Promise<unknown>) => Promise.all(screens.map(look));
    expect(await sendPost(author, GNEISENAU, JUTLAND, first)).toBe(201);
    await onAll((page) => expect(titled(page, first)).toBeVisible());
    await expect(cards(feed)).toHaveCount(10);

    const id = await newestPostOf(author, GNEISENAU);
    const post = await openLive(`/posts/${id}`);
    screens.push(post);
    const supportTicketStatus = { hasTicket: false, ticketId: null };
    const change = { id, title: edited, content: POST_TEXT, flairs: 0, supportTicketStatus };
    expect(await callApi(author, 'PUT', '/api/Post', change)).toBe(200);
    await onAll((page) => expect(titled(page, edited)).toBeVisible());
    await onAll((page) => expect(titled(page, first)).toHaveCount(0));

    await test.step('new posts wait while one is under the pointer', async () => {
      await feed.bringToFront();
      await cards(feed).nth(1).hover();
      const before = await titled(feed, edited).boundingBox();
      expect(await sendPost(author, GNEISENAU, IOWA, second)).toBe(201);
      const show = feed.getByRole('button', { name: '1 new post' });
      await expect(show).toBeVisible();
      await expect(feed.getByText('New posts are available.')).toBeAttached();
      await expect(titled(feed, second)).toHaveCount(0);
      expect((await titled(feed, edited).boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
      await feed.mouse.wheel(0, 400);
      await expect(show).toBeInViewport();
      await show.click();
      await expect(titled(feed, second)).toBeInViewport();
      await expect(show).toHaveCount(0);
      expect(await feed.evaluate(() => window.scrollY)).toBe(0);
      await feed.keyboard.press('Tab');
      await expect(cards(feed).first().getByRole('link').first()).toBeFocused();
    });

    for (const title of [edited, second]) expect(await deletePostTitled(author, GNEISENAU, title)).toBe(205);
    await onAll((page) => expect(titled(page, edited)).toHaveCount(0));
    await expect(titled(feed, second)).toHaveCount(0);
    await expect(post.getByText('Sorry, no post was found.')).toBeVisible();
    await visitor.close();
  });
});

test('Input before hydration is kept (Rule 16.11)', async ({ page }) => {
  let arrived = Promise.resolve();
  await page.route(/\/hashed\/.*\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  const controls = () =>
    page
      .locator('main :is(select, input)')
      .evaluateAll((all) =>
        (all as HTMLInputElement[]).map(({ type, checked, value }) =>
          type === 'checkbox' ? checked : value,
        ),
      );
  for (const { path, choose, address } of [
    {
      path: '/posts',
      choose: async () => {
        await page.getByLabel('Per page').selectOption('25');
        await page.getByLabel('Has replay').check();
      },
      address: '/posts?hasReplay=true&count=25',
    },
    {
      path: '/player?search=silver',
      choose: () => page.getByRole('searchbox', { name: 'Username' }).fill('Borodino'),
      address: '/player?search=Borodino',
    },
    {
      path: '/clan',
      choose: () => page.getByRole('searchbox', { name: 'Tag or name' }).fill('a'),
      address: '/clan?search=a',
    },
  ])
    await test.step(path, async () => {
      const { promise, resolve: arrive } = Promise.withResolvers<void>();
      arrived = promise;
      await page.goto(path, { waitUntil: 'commit' });
      await choose();
      const before = await controls();
      arrive();
      await expect(page).toHaveURL(address);
      expect(await controls()).toEqual(before);
    });
});
