/** Actions of the engine tests on the site. */
import { expect } from 'playwright/test';
import type { EnginePage } from '#scripts/testing/engines/page.ts';

/** A button by its name, on the page or in the article with this title. */
export const button = (name: string | RegExp, inside?: string) =>
  ({ role: 'button', name, ...(inside !== undefined && { inside }) }) as const;

/** A dialog by its title. */
export const dialog = (name: string | RegExp) => ({ role: 'dialog', name }) as const;

/** Signs in through the publisher's page and returns to `returnTo`. */
export async function signIn(page: EnginePage, account: string, returnTo: string): Promise<void> {
  await page.goto(`/login?redirectUri=${encodeURIComponent(returnTo)}`);
  const link = { role: 'link', name: new RegExp(`^${account}\\b`) } as const;
  await page.see({ role: 'heading', name: /^Sign in to/ });
  if (!(await page.isVisible(link))) {
    await page.fill({ role: 'textbox', name: 'Player name' }, account);
    await page.click({ role: 'button', name: 'Search' });
  }
  await page.click(link);
  await expect.poll(() => address(page)).toBe(returnTo);
  await loaded(page);
}

/** Waits until the page is complete. */
const loaded = (page: EnginePage): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.readyState).catch(() => '')).toBe('complete');

/** Path and query of the address. */
export const address = (page: EnginePage): Promise<string> =>
  page.evaluate(() => location.pathname + location.search).catch(() => '');

/** The visible text of the page, or of the top dialog. */
export const shownText = (page: EnginePage): Promise<string> =>
  page
    .evaluate(() => {
      const top = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1);
      // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts
      return (top ?? document.body).innerText;
    })
    .catch(() => '');

/** Reads JSON from the regional API as the signed-in user. */
export const readApi = <Answer>(page: EnginePage, path: string): Promise<Answer> =>
  page.evaluate(async (wanted) => {
    const answer = await fetch(document.documentElement.dataset.api + wanted, { credentials: 'include' });
    return (await answer.json()) as never;
  }, path);

/** Sends the form or confirmation in a dialog, and waits for the reload that follows. */
export async function sendAndReload(
  page: EnginePage,
  title: string | RegExp,
  action: string | RegExp,
): Promise<void> {
  await page.see(dialog(title));
  await page.evaluate(() => {
    document.documentElement.dataset.before = 'sending';
  });
  await page.click(button(action));
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset.before ?? 'reloaded').catch(() => ''))
    .toBe('reloaded');
}

/** Waits until no dialog is open. */
export const seeNoDialog = (page: EnginePage): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.querySelectorAll('dialog[open]').length)).toBe(0);

/** Reloads the page as F5 does and waits until it is complete. */
export async function reloadPage(page: EnginePage): Promise<void> {
  await page.reload();
  await loaded(page);
}
