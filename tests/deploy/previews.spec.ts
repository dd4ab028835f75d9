/** Link previews behind the web server. */
import { expect, test } from 'playwright/test';
import { currentTestSite } from '#scripts/testing/test-site.ts';
import { rawRequest } from '#tests/support/raw-request.ts';

const { port } = currentTestSite();
const CRAWLER = 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const get = (path: string, agent: string, host = `localhost:${port}`) =>
  rawRequest(port, path, { headers: { host, 'user-agent': agent } });

test('A crawler gets a player’s page with its preview and the site’s headers (Rule 21.11)', async () => {
  // While the process starts, crawlers get the page as browsers do.
  await expect
    .poll(async () => (await get('/player/500000002', CRAWLER)).body.toString(), { timeout: 30_000 })
    .toContain('Borodino_Gunner');
  const [filled, plain] = await Promise.all([
    get('/player/500000002', CRAWLER),
    get('/player/500000002', BROWSER),
  ]);
  expect(filled.body.toString()).toContain('Borodino_Gunner');
  expect(plain.body.toString()).not.toContain('Borodino_Gunner');
  for (const name of ['content-security-policy', 'x-frame-options', 'referrer-policy', 'content-type'])
    expect(filled.headers[name], name).toBe(plain.headers[name]);
  expect(filled.headers['cache-control']).toBe('private, no-cache');
  expect(plain.headers['cache-control']).toBe('no-cache');
  for (const { headers } of [filled, plain])
    expect(headers.vary?.split(', ').toSorted()).toEqual(['Accept-Encoding', 'User-Agent']);
});

test('A crawler gets the site’s page with 404 for an unknown player, a browser with 200', async () => {
  const address = '/player/999999999,Unknown';
  await expect.poll(async () => (await get(address, CRAWLER)).status, { timeout: 30_000 }).toBe(404);
  const [crawler, browser] = await Promise.all([get(address, CRAWLER), get(address, BROWSER)]);
  expect(browser.status).toBe(200);
  expect(crawler.body.equals(browser.body)).toBe(true);
});

test('A crawler gets every other address as browsers do', async () => {
  for (const address of ['/', '/posts', '/nowhere', '/favicon.svg', '/player/500000002/']) {
    const [crawler, browser] = await Promise.all([get(address, CRAWLER), get(address, BROWSER)]);
    expect(crawler.status, address).toBe(browser.status);
    expect(crawler.headers.location, address).toBe(browser.headers.location);
    expect(crawler.body.equals(browser.body), address).toBe(true);
  }
});
