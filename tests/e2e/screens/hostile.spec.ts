/** Hostile texts in every field that a stranger can fill, on every screen that shows it (Rules 16.2, 16.3). */
import { expect, type Page, test } from 'playwright/test';
import { changeAnswers } from '#tests/support/change-answers.ts';
import { CLUSTERS, PAYLOADS } from '#tests/support/payloads.ts';
import { signIn } from '#tests/support/sign-in.ts';
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
function poison(value: unknown, next: () => string): unknown {
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
async function poisonApi(page: Page, texts = PAYLOADS): Promise<void> {
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

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Opens the page under watch; answers a check that nothing ran, asked, was blocked, or broke out of the page. */
async function openHostile(page: Page, open: () => Promise<void>): Promise<() => Promise<void>> {
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

test.use({ viewport: { width: 390, height: 844 } });

test('There are at least 200 different payloads', () => {
  expect(new Set(PAYLOADS).size).toBe(PAYLOADS.length);
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(200);
});

test('No hostile text runs or breaks the latest posts', async ({ page }) => {
  test.slow();
  const check = await openHostile(page, async () => void (await page.goto('/posts?count=100')));
  await expect(page.getByRole('article').first()).toBeVisible();
  await check();
});

test('No hostile text runs or breaks a profile and its posts', async ({ page }) => {
  test.slow();
  const check = await openHostile(page, async () => void (await page.goto('/player/500000002,x')));
  await expect(page.getByRole('article').first()).toBeVisible();
  await check();
});

test('No hostile text runs or breaks a single post with its roster and chat', async ({ page }) => {
  test.slow();
  const check = await openHostile(page, async () => {
    await page.goto('/posts?hasReplay=true');
    const api = await page.evaluate(() => document.documentElement.dataset.api);
    const latest = await page.request.get(`${api}/api/Post/latest?pageSize=1&hasReplay=true`);
    const [post] = (await latest.json()) as { id: string }[];
    await page.goto(`/posts/${post?.id}`);
  });
  await expect(page.getByRole('table').first()).toBeVisible();
  await check();
});

test('No hostile text runs or breaks a clan page', async ({ page }) => {
  test.slow();
  const check = await openHostile(page, async () => {
    await page.goto('/clan');
    const api = await page.evaluate(() => document.documentElement.dataset.api);
    const [clan] = (await (await page.request.get(`${api}/api/Clan`)).json()) as { id: number }[];
    await page.goto(`/clan/${clan?.id},x`);
  });
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await check();
});

test.describe('No hostile text runs or breaks', () => {
  for (const [screen, path] of [
    ['the player search', '/player?search=Borodino'],
    ['the clan search', '/clan?search=a'],
  ] as const)
    test(screen, async ({ page }) => {
      const check = await openHostile(page, async () => void (await page.goto(path)));
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
      await check();
    });
});

test('No hostile text runs or breaks a moderator’s dialogs', async ({ page }) => {
  test.slow();
  const check = await openHostile(page, () => signIn(page, 'Cossack_Mod', '/player/500000006,Fuso_Banned'));
  for (const name of [/Platform bans/, /Mod actions/]) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    await check();
    await page.keyboard.press('Escape');
  }
});

test('Unbreakable text never makes a page wider than the screen (Rule 16.10)', async ({ page }) => {
  test.slow();
  await poisonApi(page, CLUSTERS);
  await page.goto('/clan');
  const api = await page.evaluate(() => document.documentElement.dataset.api);
  const [clan] = (await (await page.request.get(`${api}/api/Clan`)).json()) as { id: number }[];
  const latest = await page.request.get(`${api}/api/Post/latest?pageSize=1&hasReplay=true`);
  const [post] = (await latest.json()) as { id: string }[];
  for (const [path, role] of [
    ['/posts', 'article'],
    ['/player/500000002,x', 'article'],
    [`/posts/${post?.id}`, 'table'],
    [`/clan/${clan?.id},x`, 'row'],
    ['/player?search=Borodino', 'listitem'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole(role).first()).toBeVisible();
    expect(await overflow(page), path).toBeLessThanOrEqual(0);
  }
});

test('No hostile notification runs or breaks the panel', async ({ page }) => {
  let index = 0;
  await page.routeWebSocket(/\/api\/hubs\/notifications/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const records = String(message).split('\u001e').filter(Boolean);
      const next = () => PAYLOADS[index++ % PAYLOADS.length] as string;
      socket.send(
        records.map((record) => `${JSON.stringify(poison(JSON.parse(record), next))}\u001e`).join(''),
      );
    });
  });
  const check = await openHostile(page, () => signIn(page, 'Borodino_Gunner', '/guidelines'));
  await page
    .getByRole('button', { name: /notification/i })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
  expect(index).toBeGreaterThan(0);
  await check();
});
