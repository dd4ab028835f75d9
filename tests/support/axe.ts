/** Accessibility checks with axe. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from 'playwright/test';
import { faintTexts } from '#tests/support/open-contrast.ts';

/**
 * Waits for CSS transitions, such as after a change of the theme: axe would measure colors in between. The end of one may start
 * those of the elements in it, which inherit its color.
 */
const transitionsEnd = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const running = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    for (let found = running(); found.length > 0; found = running())
      await Promise.allSettled(found.map(({ finished }) => finished));
  });

/** The button for a new post floats over a phone's page: what is under it can be scrolled away from it. */
const FLOATING = 'data-shortcut="c"';
type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];
const isViolation = ({ id, nodes }: Violation): boolean =>
  id !== 'target-size' ||
  !nodes.every(({ any }) =>
    any.every(({ relatedNodes }) => relatedNodes?.every(({ html }) => html.includes(FLOATING))),
  );

/** Fails when axe finds a violation on the page as it is now, or only in what `within` selects, or only of the rules `only`. */
export async function expectAccessible(
  page: Page,
  state = 'axe violations',
  { within, only }: { within?: string; only?: string[] } = {},
): Promise<void> {
  await transitionsEnd(page);
  // Legacy mode needs no second page, because the site has no frames; only violations and what is left open are described.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations', 'incomplete'],
    // Off by default.
    rules: { 'target-size': { enabled: true } },
  });
  if (within !== undefined) axe.include(within);
  if (only !== undefined) axe.withRules(only);
  const { violations, incomplete } = await axe.analyze();
  expect(violations.filter(isViolation), state).toEqual([]);
  const open = incomplete.find(({ id }) => id === 'color-contrast')?.nodes ?? [];
  const faint = await faintTexts(
    page,
    open.map(({ target }) => String(target[0])),
  );
  expect(faint, `${state}: contrast that axe leaves open`).toEqual([]);
}

/** On a phone in dark and a desktop in light: axe finds nothing, and `element` does not scroll sideways. */
export async function expectAccessibleInBothViews(
  page: Page,
  element: Locator,
  options: { within?: string } = {},
): Promise<void> {
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `${width} px, ${colorScheme}`, options);
    expect(await element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
}
