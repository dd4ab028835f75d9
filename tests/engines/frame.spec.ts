import type { EnginePage } from '#scripts/testing/engines/page.ts';
import { button, shownText, signIn } from '#tests/engines/actions.ts';
import { expect, test } from '#tests/engines/engine-test.ts';

test('The search of every page finds a player', async ({ tab: page }) => {
  await page.goto('/guidelines');
  await page.fill({ role: 'textbox', name: 'Search players and clans' }, 'boro');
  const options = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent),
    );
  await expect.poll(options).toContainEqual(expect.stringContaining('Borodino_Gunner'));
});

/** Whether the search of a narrow window is open, and where the focus is. */
const searchState = (page: EnginePage) =>
  page.evaluate(() => {
    const form = document.querySelector('#site-search');
    const focus = form?.contains(document.activeElement) ? 'focus inside' : 'focus outside';
    return `${form?.matches(':popover-open') ? 'open' : 'closed'}, ${focus}`;
  });

test('The search of a narrow window opens over the page, and Escape closes it', async ({
  tab: page,
  shot,
}) => {
  await page.resize(500, 844);
  await page.goto('/guidelines');
  await page.click(button('Search'));
  await expect.poll(() => searchState(page)).toBe('open, focus inside');
  const height = await page.evaluate(
    () => document.querySelector('#site-search')?.getBoundingClientRect().height,
  );
  expect(height).toBeLessThan(300);
  await shot('site-search-narrow');
  await page.press('Escape');
  await expect.poll(() => searchState(page)).toBe('closed, focus outside');
});

test('Escape closes the search before its code has loaded, too', async ({ tab: page }) => {
  await page.resize(500, 844);
  await page.goto('/guidelines');
  // The code loads at the focus, which the page does not hear of here.
  await page.evaluate(() =>
    window.addEventListener('focusin', (event) => event.stopImmediatePropagation(), true),
  );
  await page.click(button('Search'));
  await expect.poll(() => searchState(page)).toBe('open, focus inside');
  await page.press('Escape');
  await expect.poll(() => searchState(page)).toBe('closed, focus outside');
});

test('The account menu changes the theme', async ({ tab: page, shot }) => {
  await signIn(page, 'Hood_Clanless', '/guidelines');
  await page.click(button('Account'));
  await page.click({ role: 'label', name: 'Dark' });
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await shot('account-menu-dark');
  await page.click({ role: 'label', name: 'System' });
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme ?? '')).toBe('');
  await page.press('Escape');
  await expect.poll(() => shownText(page)).not.toContain('Logout');
});

test('Notices are one line high and open', async ({ tab: page, shot }) => {
  await page.resize(500, 844);
  await page.goto('/guidelines');
  const height = () =>
    page.evaluate(() => document.querySelector('.notice')?.getBoundingClientRect().height ?? 0);
  expect(await height()).toBeLessThan(40);
  await shot('notices');
  await page.click(button(/^More.*all regions/));
  expect(await height()).toBeGreaterThan(50);
});
