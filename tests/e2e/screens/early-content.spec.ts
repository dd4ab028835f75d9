/** A page before its code has loaded (Rule 2.47), compared with the screen that is drawn then. */
import { expect, type Page, test } from 'playwright/test';
import { askRegion } from '#tests/support/screens.ts';
import { watchPage } from '#tests/support/watch-page.ts';

declare global {
  interface Window {
    /** Set when the page had no post after it had one, or one that it must not have. */
    __gap?: boolean;
  }
}

/** Holds every module of the page back, and with them its load event. Returns a function that lets them load. */
async function holdModules(page: Page): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/hashed\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Titles, emblems, and the places of what is read, of the posts in the window. */
const posts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('article')]
      .filter((article) => article.getBoundingClientRect().top < window.innerHeight)
      .map((article) => {
        const title = article.querySelector('h1, h2');
        return {
          title: title?.textContent,
          emblems: [...article.querySelectorAll('header use')].map((use) => use.getAttribute('href')),
          places: [
            article,
            title,
            article.querySelector('p[dir]'),
            article.querySelector('ul'),
            article.querySelector('header svg'),
          ].map((part) => {
            const { left, top } = part?.getBoundingClientRect() ?? { left: -1, top: -1 };
            return [Math.round(left), Math.round(top)];
          }),
        };
      }),
  );

const PROFILE = '/player/500000002,Borodino_Gunner';
const SCREENS: readonly [name: string, address: string | null][] = [
  ['the feed', '/posts'],
  ['received posts', PROFILE],
  ['sent posts', `${PROFILE}?tab=sent`],
  ['a post', null],
];

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  for (const [name, path] of SCREENS)
    test(`${name} can be read before any module has loaded, in place, at ${width} px (Rules 2.47, 30.4)`, async ({
      page,
      request,
    }) => {
      await page.setViewportSize({ width, height });
      const release = await holdModules(page);
      const latest = await askRegion(request, 'eu')('/api/Post/latest?pageSize=10');
      const plain = latest.find(({ modLocked }: { modLocked: boolean }) => !modLocked);
      await page.goto(path ?? `/posts/${plain.id}`, { waitUntil: 'commit' });
      const early = page.locator('[data-early-posts]');
      await expect(early.locator('article').first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const before = await posts(page);
      expect(before.length).toBeGreaterThan(0);
      expect(before[0]?.emblems[0]).toMatch(/^\/hashed\/emblems\..*\.svg#[\da-zH]$/);
      if (path?.startsWith(PROFILE)) await expect(page.getByText('Borodino_Gunner')).toBeVisible();
      release();
      await expect(early).toHaveCount(0);
      await expect.poll(() => posts(page)).toEqual(before);
    });

for (const [name, path] of SCREENS)
  test(`${name} reads the same to assistive technology before and after its code (Rule 2.47)`, async ({
    page,
    request,
  }) => {
    const release = await holdModules(page);
    const [latest] = await askRegion(request, 'eu')('/api/Post/latest?pageSize=1');
    await page.goto(path ?? `/posts/${latest.id}`, { waitUntil: 'commit' });
    const early = page.locator('[data-early-posts]');
    const first = page.getByRole('article').first();
    await expect(early.getByRole('article').first()).toBeVisible();
    const parts = async () => ({
      name: await first.getAttribute('aria-label'),
      head: await first.locator('header').ariaSnapshot(),
      title: await first.getByRole('heading').first().ariaSnapshot(),
    });
    const before = await parts();
    expect(before.head).toContain('list "Flairs"');
    release();
    await expect(early).toHaveCount(0);
    expect(await parts()).toEqual(before);
  });

for (const [name, path] of SCREENS)
  test(`${name} stays on the screen while the screen takes over (Rule 2.47)`, async ({ page, request }) => {
    await page.addInitScript(() => {
      let seen = false;
      const look = (): void => {
        const isShown = document.querySelector('article') !== null;
        if (seen && !isShown) window.__gap = true;
        seen ||= isShown;
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    });
    const [latest] = await askRegion(request, 'eu')('/api/Post/latest?pageSize=1');
    await page.goto(path ?? `/posts/${latest.id}`);
    await expect(page.getByRole('button', { name: 'Copy link' }).first()).toBeVisible();
    expect(await page.evaluate(() => window.__gap)).toBeUndefined();
  });

test('a link that was focused early keeps the focus when the screen draws it (Rule 2.47)', async ({
  page,
}) => {
  const release = await holdModules(page);
  await page.goto('/posts', { waitUntil: 'commit' });
  const early = page.locator('[data-early-posts]');
  await early.getByRole('article').nth(1).locator('h2 a').focus();
  release();
  await expect(early).toHaveCount(0);
  await expect(page.getByRole('article').nth(1).locator('h2 a')).toBeFocused();
});

test('an answer after the first frame moves nothing (Rule 2.47)', async ({ page }) => {
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/Post\/latest/i, async (route) => {
    await asked;
    await route.continue();
  });
  const watch = await watchPage(page);
  const release = await holdModules(page);
  await page.goto('/posts', { waitUntil: 'commit' });
  await expect(page.locator('[data-early-posts] [aria-hidden]').first()).toBeVisible();
  answer();
  const early = page.locator('[data-early-posts]');
  await expect(early.locator('article').first()).toBeVisible();
  release();
  await expect(early).toHaveCount(0);
  await watch.expectSteady();
});

test('the outline stays until the screen reports that the posts could not be loaded (Rule 2.47)', async ({
  page,
}) => {
  await page.route(/\/api\/Post\/latest/i, (route) => route.fulfill({ status: 500, json: {} }));
  const release = await holdModules(page);
  await page.goto('/posts', { waitUntil: 'commit' });
  await expect(page.locator('[data-early-posts] template')).toBeAttached();
  await expect(page.getByRole('article')).toHaveCount(0);
  release();
  await expect(page.getByText('Couldn’t load the posts.')).toBeVisible();
});

test('received posts of a player who opted out are never drawn, whatever the API sends (Rules 2.47, 5.7)', async ({
  page,
}) => {
  const received = page.waitForResponse(/\/api\/Post\/500000002\/received/);
  await page.route(/\/api\/Player\/500000002/, async (route) => {
    const answer = await route.fetch();
    await (await received).finished();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), optedOut: true } });
  });
  await page.addInitScript(() => {
    // Sent posts, which follow, are "About" someone.
    const isReceived = ({ textContent }: Element): boolean => textContent.startsWith('By ');
    new MutationObserver(() => {
      if ([...document.querySelectorAll('article header')].some(isReceived)) window.__gap = true;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(PROFILE);
  await expect(page.getByText('Player has opted out.')).toBeVisible();
  expect(await (await received).json()).not.toEqual([]);
  expect(await page.evaluate(() => window.__gap)).toBeUndefined();
});
