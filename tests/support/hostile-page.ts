/** Pages whose texts are all hostile. */
import { expect, type Page } from 'playwright/test';
import { changeAnswers } from '#tests/support/change-answers.ts';
import { PAYLOADS } from '#tests/support/payloads.ts';
import { watchPage } from '#tests/support/watch-page.ts';

declare global {
  interface Window {
    __ran?: number;
  }
}

/** Fields that people fill, or that come from files that people upload. */
const FIELDS = new Set([
  'title',
  'content',
  'username',
  'name',
  'tag',
  'clanTag',
  'description',
  'reason',
  'modUsername',
  'messageContent',
]);

const guid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Puts a payload into every such field; each one gets the next form. */
export function poison(value: unknown, next: () => string): unknown {
  if (Array.isArray(value)) return value.map((item) => poison(item, next));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      FIELDS.has(key) && typeof inner === 'string' ? next() : poison(inner, next),
    ]),
  );
}

/** Repeats the entries of a list until every form finds a place; ids stay unique. */
function stretch(list: unknown[]): unknown[] {
  const [first] = list;
  if (typeof first !== 'object' || first === null) return list;
  return PAYLOADS.map((_, index) => {
    const item = list[index % list.length] as { id?: unknown };
    return typeof item.id === 'string'
      ? { ...item, id: guid(index + 1) }
      : { ...item, id: 600_000_000 + index };
  });
}

/** Answers of the API as they are, but with a payload in each field and lists long enough for all forms. */
export async function poisonApi(page: Page, texts = PAYLOADS): Promise<void> {
  let index = 0;
  const next = (): string => texts[index++ % texts.length] as string;
  await changeAnswers(page, /\/api\/(?!Auth|hubs|Profile)/i, (answer: unknown) => {
    const body = Array.isArray(answer) ? stretch(answer) : answer;
    const clan = body as { members?: unknown[]; description?: string };
    if (Array.isArray(clan.members)) clan.members = stretch(clan.members);
    const poisoned = poison(body, next) as { description?: string };
    if (typeof clan.description === 'string') poisoned.description = texts.slice(0, 120).join('\n\n');
    return poisoned;
  });
}

/** By how many pixels the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Opens the page under watch; answers a check that nothing ran, asked, was blocked, or broke out of the page. */
export async function openHostile(page: Page, open: () => Promise<void>): Promise<() => Promise<void>> {
  const foreign: string[] = [];
  const dialogs: string[] = [];
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message());
    await dialog.dismiss();
  });
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (hostname !== 'localhost' && protocol !== 'data:') foreign.push(request.url());
  });
  const watch = await watchPage(page);
  await poisonApi(page);
  await open();
  return async () => {
    await expect(page.locator('body'), 'the texts are shown as typed').toContainText('window.__ran=1');
    // Anything that the texts could start, such as loading a missing image, runs before the browser is idle.
    await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))));
    await watch.expectClean();
    expect(dialogs).toEqual([]);
    expect(foreign).toEqual([]);
    expect(await page.evaluate(() => window.__ran)).toBeUndefined();
    const unsafe = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
        .map((link) => link.protocol)
        .filter((protocol) => !['http:', 'https:', 'mailto:'].includes(protocol)),
    );
    expect(unsafe).toEqual([]);
    expect(await overflow(page), 'nothing pushes the page wide').toBeLessThanOrEqual(0);
  };
}
