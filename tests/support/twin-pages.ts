/** A page and its twin, which is translated: what happens in both leads to the same texts (Rule 16.15). */
import { test as base, expect, type Page } from 'playwright/test';
import { pageText, translatePage } from '#tests/support/translate-page.ts';
import { watchPage } from '#tests/support/watch-page.ts';

/** Does something in both pages, and compares their texts. */
type InBoth = (what: string, act: (page: Page) => Promise<unknown>) => Promise<void>;

/**
 * What the page says, with the names of its parts that have no text. Minutes pass in each page at its own time, and the empty place
 * of messages is in a dialog or not.
 */
async function textOf(page: Page): Promise<string> {
  const labelled = page.locator('[aria-label]');
  const names = await labelled.evaluateAll((parts) => parts.map((part) => part.getAttribute('aria-label')));
  const text = (await page.evaluate(pageText)).replaceAll(/\d+ minutes? ago/g, 'minutes ago');
  return [text.replaceAll(' ', ''), ...names.toSorted()].join(' ');
}

/** A test with `openTwins`, which opens both pages in the same way and then translates the twin. */
export const test = base.extend<{ openTwins: (open: (page: Page) => Promise<unknown>) => Promise<InBoth> }>({
  openTwins: async ({ page, browser }, use) => {
    const context = await browser.newContext();
    const twin = await context.newPage();
    const watch = await watchPage(twin);
    await use(async (open) => {
      await Promise.all([open(page), open(twin)]);
      await twin.evaluate(translatePage, undefined);
      const inBoth: InBoth = async (what, act) => {
        await Promise.all([act(page), act(twin)]);
        await expect(async () => {
          expect(await textOf(twin), what).toBe(await textOf(page));
        }).toPass({ timeout: 60_000 });
        await watch.expectClean();
      };
      await inBoth('the pages are open', async () => {});
      return inBoth;
    });
    await context.close();
  },
});
