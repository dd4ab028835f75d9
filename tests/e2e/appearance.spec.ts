/** The face of headings, paper, forced colours and fades between pages. */
import { expect, type Page, test } from 'playwright/test';
import { screenDrawn } from '#tests/support/screens.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const PROFILE = '/player/500000002,Borodino_Gunner';

const main = (page: Page) => page.getByRole('main');
const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

test('A late face moves nothing; pages fade, but not with reduced motion (Rules 26.1, 26.7)', async ({
  page,
}) => {
  const watch = await watchPage(page);
  for (const address of ['/guidelines', '/posts', PROFILE]) {
    const shown = Promise.withResolvers<void>();
    await page.route(/\.woff2$/, async (route) => {
      await shown.promise;
      await route.continue();
    });
    const hasFace = () => document.fonts.check('700 1rem "Exo 2"');
    await page.goto(address, { waitUntil: 'commit' });
    await expect(main(page).getByRole('heading').first()).toBeVisible();
    expect(await page.evaluate(hasFace)).toBe(false);
    shown.resolve();
    await page.waitForFunction(hasFace);
    // The heading is replaced when the data arrives.
    await expect.poll(() => styleOf(page, 'h1', 'font-family')).toMatch(/^"Exo 2"/);
    await watch.expectSteady();
    await page.unrouteAll();
  }

  await page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      document.documentElement.dataset.fades = String(viewTransition !== null);
    });
  });
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/guidelines');
    await page.getByRole('link', { name: 'Players' }).first().click();
    await expect(main(page).getByRole('heading', { name: 'Search Players' })).toBeVisible();
    const fades = String(reducedMotion === 'no-preference');
    await expect(page.locator('html'), reducedMotion).toHaveAttribute('data-fades', fades);
  }
  await watch.expectClean();
});

test('A profile is readable on paper and in forced colours (Rules 26.5, 26.6, 30.82)', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(PROFILE);
  await expect(main(page).getByRole('article').nth(1)).toBeVisible();
  await screenDrawn(page);
  await test.step('paper', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const role of ['navigation', 'banner', 'contentinfo', 'button', 'search'] as const)
      expect(await page.getByRole(role).count(), role).toBe(0);
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
    expect(await styleOf(page, 'body', 'background-color')).toBe('rgb(255, 255, 255)');
    expect(await styleOf(page, 'h1', 'color')).toBe('rgb(0, 0, 0)');
    expect(await styleOf(page, 'article', 'break-inside')).toBe('avoid');
    const external = await page
      .getByRole('link', { name: 'opens in a new tab' })
      .evaluate((link) => getComputedStyle(link, '::after').content);
    expect(external).toContain('http');
  });
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
  const system = (name: string): Promise<string> =>
    page.evaluate((color) => {
      const probe = document.createElement('span');
      probe.style.cssText = `color: ${color}; forced-color-adjust: none`;
      document.body.append(probe);
      const { color: computed } = getComputedStyle(probe);
      probe.remove();
      return computed;
    }, name);
  const tab = main(page).getByRole('link', { name: /^Received/ });
  await expect(tab).toHaveCSS('background-color', await system('Highlight'));
  await tab.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  expect(await styleOf(page, ':focus-visible', 'outline-style')).toBe('solid');
  await expect(main(page).getByText(/^\+\d/).first()).toBeVisible();
  const hasTextColour = await page
    .locator(':is(a, button) > .lucide')
    .evaluateAll((icons) =>
      icons.map(
        (icon) => getComputedStyle(icon).color === getComputedStyle(icon.parentElement ?? icon).color,
      ),
    );
  expect(new Set(hasTextColour)).toEqual(new Set([true]));
  const canvasText = await system('CanvasText');
  const bars = await main(page)
    .locator('dd svg[preserveAspectRatio="none"] path')
    .evaluateAll((drawn) =>
      drawn.map((bar) => getComputedStyle(bar)).map((bar) => [bar.stroke, bar.strokeDasharray]),
    );
  expect(new Set(bars.map(String))).toEqual(new Set([`${canvasText},3px, 2px`, `${canvasText},none`]));
  const stripes = await main(page)
    .getByRole('region', { name: 'Recent posts' })
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(link, '::before');
        return link.textContent.includes('negative') ? backgroundImage : backgroundColor;
      }),
    );
  expect(stripes).toContain(canvasText);
  for (const stripe of stripes)
    if (stripe !== canvasText)
      expect(stripe).toContain(`repeating-linear-gradient(${canvasText} 0px, ${canvasText} 3px,`);
  await page.goto('/player?search=Borodino');
  await expect(
    main(page)
      .getByRole('img', { name: /Recent posts/ })
      .first(),
  ).toBeVisible();
  const strokes = await main(page)
    .locator('svg[aria-label^="Recent posts"] path')
    .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).stroke));
  expect(new Set(strokes)).toEqual(new Set([await system('CanvasText')]));
  await page.goto('/posts');
  await expect(main(page).getByRole('article').nth(1)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const role of ['combobox', 'checkbox'] as const)
    await expect(page.getByRole(role), `${role} on paper`).toHaveCount(0);
});
