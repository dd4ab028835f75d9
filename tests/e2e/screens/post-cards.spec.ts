import { expect, type Locator, type Page, test } from 'playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { putGate } from '#tests/support/gate.ts';
import { screenDrawn } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const LATEST = /\/api\/Post\/latest/i;
const OWN = '/player/500000004,Dreadnought_Admin?tab=sent';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const menuButton = (scope: Page | Locator) => scope.getByRole('button', { name: 'More actions' });
/** Without the strip that shows the battle on phones. */
const heights = (page: Page) =>
  cards(page).evaluateAll((all) =>
    all.map(
      (card) => card.getBoundingClientRect().height - ('pictured' in (card as HTMLElement).dataset ? 76 : 0),
    ),
  );

test('Three posts fit on a wide screen, and a card takes at most 300 px and a picture on a phone (Rule 8.18)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/posts?count=25');
  await expect(cards(page)).toHaveCount(25);
  const visible = await cards(page).evaluateAll(
    (all) => all.filter((card) => card.getBoundingClientRect().bottom <= window.innerHeight).length,
  );
  expect(visible).toBeGreaterThanOrEqual(3);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => Math.max(...(await heights(page)))).toBeLessThanOrEqual(300);
});

for (const width of [390, 1440]) {
  test(`At ${width} px a long text is cut, and nothing in the hidden part gets the focus (Rule 8.18)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const watch = await watchPage(page);
    const gate = await putGate(page, LATEST);
    const content = `See [the start](https://example.com/start).\n\n${'A long story. '.repeat(70)}\n\n[The end](https://example.com/end)`;
    gate.answer((posts) =>
      posts.slice(0, 2).map((post: object, index: number) => ({
        ...post,
        content: index === 0 ? content : 'One line.\n\nAnother line.\n\nA third one.',
      })),
    );
    await page.goto('/posts');
    const [long, short] = [cards(page).first(), cards(page).nth(1)];
    const toggle = long.getByRole('button', { name: /^Show / });
    await expect(toggle).toHaveText('Show more');
    await expect(short.getByRole('button', { name: /^Show / })).toHaveCount(0);
    await screenDrawn(page);
    await watch.expectSteady();
    const end = long.locator('a[href$="/end"]');
    await long.getByRole('link', { name: 'the start' }).focus();
    await page.keyboard.press('Tab');
    await expect(toggle).toBeFocused();
    const folded = (await long.boundingBox())?.height ?? 0;
    await page.keyboard.press('Enter');
    await expect(toggle).toHaveText('Show less');
    expect((await long.boundingBox())?.height).toBeGreaterThan(folded + 50);
    await end.focus();
    await expect(end).toBeFocused();
    await toggle.click();
    await end.evaluate((link: HTMLElement) => link.focus());
    await expect(end).not.toBeFocused();
    await watch.expectClean();
  });
}

test('On a phone, names and tags are at least 24 pixels high, so that a finger hits the right one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/posts');
  await screenDrawn(page);
  const links = cards(page).first().locator('header a');
  const heights = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThanOrEqual(2);
  for (const height of heights) expect(height).toBeGreaterThanOrEqual(24);
});

test('What a narrower window moves below the cut cannot get the focus, and can again when it is wider (Rule 8.18)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const gate = await putGate(page, LATEST);
  const content = `${'A story. '.repeat(28)}[The middle](https://example.com/middle) ${'Goes on. '.repeat(120)}`;
  gate.answer((posts) => posts.slice(0, 1).map((post: object) => ({ ...post, content })));
  await page.goto('/posts');
  const card = cards(page).first();
  await expect(card.getByRole('button', { name: 'Show more' })).toBeVisible();
  const middle = card.getByRole('link', { name: 'The middle' });
  const hasFocus = () =>
    middle.evaluate((link) => {
      link.focus();
      return link === document.activeElement;
    });
  expect(await hasFocus()).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(hasFocus).toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(hasFocus).toBe(true);
});

test('The menu of a post works with the keyboard (Rule 8.17)', async ({ page }) => {
  await signIn(page, 'Dreadnought_Admin', OWN);
  const opener = menuButton(cards(page).first());
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(edit).toBeFocused();
  await expectAccessible(page, 'light');
  await page.keyboard.press('Escape');
  await expect(edit).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('A moderator’s buttons are on the card from 768 px, and in its menu below that (Rule 8.17)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await signIn(page, 'Cossack_Mod', '/posts?count=25');
  const modEdit = page.getByRole('button', { name: 'Mod Edit' });
  await expect(modEdit.first()).toBeVisible();
  await expect(menuButton(page)).toHaveCount(0);
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(modEdit).toHaveCount(0);
  await menuButton(page).first().click();
  await modEdit.click();
  await expect(page.getByRole('dialog', { name: /^Mod Edit/ })).toBeVisible();
});

test('The link of a post is copied from its card (Rule 8.17)', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/posts');
  const card = cards(page).nth(1);
  await card.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
  const path = await card.getByRole('heading').getByRole('link').getAttribute('href');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    new URL(path ?? '', page.url()).href,
  );
});

for (const width of [1000, 1280])
  test(`At ${width} px the filters stay in view and never cover what has the focus (Rule 7.7)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 720 });
    await page.goto('/posts?count=25');
    await expect(cards(page)).toHaveCount(25);
    await page.mouse.wheel(0, 2500);
    const filters = page.getByLabel('Per page');
    await expect(filters).toBeInViewport();
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
