/** Pages on a slow line: HTML in pieces, late answers, and code that loads only after what is read. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Route, test } from 'playwright/test';
import { overflow } from '#tests/support/hostile-page.ts';
import { watchPage } from '#tests/support/watch-page.ts';

/** Serves `html` in pieces that end before each of `cuts`, 200 ms apart; everything else is 404. */
async function servePieces(html: string, cuts: readonly string[]): Promise<Server> {
  const ends = [...cuts.map((cut) => html.indexOf(cut, html.indexOf('<footer'))), html.length];
  const server = createServer(async (request, response) => {
    if (request.url !== '/') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    let start = 0;
    for (const end of ends) {
      response.write(html.slice(start, end));
      start = end;
      // The slow line that the test is about.
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    response.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

test('A short page that arrives in pieces is drawn once, so its footer does not move', async ({
  page,
  request,
}) => {
  const html = await (await request.get('/forbidden')).text();
  const server = await servePieces(html, ['</p>', '<nav', 'footer-base', '</footer>']);
  try {
    const watch = await watchPage(page);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await expect(page.getByLabel('Theme')).toBeVisible();
    await watch.expectSteady();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('A late answer moves nothing, and a failed one keeps the outline until the screen', async ({ page }) => {
  const modules = Promise.withResolvers<void>();
  await page.route(/\/hashed\/.*\.js$/, (route) => modules.promise.then(() => route.continue()));
  const answered = Promise.withResolvers<void>();
  await page.route(/\/api\/Post\/latest/i, (route) => answered.promise.then(() => route.continue()));
  const watch = await watchPage(page);
  await page.goto('/posts', { waitUntil: 'commit' });
  const early = page.locator('[data-early-posts]');
  await expect(early.locator('[aria-hidden]').first()).toBeVisible();
  answered.resolve();
  await expect(early.locator('article').first()).toBeVisible();
  modules.resolve();
  await expect(early).toHaveCount(0);
  await watch.expectSteady();

  const held = Promise.withResolvers<void>();
  await page.unrouteAll();
  await page.route(/\/hashed\/.*\.js$/, (route) => held.promise.then(() => route.continue()));
  await page.route(/\/api\/Post\/latest/i, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/posts', { waitUntil: 'commit' });
  await expect(early.locator('template').first()).toBeAttached();
  await expect(page.getByRole('article')).toHaveCount(0);
  held.resolve();
  await expect(page.getByText('Couldn’t load the posts.')).toBeVisible();
});

test('Live connections load after the feed, in one file of at most 16 KB, and no dialog does', async ({
  page,
}) => {
  const LATER = /signalr|\/ribbons\.|-hub\.|events\.|Dialog|dialogs|PostEditor|StaffBar|NotificationPanel/;
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  const scripts = () => sent.filter((url) => /\/hashed\/.*\.js$/.test(url));
  let before: string[] = [];
  const holdData = async (route: Route) => {
    // Everything that loads with the page has been requested once its islands are drawn and the page is idle.
    await expect.poll(() => scripts().length).toBeGreaterThan(3);
    for (const _ of [1, 2, 3]) await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    before = scripts();
    await route.continue();
  };
  await page.route(/\/api\/Post\/latest/i, holdData, { times: 1 });
  const signalr = page.waitForResponse(/signalr/);
  await page.goto('/posts');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  expect(before.filter((url) => LATER.test(url))).toEqual([]);
  expect(Number(await (await signalr).headerValue('content-length'))).toBeLessThanOrEqual(16 * 1024);
  expect(new Set(scripts().filter((url) => /signalr/.test(url))).size).toBe(1);
  expect(scripts().filter((url) => /Dialog|dialogs/.test(url))).toEqual([]);
});

test('No page scrolls sideways at 320, 390, 1440 or 2560 px', async ({ page }) => {
  const contents = ['/', '/guidelines', '/privacy', '/unauthorized', '/forbidden', '/nothing/here'];
  for (const path of [...contents, '/clan', '/clan/1,ABC-Name', '/player', '/posts']) {
    await page.goto(path);
    for (const width of [320, 390, 1440, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflow(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});
