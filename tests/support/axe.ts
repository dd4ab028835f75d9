/** What axe finds on a page. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/** Fails when axe finds anything on the page as it is now. */
export async function expectAccessible(page: Page, state = 'what axe finds'): Promise<void> {
  // Colours that are on their way, such as after a change of the theme, are nobody's.
  await page.evaluate(() => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    return Promise.allSettled(transitions.map(({ finished }) => finished)).then(() => {});
  });
  // The page has no frames of others, so that its results need no second page; only offences are described.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  expect((await axe.analyze()).violations, state).toEqual([]);
}
